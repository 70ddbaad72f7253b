// Tests of the results of an organisation's courses, for its managers.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { openPool } from '@lyceum/kit/database/connections'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScoredCourse, scoredCourse } from '../../test/scored-course.ts'

let env: ScoredCourse
let pool: pg.Pool
let open: string
let done: string
const [department, below, elsewhere, term] = [newId(), newId(), newId(), newId()]
beforeAll(async () => {
  env = await scoredCourse()
  pool = openPool(env.activities.databaseUrl, { max: 2 })
  const maya = await env.student('Maya')
  ;[open, done] = [await env.course(maya), await env.course(maya, await env.student('Noah'))]
  for (const [id, path] of [
    [department, [department]],
    [below, [department, below]],
    [elsewhere, [elsewhere]],
  ] as const)
    await pool.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Sea', $3, '', false, 1)`,
      [id, env.teacher.org, path],
    )
  const set = `update mirror.courses set name = $2, course_code = $3, department_id = $4, term_id = $5, academic_year = '2026–2027', semester = 'Autumn' where id = $1`
  await pool.query(set, [open, 'Arctic Seas', 'ARC', elsewhere, null])
  await pool.query(set, [done, 'Tides', 'TID', below, term])
  await env.teach('POST', env.path(done, 'results/final'))
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

type Query = Record<string, string>
const read = (query: Query = {}, actor = env.inspector) =>
  env.ok(actor, 'GET', `/api/management/results?${new URLSearchParams({ page_size: '100', ...query })}`)
const names = async (query: Query = {}, actor = env.inspector) =>
  (await read(query, actor)).items
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => ['Arctic Seas', 'Tides'].includes(name))

test('courses with their term, teachers and students; final ones since when and by whom', async () => {
  const { items } = await read({ q: 'tid' })
  expect(items).toMatchObject([
    {
      id: done,
      name: 'Tides',
      course_code: 'TID',
      academic_year: '2026–2027',
      semester: 'Autumn',
      people: 2,
      teachers: [{ name: 'Elena Petrova' }],
      final: { by: { name: 'Elena Petrova' } },
      reopened: null,
    },
  ])
  expect(await names()).toEqual(['Arctic Seas', 'Tides'])
})

test('narrowed by state, term, department and words, ordered, paged; anything else is refused at its field', async () => {
  expect([await names({ state: 'final' }), await names({ state: 'open' })]).toEqual([['Tides'], ['Arctic Seas']])
  expect([await names({ term_id: term }), await names({ term_id: newId() })]).toEqual([['Tides'], []])
  expect([await names({ department_id: department }), await names({ department_id: elsewhere })]).toEqual([['Tides'], ['Arctic Seas']])
  expect(await names({ sort: 'name', order: 'descending' })).toEqual(['Tides', 'Arctic Seas'])
  expect(await names({ sort: 'final' })).toEqual(['Tides', 'Arctic Seas'])
  const page = await read({ page: '2', page_size: '1' })
  expect([page.items.length, page.total >= 2]).toEqual([1, true])
  for (const wrong of [
    { state: 'x' },
    { term_id: '1' },
    { department_id: '1' },
    { q: 'x'.repeat(101) },
    { sort: 'people' },
    { page_size: '101' },
  ] as Query[])
    expect((await env.refused('GET', `/api/management/results?${new URLSearchParams(wrong)}`, undefined, env.inspector)).status).toBe(400)
})

test('a manager of a department reads its courses; others, who may reopen no results, read none', async () => {
  const bound = { ...env.inspector, department }
  expect(await names({}, bound)).toEqual(['Tides'])
  expect(await names({ department_id: elsewhere }, bound)).toEqual([])
  const workgroup: Actor = { ...env.inspector, roles: ['wg_admin'], can: undefined }
  for (const actor of [env.teacher, await env.student('Ida'), workgroup])
    expect((await env.refused('GET', '/api/management/results', undefined, actor)).status).toBe(403)
})

test('reopened against an older version: 409, nothing changed; then with the reason in the list', async () => {
  const [{ version }] = (await read({ q: 'tides' })).items
  const reopen = (of: number) => ['POST', env.path(done, 'results/reopen'), { reason: 'A mistake', version: of }] as const
  const [method, url, body] = reopen(version - 1)
  expect(await env.refused(method, url, body, env.inspector)).toMatchObject({ status: 409, code: 'scorePolicy.newer' })
  expect(await names({ state: 'final' })).toEqual(['Tides'])
  await env.ok(env.inspector, ...reopen(version))
  const [now] = (await read({ q: 'tides' })).items
  expect(now).toMatchObject({ final: null, reopened: { by: { name: 'Grace Lindqvist' }, reason: 'A mistake' } })
})
