// Tests of imports of a register over a stand-in of the owners: checked, held, applied, undone, resumed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainDatabase } from '@lyceum/kit/database/database'
import { actorOf } from '@lyceum/kit/test/actors'
import { until } from '@lyceum/kit/test/wait'
import { counted, type Rosters, testRosters } from '../test/rosters.ts'
import { firstVersion } from '../test/school-of-owners.ts'
import { eraseFromRosters } from './erasure.ts'
import { isMore } from './plan.ts'
import { noCounts } from './run-rows.ts'
import { beginStaging, stageLines } from './staging.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

const people = (from: number, to: number, more = '') =>
  `id,user_no,name,email\n${Array.from({ length: to - from }, (_, n) => `p${n + from},00${n + from + 1000},Ann ${n + from},a${n + from}@example.edu`).join('\n')}\n${more}`

describe('a whole file', () => {
  test('is checked without a write, applied, and the same file again makes no call', async () => {
    const run = await it.check('people', people(0, 3))
    expect(run).toMatchObject({
      state: 'ready',
      source: 'register',
      by: { name: 'Mei Lin' },
      removals: 0,
      holds: [],
      files: [{ lines: 3, encoding: 'utf-8' }],
    })
    expect(counted(run, 'people')).toEqual({ made: 3 })
    expect(it.owners.writes).toEqual([])
    const applied = await it.apply(run)
    expect(applied).toMatchObject({ state: 'applied', undo_until: expect.any(String) })
    expect(counted(applied, 'people')).toEqual({ made: 3, done: 3 })
    expect(it.owners.of('people').get('p1')!.data).toEqual({ user_no: '001001', name: 'Ann 1', email: 'a1@example.edu' })
    it.owners.calls.length = 0
    const again = await it.check('people', people(0, 3))
    expect(counted(again, 'people')).toEqual({ same: 3 })
    expect(counted(await it.apply(again), 'people')).toEqual({ same: 3 })
    expect(it.owners.calls).toEqual([])
  })

  test('new, changed, gone and returning lines are told apart, with the fields that change', async () => {
    await it.apply(await it.check('people', people(0, 4)))
    const run = await it.check('people', people(1, 4, 'p9,9,Bo,\n').replace('Ann 2', 'Anne 2'))
    expect(counted(run, 'people')).toEqual({ made: 1, changed: 1, left: 1, same: 2 })
    expect(await it.lines(run.id, { outcome: 'changed' })).toMatchObject([
      { external_id: 'p2', line: 3, changes: [{ field: 'name', before: 'Ann 2', after: 'Anne 2' }] },
    ])
    expect(await it.lines(run.id, { outcome: 'left' })).toMatchObject([{ external_id: 'p0', line: null, title: 'Ann 0 · 001000' }])
    expect(await it.lines(run.id, { keyword: 'BO' })).toMatchObject([{ external_id: 'p9' }])
    await it.apply(run)
    expect(it.owners.of('people').get('p0')!.gone).toBe(true)
    const back = await it.check('people', people(0, 4))
    expect(counted(back, 'people')).toMatchObject({ back: 1, changed: 1, left: 1 })
    await it.apply(back)
    expect(it.owners.of('people').get('p0')!.gone).toBe(false)
  })

  test('undone, everything is as before, but for what somebody has changed since', async () => {
    await it.apply(await it.check('people', people(0, 3)))
    const run = await it.apply(await it.check('people', people(1, 3, 'p7,7,Bo,\np8,8,Cy,\n').replace('Ann 1', 'Anne')))
    const bo = it.owners.of('people').get('p7')!
    it.owners.of('people').set('p7', { ...bo, version: bo.version + 1 })
    expect((await it.send('POST', `/api/data-import/${run.id}/undo`, { version: run.version })).status).toBe(202)
    expect((await it.settled(run.id)).state).toBe('undone')
    expect([...it.owners.of('people').values()].map(({ external_id, gone, data }) => [external_id, gone, data.name])).toEqual([
      ['p0', false, 'Ann 0'],
      ['p1', false, 'Ann 1'],
      ['p2', false, 'Ann 2'],
      ['p7', false, 'Bo'],
    ])
    expect((await it.lines(run.id)).map(({ external_id, undone }) => [external_id, undone])).toEqual([
      ['p1', 'undone'],
      ['p7', 'kept'],
      ['p8', 'undone'],
      ['p0', 'undone'],
    ])
    // the next file is compared with the state after the undo
    expect(counted(await it.check('people', people(0, 3)), 'people')).toEqual({ same: 3, left: 1 })
  })

  test('a row that its owner did not take whole is asked about again by the same file', async () => {
    it.owners.judge = () => ({ code: 'roster.emailTaken' })
    await it.apply(await it.check('people', people(0, 1)))
    it.owners.calls.length = 0
    it.owners.judge = () => undefined
    await it.apply(await it.check('people', people(0, 1)))
    expect(it.owners.writes).toHaveLength(1)
    it.owners.calls.length = 0
    expect(counted(await it.check('people', people(0, 1)), 'people')).toEqual({ same: 1 })
    expect(it.owners.calls).toEqual([])
  })

  test('waits in its check for people whom the owner of courses does not know yet', async () => {
    it.owners.put('people', 'p1')
    it.owners.put('courses', 'c1')
    let calls = 0
    it.owners.judge = (kind) => (kind === 'enrolments' && calls++ === 0 ? { outcome: 'refused', code: 'roster.personNotHere' } : undefined)
    const run = await it.check('enrolments', 'course,person\nc1,p1\n')
    expect(counted(run, 'enrolments')).toEqual({ made: 1 })
    expect(calls).toBe(2)
  })

  test('of changes takes nobody away', async () => {
    await it.apply(await it.check('people', people(0, 3)))
    const run = await it.check('people', people(2, 4), { mode: 'changes' })
    expect(counted(run, 'people')).toEqual({ made: 1, same: 1 })
  })
})

