// Marks on works: written by the id and version that a page knows, repeated without harm, seen by whom they are for.
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'
import { mostMarks } from './api.ts'

let env: TestCourse
let file: string
beforeAll(async () => {
  env = await testCourse()
  file = newId()
  await env.inCourse(env.teacher, 'POST', `/api/courses/${env.course}/enrollments`, { person_ids: [env.other.person], role: 'instructor' })
})
afterAll(() => env?.stop())

const work = async (settings: object = {}) => {
  const body = { type: 'homework', title: 'Salinity', published: true, points: '20', settings }
  const { id: activity } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)
  const id = await handIn(env, activity, env.student, { files: [{ upload_id: file, name: 'Maya_Tan.pdf', size: 9 }] })
  return { id, activity: activity as string }
}
const pen = { n: 1, page: 1, kind: 'pen', shape: { points: [10, 10, 20.5, 30], width: 2 }, text: '', colour: '#d1242f', version: 0 }
const put = (id: string, mark: string, body: object = {}, who = env.teacher) =>
  env.call(who, 'PUT', `/api/submissions/${id}/marks/${mark}`, { ...pen, upload_id: file, ...body })
const remove = (id: string, mark: string, query = '', who = env.teacher) =>
  env.call(who, 'DELETE', `/api/submissions/${id}/marks/${mark}${query}`)
const list = async (id: string, who = env.teacher) => (await env.ok(who, 'GET', `/api/submissions/${id}/marks?n=1`)).items

test('a write that is repeated changes nothing; one by an older version is refused with the other', async () => {
  const { id } = await work()
  const mark = newId()
  const first = await put(id, mark)
  expect(first.body).toMatchObject({ id: mark, version: 1, shape: pen.shape, marker: { id: env.teacher.person } })
  expect((await put(id, mark)).body).toEqual(first.body)
  expect((await put(id, mark, { colour: '#1f6feb', version: 1 }, env.other)).body).toMatchObject({
    version: 2,
    marker: { id: env.teacher.person },
  })
  const late = await put(id, mark, { colour: '#000000', version: 1 })
  expect(late.body).toMatchObject({ code: 'mark.newer', params: { version: 2, colour: '#1f6feb' } })
  expect(await list(id)).toMatchObject([{ id: mark, version: 2 }])
})

test('a deleted mark comes back by its next writing; deleting twice is deleting once', async () => {
  const { id } = await work()
  const mark = newId()
  await put(id, mark)
  expect((await remove(id, mark, '?version=0')).body.code).toBe('mark.newer')
  expect((await remove(id, mark, '?version=1')).body).toEqual({ version: 2 })
  expect((await remove(id, mark, '?version=1')).body).toEqual({ version: 2 })
  expect(await list(id)).toEqual([])
  expect((await put(id, mark, { version: 1 })).body).toMatchObject({ code: 'mark.newer', params: { deleted: true } })
  expect((await put(id, mark, { version: 2 })).body.version).toBe(3)
  expect(await list(id)).toHaveLength(1)
  expect((await remove(id, newId())).status).toBe(404)
})

describe('a mark is refused', () => {
  let shared: string | undefined
  test.each([
    ['on a file that is not in the version', { upload_id: newId() }, 400, 'upload_id', 'mark.wrongFile'],
    ['on a version that there is not', { n: 2 }, 400, 'n', 'marking.noVersion'],
    [
      'with more than 2,000 points',
      { shape: { points: Array.from({ length: 4002 }, () => 1), width: 1 } },
      400,
      'shape.points',
      'field.tooMany',
    ],
    ['with a text of more than 4,000 characters', { text: 'x'.repeat(4001) }, 400, 'text', 'field.tooLong'],
    ['with a shape of another kind', { kind: 'text', text: 'Why?' }, 400, 'shape.points', 'field.unknown'],
    ['with fields that nobody knows', { shape: { points: [1, 2], width: 1, person: 'x' } }, 400, 'shape.person', 'field.unknown'],
    ['with another colour than a colour', { colour: 'url(x)' }, 400, 'colour', 'field.format'],
  ])('%s', async (_, body, status, field, code) => {
    const id = (shared ??= (await work()).id)
    const answer = await put(id, newId(), body)
    expect([answer.status, answer.body.details[field]?.[0].code]).toEqual([status, code])
  })
  test('that is on another work, and one of too many', async () => {
    const [{ id }, other] = [await work(), await work()]
    const mark = newId()
    await put(id, mark)
    expect((await put(other.id, mark)).body.code).toBe('mark.otherWork')
    await env.db.query(
      `
      insert into marks (id, submission_id, n, page, kind, shape, text, colour, slot, version, updated_at)
      select gen_random_uuid(), $1, 1, 1, 'pen', '{}', '', '#000000', 0, 1, now() from generate_series(2, ${mostMarks})`,
      [id],
    )
    expect((await put(id, newId())).body).toMatchObject({ code: 'mark.tooMany', params: { most: mostMarks } })
    expect((await put(id, mark, { version: 1, colour: '#000000' })).status).toBe(200)
  })
  test('of a student', async () => {
    const { id } = await work()
    expect((await put(id, newId(), {}, env.student)).status).toBe(403)
  })
})

