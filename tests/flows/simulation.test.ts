// Simulation: a teacher who sees a course as another role has that role in every service; activity and upload answer them as they answer a
// student.
import { CallFailed, pathOf } from '@lyceum/kit/calls/client'
import { isWrite, methodAndPath, type Table } from '@lyceum/kit/calls/contract'
import { beforeAll, expect, test } from 'vitest'
import { contracts } from '../../services/contracts.ts'
import { pdf } from '../media.ts'
import { newSchool, product } from './product.ts'
import { makePlaces } from './rights/places.ts'
import { placeId, requests } from './rights/requests.ts'
import type { Person, School } from './school.ts'
import { send } from './send.ts'

let school: School, teacher: Person, colleague: Person, student: Person
let course: string, reader: string, draft: string, later: string, hidden: string, file: string
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )

beforeAll(async () => {
  school = await newSchool()
  ;[teacher, colleague, student] = await Promise.all([school.signIn('teacher'), school.signIn('assistant'), school.signIn('student')])
  course = (await teacher.call('POST /api/course', { body: { name: 'Marine Biology' } })).id
  const params = { id: course }
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [student.id], role: 'student' } })
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [colleague.id], role: 'instructor_assistant' } })
  file = (await send(teacher, 'Reader.pdf', pdf())).id
  const add = async (body: { type: 'page' | 'material'; title: string; published: boolean; upload_ids?: string[]; start_time?: string }) =>
    (await teacher.call('POST /api/courses/:id/activities', { params, body })).id
  reader = await add({ type: 'material', title: 'Course reader', upload_ids: [file], published: true })
  draft = await add({ type: 'page', title: 'Not ready', published: false })
  hidden = await add({ type: 'material', title: 'Answers', upload_ids: [file], published: false })
  later = await add({ type: 'page', title: 'Next year', published: true, start_time: '2100-01-01T00:00:00Z' })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
})

/** Each service's answers to this person about the same course. */
async function notificationsOf(who: Person) {
  const params = { id: course }
  const read = (id: string) => refusal(who.call('GET /api/activities/:id', { params: { id } }))
  const { activities } = await who.call('GET /api/courses/:id/content', { params })
  const play = await who.call('POST /api/activities/:id/play', { params: { id: reader }, body: {} })
  const whole = await fetch(new URL(`${play.urls.file}?download=true`, product().bytes))
  const blob = await who.send('GET', `/api/uploads/${file}/blob?scope=${school.id}&grant=${play.grant}`)
  return {
    titles: activities.map(({ title }) => title).toSorted(),
    draft: await read(draft),
    later: await read(later),
    download: play.download,
    bytes: whole.status,
    blob: blob.status < 400,
    watchers: await refusal(who.call('GET /api/activities/:id/watchers', { params: { id: reader }, query: {} })),
    change: await refusal(who.call('PUT /api/activities/:id', { params: { id: reader }, body: { title: 'Course reader' } })),
    code: await refusal(who.call('GET /api/course/:id/access_code', { params })),
  }
}
const see = (who: Person, active: 'instructor' | 'student' | 'visitor') =>
  who.call('PUT /api/course/:id/role', { params: { id: course }, body: { active } })

test('a simulating instructor is answered as a student by course, activity and upload, and as themselves again afterwards', async () => {
  // other people's writes arrive as facts
  for (const who of [student, colleague])
    await expect.poll(() => refusal(who.call('GET /api/activities/:id', { params: { id: reader } }))).toBe('ok')
  const [asStudent, asTeacher] = [await notificationsOf(student), await notificationsOf(colleague)]
  expect(asStudent).toMatchObject({ titles: ['Course reader', 'Next year'], draft: '404 activity.notFound', download: false, blob: false })
  expect(asTeacher).toMatchObject({
    titles: ['Answers', 'Course reader', 'Next year', 'Not ready'],
    draft: 'ok',
    download: true,
    change: 'ok',
  })
  await see(colleague, 'student')
  expect(await notificationsOf(colleague)).toEqual(asStudent)
  await see(colleague, 'instructor')
  expect(await notificationsOf(colleague)).toEqual(asTeacher)
})

test('nobody is notified of things done while simulating', async () => {
  await see(colleague, 'student')
  await colleague.call('POST /api/course/activities-read/:id', { params: { id: reader } })
  await see(colleague, 'instructor')
  const { items } = await teacher.call('GET /api/activities/:id/watchers', { params: { id: reader }, query: {} })
  expect(items.map(({ person }) => person.id)).toEqual([student.id])
})

