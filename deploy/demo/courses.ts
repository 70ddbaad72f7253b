// Makes one course of the demo school up to its publication; parts that exist already, by their names, stay unchanged.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { onceKnown, type Person, signIn } from './client.ts'
import type { DemoCourse, Item } from './content.ts'
import { makeFilm, makePaper } from './media.ts'
import { type School, studentNo } from './school.ts'

export type Ground = { folder: string; ffmpeg: string | undefined; address: string; school: School }
type Key = { headers: { 'idempotency-key': string } }

export async function makeCourse(given: DemoCourse, ground: Ground): Promise<void> {
  const { school, address } = ground
  const person = school.people.get(given.teacher)
  if (!person) return // the teacher was removed from the demo
  const teacher = await signIn(address, { org: school.org, person })
  const { course_code } = given.draft
  /** An idempotency key for each step, so that a second try after a kill is the same call. */
  const once = (...what: string[]): Key => ({
    headers: { 'idempotency-key': ['demo', school.org, course_code, ...what].join(':').slice(0, 200) },
  })

  const course = await findOrMakeCourse(teacher, given, once('course'))
  if (course.course_attributes.published) return
  await fillCourse(teacher, given, course.id, ground, once)
  await enrol(teacher, given, course.id)
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course.id }, body: { published: true } })
}

async function findOrMakeCourse({ call }: Person, { draft }: DemoCourse, key: Key) {
  const { items } = await call('GET /api/my-courses', { query: { conditions: JSON.stringify({ keyword: draft.name }) } })
  const found = items.find(({ course_code }) => course_code === draft.course_code)
  const { department, ...rest } = draft
  return found ?? (await call('POST /api/course', { body: { ...rest, department: { name: department } }, ...key }))
}

async function fillCourse(teacher: Person, given: DemoCourse, course: string, ground: Ground, once: (...what: string[]) => Key) {
  const { call } = teacher
  const params = { id: course }
  const content = await onceKnown([403, 404], () => call('GET /api/courses/:id/all-activities', { params }))
  for (const { name, items } of given.modules) {
    const module =
      content.modules.find((one) => one.name === name) ??
      (await call('POST /api/courses/:id/modules', { params, body: { name }, ...once('module', name) }))
    for (const item of items) {
      if (content.activities.some((one) => one.title === item.title)) continue
      const upload = await uploadOf(teacher, item, ground, once)
      await onceKnown([400, 404], () =>
        call('POST /api/courses/:id/activities', {
          params,
          ...once('activity', item.title),
          body: {
            type: item.type,
            title: item.title,
            module_id: module.id,
            published: !('published' in item && item.published === false),
            ...(item.type === 'page' && { body: item.body }),
            ...(upload && { upload_ids: [upload] }),
          },
        }),
      )
    }
  }
}

/** The upload of a film or paper, created and sent if it does not exist; undefined for a page. */
async function uploadOf(
  { call, address }: Person,
  item: Item,
  ground: Ground,
  once: (...what: string[]) => Key,
): Promise<string | undefined> {
  if (item.type === 'page') return undefined
  const path = item.type === 'online_video' ? await makeFilm(item.film, ground) : await makePaper(item.paper, ground)
  const name = basename(path)
  const { items } = await call('GET /api/uploads', { query: { conditions: JSON.stringify({ keyword: name }) } })
  const there = items.find((one) => one.name === name && one.reason !== 'upload.waiting')
  if (there) return there.id
  const bytes = await readFile(path)
  const ticket = await call('POST /api/uploads', {
    body: { name, size: bytes.length, storage_type: 'media', allow_download: item.type === 'material' },
    ...once('upload', name),
  })
  const sent = await fetch(new URL(ticket.upload_url!, address), { method: 'PUT', headers: ticket.headers, body: bytes })
  if (!sent.ok) throw new Error(`${name} was not taken: ${sent.status} ${await sent.text()}`)
  await call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  return ticket.id
}

/** Enrols students by user number; the course service may not have applied the facts of new people yet. */
async function enrol({ call }: Person, { students: [first, end], assistant }: DemoCourse, course: string) {
  const params = { id: course }
  const user_nos = Array.from({ length: end - first }, (_, at) => studentNo(first + at))
  await onceKnown([400, 404], () => call('POST /api/courses/:id/enrollments', { params, body: { user_nos, role: 'student' } }))
  if (assistant)
    await onceKnown([400, 404], () =>
      call('POST /api/courses/:id/enrollments', { params, body: { user_nos: [assistant], role: 'instructor_assistant' } }),
    )
}
