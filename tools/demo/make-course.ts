// Makes one course of the demo school in two steps: what can be read at once, up to its publication, then its films. Parts that exist already, by
// their names, stay unchanged.
import type { ActivityDraft } from '@lyceum/activity/types/api'
import { onceKnown, type Person, signIn } from './client.ts'
import type { DemoCourse, Item } from './content/types.ts'
import { makeDocument } from './documents.ts'
import { weeksOfTerm } from './history.ts'
import { captionsOf, chaptersOf, makeFilm, makePicture } from './media.ts'
import { type School, studentNos } from './school.ts'
import { sent } from './send.ts'

export type Ground = {
  folder: string
  ffmpeg: string | undefined
  address: string
  school: School
  now: Date
  /** The present one. */
  term: string | undefined
}
type Key = { headers: { 'idempotency-key': string } }
export type Made = { teacher: Person; course: string; given: DemoCourse; ground: Ground; once: (...what: string[]) => Key }

/** The day so many days from the one of `now`, at an hour of this computer's clock. */
export const dayAt = (now: Date, days: number, hour: number, minute: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute).toISOString()
const dateOf = (now: Date, weeks: number) => dayAt(now, weeks * 7, 12, 0).slice(0, 10)

/** The course with everything but its films, published unless it is a template; undefined when its teacher was removed from the demo. */
export async function openCourse(given: DemoCourse, ground: Ground): Promise<Made | undefined> {
  const { school, address } = ground
  const person = school.people.get(given.teacher)
  if (!person) return undefined
  const teacher = await signIn(address, { org: school.org, person })
  /** An idempotency key for each step, so that a second try after a kill is the same call. */
  const once = (...what: string[]): Key => ({
    headers: { 'idempotency-key': ['demo', school.org, given.code, ...what].map(encodeURIComponent).join(':').slice(0, 200) },
  })
  const course = await findOrMakeCourse(teacher, given, ground, once('course'))
  const made = { teacher, course: course.id, given, ground, once }
  if (course.course_attributes.published) return made
  await addItems(made, (item) => !('film' in item))
  if (given.template) return made
  await enrol(made)
  await teacher.call('PUT /api/courses/:id/publish', { params: { id: course.id }, body: { published: true } })
  return made
}

/** Its films, at their places, and what refers to them. */
export async function addFilms(made: Made): Promise<void> {
  await addItems(made, (item) => 'film' in item)
  const { call } = made.teacher
  const params = { id: made.course }
  const { modules, activities } = await call('GET /api/courses/:id/content', { params })
  const idOf = (title: string) => activities.find((one) => one.title === title)?.id
  for (const { name, items } of made.given.modules) {
    const module = modules.find((one) => one.name === name)
    const activity_ids = items.flatMap(({ title }) => idOf(title) ?? [])
    if (module && activity_ids.length > 0)
      await call('PUT /api/modules/:id/activity-sort', { params: { id: module.id }, body: { activity_ids } })
    for (const { title, after, criterion } of items) {
      const id = idOf(title)
      const body = {
        ...(after && { prerequisite_ids: after.flatMap((before) => idOf(before) ?? []) }),
        ...(criterion && { completion_criterion_key: criterion }),
      }
      // the pages of a document are counted by now, or soon
      if (id && Object.keys(body).length > 0) await onceKnown([400], () => call('PUT /api/activities/:id', { params: { id }, body }))
    }
  }
}

/** The extension of a student, once the activities are there. */
export async function addOwnTimes({ teacher: { call }, course, given, ground, once }: Made): Promise<void> {
  const params = { id: course }
  const { activities } = await call('GET /api/courses/:id/content', { params })
  const { title, student, days } = given.ownTimes ?? {}
  const [late, person] = [activities.find((one) => one.title === title), ground.school.people.get(student ?? '')]
  if (late && person)
    await onceKnown([400, 404], () =>
      call('POST /api/courses/:id/allowances', {
        params,
        body: {
          person_ids: [person],
          activity_id: late.id,
          due: dayAt(ground.now, days ?? 0, 23, 59),
          closes: dayAt(ground.now, (days ?? 0) + 3, 23, 59),
        },
        ...once('own times'),
      }),
    )
}