test('two markers see their own marks alone until both are done, and change no other’s', async () => {
  const { id } = await work({ second_marker: true })
  const [mine, theirs] = [newId(), newId()]
  await put(id, mine)
  await put(id, theirs, {}, env.other)
  const ids = async (who = env.teacher) => (await list(id, who)).map((one: { id: string }) => one.id)
  expect([await ids(), await ids(env.other), await ids(env.manager)]).toEqual([[mine], [theirs], []])
  expect((await put(id, theirs, { version: 1, colour: '#000000' })).body.code).toBe('mark.notYours')
  expect((await remove(id, theirs)).body.code).toBe('mark.notYours')
  expect((await put(id, newId(), {}, env.manager)).body.code).toBe('marking.slotsTaken')
  for (const who of [env.teacher, env.other]) {
    const { marking } = await env.ok(who, 'GET', `/api/submissions/${id}/marking`)
    await env.ok(who, 'PUT', `/api/submissions/${id}/marking`, { n: 1, points: '5', done: true, version: marking.version })
  }
  expect((await ids()).toSorted()).toEqual([mine, theirs].toSorted())
  expect((await put(id, newId())).body.code).toBe('marking.bothDone')
})

test('a student reads the marks once the work is returned, without the names of markers', async () => {
  const { id, activity } = await work()
  await put(id, newId(), { kind: 'comment', shape: { x: 1, y: 2 }, text: 'Which source?' })
  const mine = (who = env.student) => env.call(who, 'GET', `/api/activities/${activity}/my-submission/marks?n=1`)
  expect((await mine()).body).toEqual({ items: [] })
  await env.db.query(`update submissions set state = 'returned', returned_at = now() where id = $1`, [id])
  expect((await mine()).body).toMatchObject({ items: [{ text: 'Which source?', marker: null }] })
  expect((await mine(env.teacher)).body).toEqual({ items: [] })
  // given points, it is shown with them
  await env.ok(env.teacher, 'PUT', `/api/submissions/${id}/marking`, { n: 1, points: '5', done: true, version: 0 })
  await env.db.query(`update activities set release = 'by_hand' where id = $1`, [activity])
})

test('an erased marker is nobody, and their comment bank is gone', async () => {
  const { id } = await work()
  const mark = newId()
  const gone = env.manager
  await put(id, mark, {}, gone)
  await env.ok(gone, 'PUT', `/api/submissions/${id}/marking`, { n: 1, points: '5', version: 0 })
  await env.ok(gone, 'POST', '/api/marking/comments', { text: 'Good' })
  const { eraseMarker } = await import('../marking/erasure.ts')
  const { plain } = await import('@lyceum/kit/database/database')
  await eraseMarker(plain(env.db), gone.person)
  expect(await list(id)).toMatchObject([{ id: mark, marker: null }])
  expect(await env.ok(env.teacher, 'GET', `/api/submissions/${id}/marking`)).toMatchObject({ marking: { points: '5', marker: null } })
  expect((await env.db.query('select 1 from marking_comments where person_id = $1', [gone.person])).rowCount).toBe(0)
})
