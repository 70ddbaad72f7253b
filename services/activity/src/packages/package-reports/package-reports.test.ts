// Reports on packages: people by items, interactions and journal, the table, the bin; what goes with its activity and its person.
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { plain } from '@lyceum/kit/database/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent } from '../../test/course.ts'
import { item, type PackageCourse, packageCourse } from '../../test/packages.ts'
import { deleteOldEntries, trimJournal } from '../package-attempts/journal.ts'
import { purgeBinned, purgeTrials } from '../upkeep.ts'
import { interactionsOf } from './detail.ts'

let env: PackageCourse
let identity: TestProducer
beforeAll(async () => {
  env = await packageCourse()
  identity = await testProducer(env.activities.world, 'identity')
})
afterAll(async () => {
  await identity?.stop()
  await env?.stop()
})

const done = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '80' }
const list = (activity: string, conditions: object = {}) =>
  env.ok(env.teacher, 'GET', `/api/activities/${activity}/package-attempts?conditions=${encodeURIComponent(JSON.stringify(conditions))}`)
const names = async (activity: string, conditions: object) =>
  (await list(activity, conditions)).items.map(({ person }: { person: { name: string } }) => person.name)
const one = (activity: string, attempt: string) => `/api/activities/${activity}/package-attempts/${attempt}`
const count = async (table: string, attempt: string) =>
  (await env.db.query(`select count(*)::int as n from ${table} where attempt_id = $1`, [attempt])).rows[0].n as number

test('students with their attempts and the items of the last one', async () => {
  const [ada, bob] = [await newStudent(env, 'Ada Lovelace'), await newStudent(env, '=Bob')]
  const activity = await env.add({ settings: { attempts: { most: null, new: 'always' } } }, { items: [item('a'), item('b')] })
  const first = await env.play(activity, ada)
  await first.save({ ...done, 'cmi.core.session_time': '00:00:00' })
  const second = await env.play(activity, ada, { new: true, take_over: true })
  await second.save({ 'cmi.core.lesson_status': 'incomplete' }, { sco: 'b' })
  await (await env.play(activity, bob)).save({ 'cmi.core.lesson_status': 'failed' })
  await (await env.play(activity, env.teacher)).save(done)
  const page = await list(activity)
  expect(page.package_items).toEqual([item('a'), item('b')])
  expect(page.total).toBeGreaterThanOrEqual(3)
  const row = page.items.find(({ person }: { person: { id: string } }) => person.id === ada.person)
  expect(row.attempts).toMatchObject([
    { n: 1, status: 'incomplete', success: 'unknown', score: '80', ended_at: second.begun.attempt.started_at },
    { n: 2, status: 'incomplete', ended_at: null },
  ])
  expect(row.items).toEqual([{ sco: 'b', status: 'incomplete', success: 'unknown', score: null, seconds: 0 }])
  expect(await names(activity, { keyword: 'lovel' })).toEqual(['Ada Lovelace'])
  expect(await names(activity, { state: 'incomplete' })).toEqual(['=Bob', 'Ada Lovelace'])
  expect(await names(activity, { state: 'passed' })).toEqual([])
  expect((await names(activity, { state: 'none' })).includes('Ada Lovelace')).toBe(false)
  expect(await names(activity, { keyword: '100%' })).toEqual([])
  const wrong = await env.call(env.teacher, 'GET', `/api/activities/${activity}/package-attempts?conditions={"state":"x"}`)
  expect([wrong.status, Object.keys(wrong.body.details)]).toEqual([400, ['conditions.state']])
  const { csv, name } = await env.ok(env.teacher, 'GET', `/api/activities/${activity}/package-attempts/csv`)
  const lines = csv.trim().split(/\r?\n/)
  expect([name, lines.length, lines.some((line: string) => line.startsWith('='))]).toEqual(['Safety in the laboratory.csv', 4, false])
  for (const [method, address] of [
    ['GET', `/api/activities/${activity}/package-attempts`],
    ['GET', one(activity, first.id)],
    ['DELETE', `${one(activity, first.id)}?version=1`],
  ] as const)
    expect((await env.call(ada, method, address)).status).toBe(403)
})

test('an attempt with what was answered and its journal, the newest first', async () => {
  const ada = await newStudent(env, 'Ada Lovelace')
  const activity = await env.add()
  const { save, id } = await env.play(activity, ada)
  const interaction = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`cmi.interactions.0.${name}`, value]))
  await save(
    interaction({ id: 'q1', type: 'choice', student_response: 'b', result: 'wrong', 'correct_responses.0.pattern': 'a', time: '10:00:00' }),
    { at: '1999-01-01T00:00:00Z' },
  )
  await save({ 'cmi.suspend_data': 'x'.repeat(300), 'cmi.core.score.raw': 'much' }, { end: true })
  const detail = await env.ok(env.teacher, 'GET', one(activity, id))
  expect(detail).toMatchObject({
    person: { id: ada.person, name: 'Ada Lovelace' },
    kind: 'scorm12',
    attempt: { n: 1, status: 'completed' },
  })
  expect(detail.interactions).toMatchObject([{ sco: 'a', n: 0, id: 'q1', type: 'choice', response: 'b', correct: ['a'], result: 'wrong' }])
  expect(detail.journal).toMatchObject({
    total: 2,
    items: [
      { seq: 2, end: true, refused: { 'cmi.core.score.raw': 'number' }, set: { 'cmi.suspend_data': `${'x'.repeat(200)}…` } },
      { seq: 1, end: false, refused: {} },
    ],
  })
  // the clock of the device cannot be right
  expect(Date.now() - Date.parse(detail.journal.items[1].at)).toBeLessThan(60_000)
  expect((await env.call(env.teacher, 'GET', one(await env.add(), id))).status).toBe(404)
  const second = { 'cmi.interactions.10.learner_response': 'x', 'cmi.interactions.2.id': 'y' }
  expect(interactionsOf({ sco: 'a', data: second }).map(({ n }) => n)).toEqual([2, 10])
})