/** Its files, partners, groups, and the things that its teacher has deleted. */
export async function addTraces(made: Made): Promise<void> {
  const { teacher, course, given, ground, once } = made
  const { call } = teacher
  const params = { id: course }
  if (given.partners) await call('PUT /api/courses/:id/associated-partner-info', { params, body: { partners: given.partners } })
  if (given.deleted) {
    const { items } = await call('GET /api/deleted-courses', { query: { conditions: JSON.stringify({ keyword: given.deleted }) } })
    if (items.length === 0) {
      const { id } = await call('POST /api/course', { body: { name: given.deleted, course_code: given.code }, ...once('deleted course') })
      await onceKnown([403, 404], () => call('DELETE /api/course/:id', { params: { id } }))
    }
  }
  for (const file of given.resources ?? []) {
    const path = await makeDocument(file, ground.folder)
    await onceKnown([403, 404], () => sent(teacher, path, once, { allow_download: true, course }))
  }
  await addGroups(made)
  await addBank(made)
  const bin = await call('GET /api/courses/:id/bin', { params, query: { page_size: 100 } })
  for (const title of given.bin ?? []) {
    if (bin.items.some((item) => item.title === title)) continue
    const page = { type: 'page', title, body: '<p>Thursday 10:00 and 12:00.</p>' } as const
    const { id } = await call('POST /api/courses/:id/activities', { params, body: page, ...once('bin', title) })
    await onceKnown([404], () => call('DELETE /api/activities/:id', { params: { id }, query: {} }))
  }
}

async function addBank({ teacher: { call }, course, given: { bank }, once }: Made) {
  if (!bank) return
  const { items } = await call('GET /api/banks', { query: { course_id: course, page_size: 100 } })
  const found = items.find(({ title }) => title === bank.title)
  if (found && found.questions > 0) return
  const { id } = found ?? (await call('POST /api/banks', { body: { title: bank.title, course_id: course }, ...once('bank') }))
  const params = { id }
  const folders = new Map<string, string>()
  for (const title of bank.folders)
    folders.set(title, (await call('POST /api/banks/:id/folders', { params, body: { title }, ...once('bank folder', title) })).id)
  const questions = bank.questions.map(({ folder, points = '1', tags = [], feedback = '', ...question }) => ({
    ...question,
    title: '',
    points,
    tags,
    feedback,
    folder_id: folders.get(folder ?? '') ?? null,
  }))
  await call('POST /api/banks/:id/questions', { params, body: { questions }, ...once('bank questions') })
}

/** Students in turn, so that each group has some; the first of each leads it. */
async function addGroups({ teacher: { call }, course, given, ground, once }: Made) {
  const params = { id: course }
  const { items } = await call('GET /api/courses/:id/group-sets', { params, query: { page_size: 100 } })
  for (const { name, groups, students, seats, days = 0 } of given.groups ?? []) {
    if (items.some((set) => set.name === name && set.members > 0)) continue
    const sign_up = seats === undefined ? null : { seats, until: dayAt(ground.now, days, 23, 59) }
    const body = { name, groups, sign_up }
    const { id } =
      items.find((set) => set.name === name) ?? (await call('POST /api/courses/:id/group-sets', { params, body, ...once('groups', name) }))
    const { list } = await call('GET /api/group-sets/:id', { params: { id } })
    const moves = studentNos({ students, from: given.from }).flatMap((no, at) => {
      const person_id = ground.school.people.get(no)
      return person_id ? [{ person_id, from: null, to: list[at % list.length]!.id }] : []
    })
    await onceKnown([400], () => call('PUT /api/group-sets/:id/members', { params: { id }, body: { moves } }))
    if (!sign_up)
      for (const [at, group] of list.entries())
        await call('PUT /api/groups/:id', { params: { id: group.id }, body: { leader_id: moves[at]?.person_id ?? null } })
  }
}

