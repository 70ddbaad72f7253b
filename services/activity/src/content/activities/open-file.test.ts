// The file that an address alone names: a grant for whoever may open an activity with it, and nothing for everybody else.
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'

let env: TestCourse, teacher: Actor, student: Actor
beforeAll(async () => {
  env = await testCourse()
  ;({ teacher, student } = env)
})
afterAll(() => env?.stop())

const pdf = (owner = teacher) => env.upload(owner, { name: 'tides.pdf', type: 'document', videos: [] })
const add = async (draft: object, course = env.course): Promise<string> =>
  (await env.ok(teacher, 'POST', `/api/courses/${course}/activities`, { type: 'material', title: 'To read', published: true, ...draft })).id
const opens = async (who: Actor, upload: string): Promise<string[]> => {
  const { items } = await env.ok(who, 'GET', `/api/activity-files/${upload}`)
  return items.map((item: { upload_id: string; grant: string }) => (item.grant ? item.upload_id : 'no grant'))
}
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a student opens a file of an activity, and one in its text', async () => {
  const [file, inText] = [await pdf(), await pdf()]
  await add({ upload_ids: [file] })
  await add({ type: 'homework', body: `<p><a data-upload="${inText}" href="#">tides.pdf</a></p>`, points: '10' })
  expect(await opens(student, file)).toEqual([file])
  expect(await opens(student, inText)).toEqual([inText])
})

test('the second activity opens it where the first may not be seen', async () => {
  const file = await pdf()
  await add({ upload_ids: [file] })
  await add({ upload_ids: [file], published: false })
  expect(await opens(student, file)).toEqual([file])
})

test('an open one is found behind many newer ones that are not', async () => {
  const file = await pdf()
  await add({ upload_ids: [file] })
  for (let nth = 0; nth < 21; nth++) await add({ upload_ids: [file], ...(nth % 2 ? { published: false } : { start_time: soon(1) }) })
  expect(await opens(student, file)).toEqual([file])
})

test('its owner gets none: their own right is wider', async () => {
  const file = await pdf()
  await add({ upload_ids: [file] })
  expect(await opens(teacher, file)).toEqual([])
})

test('nothing of a draft, of what is not open yet, is locked, deleted, or in a hidden module', async () => {
  const first = await add({ type: 'page' })
  const hidden = (await env.ok(teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Later', published: false })).id
  const files = await Promise.all(['draft', 'early', 'locked', 'deleted', 'in a hidden module'].map(() => pdf()))
  const [draft, early, locked, deleted, inHidden] = files as [string, string, string, string, string]
  const [reader, colleague] = [await newStudent(env, 'Reader'), await newStudent(env, 'Colleague')]
  await env.db.query(`update mirror.members set role = 'instructor' where person_id = $1`, [colleague.person])
  await add({ upload_ids: [draft], published: false })
  await add({ upload_ids: [early], start_time: soon(1) })
  await add({ upload_ids: [locked], prerequisite_ids: [first] })
  const gone = await add({ upload_ids: [deleted] })
  await env.ok(teacher, 'DELETE', `/api/activities/${gone}`)
  await add({ upload_ids: [inHidden], module_id: hidden })
  for (const file of files) expect(await opens(reader, file)).toEqual([])
  // who teaches opens all but the deleted one
  expect((await Promise.all(files.map((file) => opens(colleague, file)))).flat()).toEqual([draft, early, locked, inHidden])
})

test('nothing of a work that was handed in, of a course that one is not in, of one that is hidden, after the end of a video', async () => {
  const [work, elsewhere, over] = [await pdf(student), await pdf(), await env.upload(teacher)]
  const homework = await add({ type: 'homework', points: '10' })
  await handIn(env, homework, student, { files: [{ upload_id: work, name: 'work.pdf', size: 500 }] })
  const peer = await newStudent(env, 'Peer')
  for (const who of [peer, teacher]) expect(await opens(who, work)).toEqual([])
  const video = await add({ type: 'online_video', upload_ids: [over] })
  expect(await opens(student, over)).toEqual([over])
  await env.ok(teacher, 'PUT', `/api/activities/${video}`, { end_time: soon(-1) })
  expect(await opens(student, over)).toEqual([])
  const other = (await env.inCourse(teacher, 'POST', '/api/course', { name: 'Estuaries' })).body.id
  await add({ upload_ids: [elsewhere] }, other)
  expect(await opens(student, elsewhere)).toEqual([])
  await env.inCourse(teacher, 'POST', `/api/courses/${other}/enrollments`, { person_ids: [student.person], role: 'student' })
  expect(await opens(student, elsewhere)).toEqual([])
  await env.inCourse(teacher, 'PUT', `/api/courses/${other}/publish`, { published: true })
  expect(await opens(student, elsewhere)).toEqual([elsewhere])
  expect(await opens(student, newId())).toEqual([])
  expect((await env.call(undefined, 'GET', `/api/activity-files/${elsewhere}`)).status).toBe(401)
})