test('of the writes in a course those open to a trial go on, every other is refused', async () => {
  const home = await newSchool()
  const { own } = await makePlaces(home, home, new Set(['own'] as const))
  const place = own!
  const who = await home.signIn('teacher')
  const role = (active: 'student' | 'instructor') =>
    who.call('PUT /api/course/:id/role', { params: { id: place.course }, body: { active } })
  // the calls that begin and end a simulation are never writes of a simulated role
  const simulates = (name: string) => /\/(role|preview|inspect)$/.test(name)
  // a marker's own comments are of no course
  const ofCourses = (at: string) => at !== 'markingComment'
  const writes = (['course', 'activity'] as const).flatMap((service) =>
    Object.entries(contracts[service] as Table).filter(
      ([name, { at, may }]) => at && ofCourses(at) && may !== 'internal' && isWrite(methodAndPath(name)[0]) && !simulates(name),
    ),
  )
  await role('student')
  const found: string[] = []
  /** A trial of their own: the attempt of the requests is another's, which nobody may write. */
  const begin = 'POST /api/activities/:id/attempts'
  const exam = await requests[begin]!({ where: 'own', place, who, home })
  const [, beginPath] = pathOf(begin, { params: exam.params })
  const begun = await who.send('POST', beginPath, { body: JSON.stringify(exam.body), headers: { 'content-type': 'application/json' } })
  const attempt = ((await begun.json()) as { id: string }).id
  for (const [name, call] of writes) {
    const tried = (await requests[name]?.({ where: 'own', place, who, home })) ?? { params: { id: placeId(place, call.at) ?? '' } }
    // some requests make a course for each try: the simulation is of this one
    const own = /course/i.test(call.at ?? '') ? place.course : call.at === 'attempt' && call.simulated === 'trial' ? attempt : undefined
    const params = own ? { ...tried.params, id: own } : tried.params
    const [method, path] = pathOf(name, { params, query: tried.query })
    const body = tried.body === undefined ? {} : { body: JSON.stringify(tried.body), headers: { 'content-type': 'application/json' } }
    const answer = await who.send(method, path, body)
    const text = await answer.text()
    const refused = answer.status === 403 || answer.status === 404 || text.includes('"simulation.readOnly"')
    const open = answer.ok || answer.status === 409
    if (call.simulated === 'trial' ? refused || !open : !refused) found.push(`${name}: ${answer.status} ${text.slice(0, 120)}`)
  }
  expect(found).toEqual([])
  expect(writes.filter(([, call]) => call.simulated === 'trial').map(([name]) => name)).toContain('POST /api/activities/:id/play')
  expect(writes.length).toBeGreaterThan(20)
  await role('instructor')
})

test('a simulated visitor sees nothing in any service, and can always leave', async () => {
  await see(colleague, 'visitor')
  expect(await refusal(colleague.call('GET /api/courses/:id', { params: { id: course } }))).toBe('403 simulation.visitor')
  expect(await refusal(colleague.call('GET /api/courses/:id/content', { params: { id: course } }))).toBe('403 simulation.visitor')
  expect(await refusal(colleague.call('POST /api/activities/:id/play', { params: { id: reader }, body: {} }))).toBe(
    '403 simulation.visitor',
  )
  expect(await see(colleague, 'instructor')).toEqual({ role: 'instructor_assistant', simulating: null })
})

test('a reader of a course sees drafts by inspecting it alone, opens their files, and changes nothing before or after', async () => {
  const [manager, faculty] = await Promise.all([school.signIn('manager'), school.signIn('faculty')])
  const params = { id: course }
  for (const who of [manager, faculty]) {
    const titles = async () => (await who.call('GET /api/courses/:id/content', { params })).activities.map(({ title }) => title)
    const change = () => refusal(who.call('PUT /api/activities/:id', { params: { id: reader }, body: { title: 'Course reader' } }))
    expect(await titles()).not.toContain('Not ready')
    expect(await change()).toBe('403 forbidden')
    expect(await refusal(who.call('PUT /api/course/:id/role', { params, body: { active: 'student' } }))).toBe('403 forbidden')
    await who.call('PUT /api/courses/:id/inspect', { params, body: { refer: '/user/courses' } })
    expect(await titles()).toContain('Not ready')
    const play = await who.call('POST /api/activities/:id/play', { params: { id: hidden }, body: {} })
    expect((await fetch(new URL(play.urls.file ?? '', product().bytes), { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    expect(await change()).toBe('403 forbidden')
    expect((await who.call('DELETE /api/courses/:id/inspect', { params })).refer).toBe('/user/courses')
    expect(await change()).toBe('403 forbidden')
  }
})
