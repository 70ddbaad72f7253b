// An item made by hand goes to the bin with its scores, and comes back with them as they were.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeBin } from '../../course-life/bin/bin.ts'
import { binLifetime } from '../../activity/lifetime.ts'
import { releaseDue } from '../scores/release-scores.ts'
import { type ScoredCourse, scoredCourse } from '../../test/scored-course.ts'

let env: ScoredCourse
let pool: pg.Pool
let [maya, noah]: Actor[] = []
beforeAll(async () => {
  env = await scoredCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
  ;[maya, noah] = [await env.student('Maya'), await env.student('Noah')]
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
async function scored() {
  const course = await env.course(maya!, noah!)
  const [oral, essay] = [await env.item(course), await env.item(course, { title: 'Essay', release: 'by_hand' })]
  const cell = (item: { id: string }, who: Actor, points: string, more: object = {}) => ({
    item_id: item.id,
    person_id: who.person,
    points,
    ...more,
  })
  await env.write(course, cell(oral, maya!, '9', { comment: 'Clear.' }), cell(oral, noah!, '4'), cell(essay, maya!, '5'))
  return { course, oral, essay }
}
const scoresOf = async (item: string) =>
  (
    await env.db.query(
      'select person_id, points, state, comment, released, released_at, release_at, by_id from scores where item_id = $1 order by person_id',
      [item],
    )
  ).rows
const restore = (item: string, who = env.teacher) => env.refused('PUT', `/api/score-items/${item}/restore`, undefined, who)
const factsOf = async (type: string, item: string) => (await env.facts(type)).filter(({ item_id }) => item_id === item)

test('shown to nobody and counted nowhere while it is there, and back exactly, with who and when', async () => {
  const { course, oral } = await scored()
  const [before, book] = [await scoresOf(oral.id), await env.book(course)]
  const seen = (await env.mine(course, maya!)).items
  expect(await env.result(course, maya!)).toMatchObject({ percent: '70.0' })
  expect((await env.call(maya!, 'DELETE', `/api/score-items/${oral.id}`)).status).toBe(403)
  await env.teach('DELETE', `/api/score-items/${oral.id}?version=${oral.version}`)
  expect(await env.result(course, maya!)).toMatchObject({ percent: '50.0' })
  expect(await env.result(course, noah!)).toMatchObject({ percent: null })
  expect((await env.mine(course, maya!)).items.map(({ title }: { title: string }) => title)).not.toContain('Oral')
  expect(await factsOf('ScoreWithdrawn', oral.id)).toHaveLength(2)
  expect((await env.teach('GET', `/api/courses/${course}/bin`)).items).toMatchObject([
    { id: oral.id, kind: 'score_item', title: 'Oral', deleted_by: { name: 'Elena Petrova' } },
  ])
  expect((await restore(oral.id, maya!)).status).toBe(403)
  expect(await restore(oral.id)).toMatchObject({ status: 200, item: { id: oral.id, title: 'Oral', points: '10' }, task: null })
  expect(await scoresOf(oral.id)).toEqual(before)
  type Row = { cells: string }
  const rows = ({ students }: { students: Row[] }) => students.map((one) => ({ ...one, cells: JSON.parse(one.cells) }))
  expect(rows(await env.book(course))).toEqual(rows(book))
  expect((await env.mine(course, maya!)).items).toEqual(seen)
  const [withdrawn, released] = [await factsOf('ScoreWithdrawn', oral.id), await factsOf('ScoreReleased', oral.id)]
  for (const { person_id, version } of withdrawn)
    expect(Number(released.findLast((one) => one.person_id === person_id).version)).toBeGreaterThan(Number(version))
  // those that come back are no news
  expect(released.map(({ again }) => again)).toEqual([false, false, true, true])
  const { items: changes } = await env.teach('GET', `/api/score-items/${oral.id}/history/${maya!.person}`)
  const named = { by: { id: env.teacher.person, name: 'Elena Petrova' }, at: expect.any(String) }
  expect(changes.filter(({ what }: { what: string }) => what !== 'written')).toMatchObject([
    { what: 'released', ...named },
    { what: 'withdrawn', ...named },
  ])
  const lines = await env.db.query('select action, actor::text as actor from kit.audit where subject = $1 order by at', [
    `scoreItem:${oral.id}`,
  ])
  expect(lines.rows.slice(-2)).toMatchObject([
    { action: 'scoreItem.deleted', actor: env.teacher.person },
    { action: 'scoreItem.restored', actor: env.teacher.person },
  ])
  expect(await restore(oral.id)).toMatchObject({ status: 404 })
})

test('a score whose time comes is not shown from the bin; it is when the item is back', async () => {
  const { course, essay } = await scored()
  await env.teach('POST', env.path(course, 'scores/release'), {
    item_ids: [essay.id],
    person_ids: [maya!.person],
    at: inDays(1).toISOString(),
  })
  await env.teach('DELETE', `/api/score-items/${essay.id}`)
  await releaseDue(plain(pool), inDays(2), 500)
  expect(await scoresOf(essay.id)).toMatchObject([{ released: false, release_at: expect.any(Date) }])
  await restore(essay.id)
  await releaseDue(plain(pool), inDays(2), 500)
  expect(await scoresOf(essay.id)).toMatchObject([{ released: true, release_at: null }])
})

test('of an activity too: its scores wait for it in the bin, and those that a teacher has hidden stay hidden when it is back', async () => {
  const course = await env.course(maya!)
  const make = () => env.activity(course, { release: 'at_time', release_time: inDays(1).toISOString() })
  const [shown, hidden] = [await make(), await make()]
  for (const { item } of [shown, hidden]) await env.write(course, { item_id: item.id, person_id: maya!.person, points: '8' })
  const [comes, goes] = [`/api/activities/${shown.activity.id}`, `/api/activities/${hidden.activity.id}`]
  await env.teach('DELETE', comes)
  await releaseDue(plain(pool), inDays(2), 500)
  expect(await scoresOf(shown.item.id)).toMatchObject([{ released: false }])
  expect(await scoresOf(hidden.item.id)).toMatchObject([{ released: true }])
  await env.teach('POST', env.path(course, 'scores/withdraw'), { item_ids: [hidden.item.id] })
  await env.teach('DELETE', goes)
  for (const path of [comes, goes]) await env.teach('PUT', `${path}/restore`)
  await releaseDue(plain(pool), inDays(2), 500)
  expect(await scoresOf(shown.item.id)).toMatchObject([{ released: true }])
  expect(await scoresOf(hidden.item.id)).toMatchObject([{ released: false }])
  expect(await factsOf('ScoreReleased', hidden.item.id)).toHaveLength(1)
})

test('final results refuse both', async () => {
  const { course, oral, essay } = await scored()
  await env.teach('DELETE', `/api/score-items/${essay.id}`)
  await env.teach('POST', env.path(course, 'results/final'))
  for (const [method, path] of [
    ['DELETE', oral.id],
    ['PUT', `${essay.id}/restore`],
  ] as const)
    expect(await env.refused(method, `/api/score-items/${path}`)).toMatchObject({ status: 409, code: 'results.final' })
})

test('after 30 days it is forgotten with its scores', async () => {
  const { oral, essay } = await scored()
  for (const { id } of [oral, essay]) await env.teach('DELETE', `/api/score-items/${id}`)
  await env.db.query('update score_items set deleted_at = now() - $2::interval where id = $1', [
    oral.id,
    `${binLifetime + 1000} milliseconds`,
  ])
  expect(await restore(oral.id)).toMatchObject({ status: 404 })
  await purgeBin(plain(pool), new Date(), 500)
  expect([await scoresOf(oral.id), (await scoresOf(essay.id)).length]).toEqual([[], 1])
  expect(await restore(essay.id)).toMatchObject({ status: 200 })
})