test('the journal keeps the newest, and nothing for longer than 90 days', async () => {
  const { save, id } = await env.play(await env.add(), await newStudent(env, 'Ada Lovelace'))
  await save(done)
  await env.db.query(
    `insert into sco_journal (attempt_id, seq, sco, at, elements, ended, refused) select $1, n, 'a', now(), '{}', false, '{}' from generate_series(2, 700) n`,
    [id],
  )
  await trimJournal(plain(env.db), id, 700)
  expect(await count('sco_journal', id)).toBe(500)
  await env.db.query(`update sco_journal set at = now() - interval '91 days' where attempt_id = $1 and seq < 300`, [id])
  await deleteOldEntries(plain(env.db), new Date(), 1000)
  expect(await count('sco_journal', id)).toBe(401)
})

test('one in the bin counts no more, gives its place back, and comes back with its score', async () => {
  const ada = await newStudent(env, 'Ada Lovelace')
  const activity = await env.add({ points: '10', settings: { attempts: { most: 1, new: 'never' } } })
  const { save, id } = await env.play(activity, ada)
  await save(done)
  const score = () => env.scoreOf(activity, ada.person)
  const { attempt } = await env.ok(env.teacher, 'GET', one(activity, id))
  const old = await env.call(env.teacher, 'DELETE', `${one(activity, id)}?version=${attempt.version - 1}`)
  expect([old.status, old.body.code, await score()]).toEqual([409, 'packageAttempt.newer', '8'])
  await env.ok(env.teacher, 'DELETE', `${one(activity, id)}?version=${attempt.version}`)
  expect([await score(), (await env.view(activity, ada)).attempt]).toEqual([null, null])
  expect(await names(activity, { deleted: true })).toEqual(['Ada Lovelace'])
  expect((await env.view(activity, ada)).left).toBe(1)
  await env.ok(env.teacher, 'PUT', `${one(activity, id)}/restore`)
  expect([await score(), (await env.view(activity, ada)).attempt.id]).toEqual(['8', id])
  const again = await env.ok(env.teacher, 'GET', one(activity, id))
  await env.ok(env.teacher, 'DELETE', `${one(activity, id)}?version=${again.attempt.version}`)
  await env.db.query(`update package_attempts set deleted_at = now() - interval '31 days' where id = $1`, [id])
  expect((await env.call(env.teacher, 'PUT', `${one(activity, id)}/restore`)).status).toBe(404)
  expect(await purgeBinned(plain(env.db), new Date(Date.now() - 30 * 86_400_000), 10)).toBe(1)
  expect([await count('sco_states', id), await count('sco_journal', id)]).toEqual([0, 0])
})

test('trials go after a week, attempts with their person', async () => {
  const ada = await newStudent(env, 'Ada Lovelace')
  const activity = await env.add()
  const [trial, real] = [await env.play(activity, env.teacher), await env.play(activity, ada)]
  await trial.save(done)
  await real.save(done)
  await env.db.query(`update package_attempts set started_at = now() - interval '8 days' where id = any($1)`, [[trial.id, real.id]])
  await purgeTrials(plain(env.db), new Date(), 10)
  expect([await count('sco_states', trial.id), await count('sco_states', real.id)]).toEqual([0, 1])
  await identity.emit(PersonErasedSchema, { key: `person:${ada.person}`, org: env.org }, null)
  await until(async () => (await count('sco_states', real.id)) === 0)
  expect(await count('sco_journal', real.id)).toBe(0)
})

test('once the results of the course are final, none goes to the bin and none comes back', async () => {
  const ada = await newStudent(env, 'Ada Lovelace')
  const activity = await env.add({ points: '10' })
  const { save, id } = await env.play(activity, ada)
  await save(done)
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/results/final`)
  const { attempt } = await env.ok(env.teacher, 'GET', one(activity, id))
  const refused = await env.call(env.teacher, 'DELETE', `${one(activity, id)}?version=${attempt.version}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'results.final'])
  expect((await env.view(activity, ada)).attempt.id).toBe(id)
  // what a package reports is kept all the same, and changes no score
  expect((await save({ 'cmi.core.score.raw': '90' })).state.score).toBe('90')
  expect(await env.scoreOf(activity, ada.person)).toBe('8')
})