describe('two at once', () => {
  test('a second run is refused while one is checked, and another office sees neither', async () => {
    let go = () => {}
    const blocked = new Promise<undefined>((resolve) => (go = () => resolve(undefined)))
    it.owners.onCall = () => blocked
    const { body } = await it.start('people', people(0, 1))
    expect(await it.start('people', people(0, 1))).toMatchObject({ status: 409, body: { code: 'roster.running' } })
    expect((await it.send('DELETE', `/api/data-import/${body.id}?version=1`)).body.code).toBe('roster.running')
    const stranger = actorOf({ roles: ['admin'] })
    expect((await it.send('GET', `/api/data-import/${body.id}`, undefined, stranger)).status).toBe(404)
    expect((await it.send('GET', '/api/data-import', undefined, stranger)).body.total).toBe(0)
    go()
    const run = await it.settled(body.id)
    expect((await it.send('POST', `/api/data-import/${run.id}/apply`, { version: run.version - 1 })).body.code).toBe('roster.newer')
    expect((await it.send('POST', `/api/data-import/${run.id}/undo`, { version: run.version })).body.code).toBe('roster.notApplied')
    expect((await it.send('DELETE', `/api/data-import/${run.id}?version=${run.version}`)).status).toBe(204)
    expect((await it.send('GET', '/api/data-import')).body.total).toBe(0)
  })

  test('a plan that was made before another run is made anew, and held if more would leave', async () => {
    const old = await it.check('people', people(0, 2))
    await it.apply(await it.check('people', people(0, 50)))
    expect(await it.apply(old)).toMatchObject({ state: 'held', removals: 48 })
    expect([...it.owners.of('people').values()].filter(({ gone }) => gone)).toEqual([])
  })
})

