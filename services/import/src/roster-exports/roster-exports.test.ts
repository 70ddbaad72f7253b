// Tests of a register as OneRoster, and of its way back in: what goes out comes in without a change.
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '@lyceum/kit/test/wait'
import { type Rosters, testRosters } from '../test/rosters.ts'
import { namesOf, termOf } from './oneroster-tables.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

async function exported(body: object = { kind: 'oneroster' }) {
  const { status, body: begun } = await it.send('POST', '/api/data-import/exports', body)
  expect(status, JSON.stringify(begun)).toBe(202)
  const read = async () => (await it.db.query('select state, result, error from kit.tasks where id = $1', [begun.task])).rows[0]
  await until(async () => (await read()).state !== 'running')
  return await read()
}
const textsOf = (upload: string) =>
  Object.fromEntries(Object.entries(unzipSync(it.owners.bytesOf(upload))).map(([name, bytes]) => [name, strFromU8(bytes)]))

const people = Array.from(
  { length: 700 },
  (_, n) => `p${n},00${n},${n % 2 ? `张伟${n}`.slice(0, 2) : `Nurul Izzah ${n}`},+6012345${n},student,D1`,
)
const fill = async () => {
  await it.apply(await it.check('departments', 'id,name,code,parent\nD1,"Reefs, ""deep""",RF,D2\nD2,Sea,SE,\n'))
  await it.apply(await it.check('people', `id,user_no,name,mobile_phone,roles,department\n${people.join('\n')}\n`))
  await it.apply(
    await it.check(
      'courses',
      'id,name,course_code,academic_year,semester,start_date,end_date,department\nC1,Tides,T1,2026-2027,Autumn,2026-09-01,2027-01-15,D1\nC2,Currents,,,,,,\n',
    ),
  )
  await it.apply(await it.check('enrolments', 'id,course,person,role\nE1,C1,p0,student\nE2,C1,p1,instructor\nE3,C2,p2,student\n'))
}

test('a register that goes out comes in again without a change, in pages, with names of every kind', async () => {
  await fill()
  // the stand-in has only fields that it was sent: those of the standard after one round
  const once = await exported({ kind: 'oneroster', source: 'register' })
  await it.apply(await it.check('oneroster', [once.result.upload], { source: 'register' }))
  const { state, result } = await exported({ kind: 'oneroster', source: 'register' })
  expect([state, result]).toMatchObject(['finished', { name: 'oneroster.zip', people: 700, courses: 2 }])
  const texts = textsOf(result.upload)
  expect(Object.keys(texts).sort()).toEqual(
    ['academicSessions', 'classes', 'courses', 'enrollments', 'manifest', 'orgs', 'roles', 'users'].map((name) => `${name}.csv`),
  )
  expect(texts['users.csv']!.split('\r\n')).toHaveLength(702)
  expect(texts['users.csv']).toContain('+60123450')
  expect(texts['manifest.csv']).toContain('file.users,bulk')
  it.owners.calls.length = 0
  const run = await it.check('oneroster', [result.upload], { source: 'register' })
  expect(run).toMatchObject({ state: 'ready', removals: 0, holds: [] })
  expect(run.counts.map(({ kind, made, changed, left, refused }) => [kind, made + changed + left + refused])).toEqual(
    ['departments', 'people', 'courses', 'enrolments'].map((kind) => [kind, 0]),
  )
})

test('rights that are taken away end it, and a kind or source that is none is refused', async () => {
  await fill()
  it.owners.onCall = ({ path }) => (path === '/api/roster/courses' ? 403 : undefined)
  expect(await exported()).toMatchObject({ state: 'failed', error: { code: 'roster.rightsChanged' } })
  expect((await it.send('POST', '/api/data-import/exports', { kind: 'people' })).status).toBe(400)
  expect((await it.send('POST', '/api/data-import/exports', { kind: 'oneroster', source: 'no source!' })).status).toBe(400)
})

test('names are joined again as they were, and terms are one for the same days', () => {
  for (const name of ['张伟', '欧阳 修', 'Nurul Izzah binti Hamid', 'Madonna', '王', 'Ann 李'])
    expect([name, joined(namesOf(name))]).toEqual([name, name])
  const term = { academic_year: '2026', semester: '1', start_date: null, end_date: null }
  expect(termOf(term)).toBe(termOf({ ...term }))
  expect(termOf({ ...term, semester: '2' })).not.toBe(termOf(term))
  expect(termOf({ academic_year: null, semester: null, start_date: null, end_date: null })).toBeUndefined()
})
/** As data-imports/oneroster.ts joins them. */
const joined = ([given, family]: [string, string]) =>
  /^\p{Script=Han}+$/u.test(family + given) ? family + given : [given, family].filter(Boolean).join(' ')