async function findOrMakeCourse({ call }: Person, given: DemoCourse, { school: { departments }, now, term }: Ground, key: Key) {
  const { items } = await call('GET /api/my-courses', { query: { conditions: JSON.stringify({ keyword: given.name }) } })
  const found = items.find(({ course_code }) => course_code === given.code)
  if (found) return found
  const { name, code, department, public_scope, outline, cover, byClass = false } = given
  const body = {
    name,
    course_code: code,
    // bound to its department by the id: managers of a part of the school see the courses of that part
    department: { id: departments.get(department) ?? null, name: department },
    public_scope,
    course_outline: outline,
    ...(term && { term_id: term }),
    cover_pattern: cover,
    class_distribution: byClass,
    start_date: dateOf(now, -weeksOfTerm.before),
    end_date: dateOf(now, weeksOfTerm.after),
  }
  return await onceKnown([400], () => call('POST /api/course', { body, ...key }))
}

async function addItems({ teacher, course, given, ground, once }: Made, wanted: (item: Item) => boolean) {
  const { call } = teacher
  const params = { id: course }
  const content = await onceKnown([403, 404], () => call('GET /api/courses/:id/content', { params }))
  for (const { name, items } of given.modules) {
    const module =
      content.modules.find((one) => one.name === name) ??
      (await call('POST /api/courses/:id/modules', { params, body: { name }, ...once('module', name) }))
    for (const item of items.filter(wanted)) {
      if (content.activities.some((one) => one.title === item.title)) continue
      const body = { module_id: module.id, ...(await draftOf(item, { teacher, given, ground, once })) }
      await onceKnown([400, 404], () => call('POST /api/courses/:id/activities', { params, body, ...once('activity', item.title) }))
    }
  }
}

async function draftOf(item: Item, { teacher, given, ground, once }: Omit<Made, 'course'>): Promise<ActivityDraft> {
  const { type, title, published, due, opens, closes } = item
  const common = {
    type,
    title,
    published: published !== false,
    ...(opens !== undefined && { start_time: dayAt(ground.now, opens, 8, 0) }),
    ...(due !== undefined && { due_time: dayAt(ground.now, due, 23, 59) }),
    ...(closes !== undefined && { end_time: dayAt(ground.now, closes, 23, 59) }),
  }
  switch (item.type) {
    case 'learning_activity':
      return { ...common, body: item.body, ...(item.points && { points: item.points }) }
    case 'page': {
      if (!item.picture) return { ...common, body: item.body }
      const { title: alt, line } = item.picture
      const id = await sent(teacher, await makePicture(item.picture, ground), once, { allow_download: false })
      const figure = `<figure><img data-upload="${id}" alt="${alt}, ${line}"><figcaption>${alt}, ${line}</figcaption></figure>`
      return { ...common, body: item.body.replace('{picture}', figure) }
    }
    case 'material': {
      const upload_ids: string[] = []
      for (const file of [item.file, ...(item.more ?? [])])
        upload_ids.push(await sent(teacher, await makeDocument(file, ground.folder), once, { allow_download: true }))
      return { ...common, upload_ids, ...(item.body && { body: item.body }) }
    }
    case 'online_video': {
      if ('link' in item) {
        const link = await teacher.call('POST /api/uploads', { body: { name: title, original_url: item.link }, ...once('link', title) })
        return { ...common, body: item.body, upload_ids: [link.id] }
      }
      const id = await sent(teacher, await makeFilm(item.film, ground), once, { allow_download: false })
      const language = given.language
      await teacher.call('PUT /api/uploads/:id/captions/:language', { params: { id, language }, body: { text: captionsOf(item.film) } })
      await teacher.call('PUT /api/uploads/:id/chapters', { params: { id }, body: { chapters: chaptersOf(item.film) } })
      return { ...common, upload_ids: [id] }
    }
  }
}

/** Enrols students by user number; the course service may not have applied the facts of new people yet. */
async function enrol({ teacher: { call }, given: { students, from, assistant }, course }: Made) {
  const params = { id: course }
  const user_nos = studentNos({ students, from })
  await onceKnown([400, 404], () => call('POST /api/courses/:id/enrollments', { params, body: { user_nos, role: 'student' } }))
  if (assistant)
    await onceKnown([400, 404], () =>
      call('POST /api/courses/:id/enrollments', { params, body: { user_nos: [assistant], role: 'instructor_assistant' } }),
    )
}