test('the erasure of a person takes what their own school has of them alone', async () => {
  const enrol = async () => {
    it.owners.put('courses', 'c1')
    return (await it.check('enrolments', 'course,person\nc1,00123\n')).id
  }
  await it.apply(await it.check('people', 'user_no,name\n00123,Ann\n'))
  const person = it.owners.of('people').get('00123')!.id
  const own = await enrol()
  it.begin()
  it.owners.put('people', '00123')
  const other = await enrol()
  const sql = plainDatabase(it.db)
  await sql.$transaction((tx) => eraseFromRosters(tx, person))
  const left = await it.db.query(`select run::text from roster_references where kind = 'people' and run = any($1)`, [[own, other]])
  expect(left.rows).toEqual([{ run: other }])
})

describe('two runs of a source', () => {
  test('a check takes no reference from another run that is ready', async () => {
    it.owners.put('departments', 'X1', { code: 'MAR' })
    it.owners.put('departments', 'X2', { code: 'LIT' })
    const ready = await it.check('people', 'id,name,department\n1,Ann,MAR\n')
    await it.check('people', 'id,name,department\n2,Bo,LIT\n')
    expect(counted(await it.apply(ready), 'people')).toEqual({ made: 1, done: 1 })
  })

  test('a number that was typed holds for the same reasons and kinds alone', () => {
    const seen = {
      removals: 5,
      counts: [{ ...noCounts('people'), left: 5 }],
      holds: [{ code: 'roster.manyLeave', params: { kind: 'people', number: 5, of: 9 } }],
    }
    expect(isMore(seen, seen)).toBe(false)
    expect(isMore({ ...seen, holds: [{ code: 'roster.manyLeave', params: { kind: 'people', number: 4, of: 8 } }] }, seen)).toBe(false)
    expect(isMore({ ...seen, holds: [{ code: 'roster.manyLeave', params: { kind: 'courses', number: 5, of: 9 } }] }, seen)).toBe(true)
    expect(isMore({ ...seen, holds: [{ code: 'roster.endsEarly', params: { file: 'a.csv', line: 3 } }] }, seen)).toBe(true)
    expect(isMore({ ...seen, counts: [{ ...noCounts('courses'), left: 5 }] }, seen)).toBe(true)
  })
})

describe('interrupted', () => {
  test('halfway, it can be undone', async () => {
    const run = await it.check('people', people(0, 1200))
    let calls = 0
    it.owners.onCall = () => (++calls > 2 ? 403 : undefined)
    const failed = await it.apply(run)
    expect(failed).toMatchObject({ state: 'failed', undo_until: expect.any(String) })
    it.owners.onCall = () => undefined
    expect((await it.send('POST', `/api/data-import/${run.id}/undo`, { version: failed.version })).status).toBe(202)
    expect(await it.settled(run.id)).toMatchObject({ state: 'undone', undo_until: null })
    expect(it.owners.of('people').size).toBe(0)
  })

  test('an undo that ends halfway is no applied run: it goes on with the next undo, and with that alone', async () => {
    const applied = await it.apply(await it.check('people', people(0, 700)))
    it.owners.calls.length = 0
    const undo = async ({ id, version }: { id: string; version: number }) => {
      expect((await it.send('POST', `/api/data-import/${id}/undo`, { version })).status).toBe(202)
      return await it.settled(id)
    }
    it.owners.onCall = () => 403
    const untouched = await undo(applied)
    expect(untouched).toMatchObject({ state: 'applied', undo_begun: false, error: { code: 'roster.rightsChanged' } })
    let calls = 0
    it.owners.onCall = () => (++calls > 1 ? 403 : undefined)
    const half = await undo(untouched)
    expect(half).toMatchObject({ state: 'failed', undo_begun: true, undo_until: expect.any(String) })
    expect(await it.send('POST', `/api/data-import/${half.id}/apply`, { version: half.version })).toMatchObject({
      status: 409,
      body: { code: 'roster.undoBegun' },
    })
    it.owners.onCall = () => undefined
    expect(await undo(half)).toMatchObject({ state: 'undone', undo_begun: false })
    expect(it.owners.of('people').size).toBe(0)
  })

  test('the reason that an owner gives for its refusal is kept', async () => {
    const run = await it.check('people', people(0, 2))
    it.owners.onCall = () => 403
    it.owners.forbids = 'demo.closed'
    expect(await it.apply(run)).toMatchObject({ state: 'failed', error: { code: 'demo.closed' } })
  })

  test('rights that are taken away end it, and it goes on where it was', async () => {
    const run = await it.check('people', people(0, 1200))
    let calls = 0
    it.owners.onCall = () => (++calls > 2 ? 403 : undefined)
    const failed = await it.apply(run)
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'roster.rightsChanged' } })
    it.owners.onCall = () => undefined
    const applied = await it.apply(failed)
    expect(counted(applied, 'people')).toEqual({ made: 1200, done: 1200 })
    expect(it.owners.of('people').size).toBe(1200)
    const keys = it.owners.writes.map(({ key }) => key)
    // the refused one alone is sent twice
    expect(new Set(keys).size).toBe(3)
    expect(keys).toHaveLength(4)
  })

  test('a call whose answer was lost is sent with its key again, and the lines of a crashed database are read again', async () => {
    const run = await it.check('people', people(0, 1700))
    let answers = 0
    it.owners.onCall = async ({ body }) => {
      if (body.check || ++answers !== 2) return undefined
      await it.db.query('truncate roster_staged, roster_references')
      return 503
    }
    const applied = await it.apply(run)
    expect(counted(applied, 'people')).toEqual({ made: 1700, done: 1700 })
    expect([...it.owners.of('people').values()].filter(({ version, gone }) => version !== firstVersion || gone)).toEqual([])
    const rows = await it.db.query(
      `select count(*)::int as n from roster_rows r join roster_runs u on u.source_id = r.source_id where u.id = $1`,
      [run.id],
    )
    expect(rows.rows[0].n).toBe(1700)
  })

  test('a batch that a dead process has left on its way in the database joins no later attempt', async () => {
    const run = await it.check('people', people(0, 3))
    const sql = plainDatabase(it.db)
    const line = JSON.stringify([{ kind: 'people', id: 'p0', file: 0, line: 2, title: 'Ann', data: {}, hash: 'a', fault: null }])
    const dead = await beginStaging(sql, run)
    let next: Promise<string> | undefined
    await sql.$transaction(async (tx) => {
      await stageLines(tx, run, dead, line, 1)
      next = beginStaging(sql, run)
      await until(
        async () =>
          (await it.db.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set staging%'`)).rowCount,
      )
    })
    await next
    const left = await it.db.query('select from roster_staged where run = $1', [run.id])
    expect(left.rowCount).toBe(0)
    await expect(stageLines(sql, run, dead, line, 1)).rejects.toThrow('another attempt')
  })

  test('an apply that has read the lines again, and ended before it knew what they name, finds it out', async () => {
    await it.apply(await it.check('departments', 'id,name\nd1,One'))
    const run = await it.check('people', 'id,user_no,name,email,department\np1,1001,Ann,a1@example.edu,d1')
    await it.db.query('delete from roster_references where run = $1', [run.id])
    await it.db.query('update roster_runs set prepared = false where id = $1', [run.id])
    expect(counted(await it.apply(run), 'people')).toEqual({ made: 1, done: 1 })
  })

  test('a cancelled check ends as failed and lets the next begin', async () => {
    it.owners.onCall = async ({ key: _ }) => {
      await it.db.query(`update kit.tasks set state = 'cancelled', ended_at = now() where state = 'running'`)
      return undefined
    }
    expect(await it.check('people', people(0, 3))).toMatchObject({ state: 'failed', error: { code: 'roster.cancelled' } })
    it.owners.onCall = () => undefined
    expect((await it.check('people', people(0, 3))).state).toBe('ready')
  })
})
