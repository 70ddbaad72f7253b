// Tests of the audit log.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { within } from '../calls/context.ts'
import { openPool } from '../database/connections.ts'
import { plain, type Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { actorOf } from '../test/actors.ts'
import { testDatabase } from '../test/test-database.ts'
import { audit, type AuditEntry, changesOf, clearOldAddresses, deleteExpiredAudit, eraseAuditOf, setAuditRetention } from './audit.ts'
import { auditLines, type AuditWithin } from './routes.ts'

let pool: pg.Pool
let tx: Tx
beforeAll(async () => {
  pool = openPool(await testDatabase('kit'))
  tx = plain(pool)
})
afterAll(() => pool.end())

const actor = actorOf()
const entry = (more: Partial<AuditEntry> = {}) => ({ action: 'thing.changed', subject: 'thing:1', ...more }) as unknown as AuditEntry
const as = <T>(work: () => T) => within({ requestId: 'r', actor, address: '10.0.0.7' }, work)
const lines = async (subject: string) => (await pool.query('select * from kit.audit where subject = $1 order by id', [subject])).rows
const age = (subject: string, days: number) =>
  pool.query('update kit.audit set at = now() - make_interval(days => $2) where subject = $1', [subject, days])

test('a line has the actor, session and address of its request, and stands with its change or not at all', async () => {
  const person = newId()
  await as(() => audit(tx, [entry({ person, before: { days: 1 }, after: { days: null } }), entry()]))
  expect(await lines('thing:1')).toMatchObject([
    {
      org_id: actor.org,
      actor: actor.person,
      session: actor.session,
      address: '10.0.0.7',
      person,
      course: null,
      before: { days: 1 },
      after: { days: null },
    },
    { person: null, before: null, after: null },
  ])
  const client = await pool.connect()
  await client.query('begin')
  await as(() => audit(plain(client), entry({ subject: 'thing:undone' })))
  await client.query('rollback')
  client.release()
  expect(await lines('thing:undone')).toEqual([])
})

test('without a request the organisation is named, and nobody acts', async () => {
  await expect(audit(tx, entry())).rejects.toThrow('organisation')
  await audit(tx, entry({ subject: 'thing:2', org: actor.org }))
  expect(await lines('thing:2')).toMatchObject([{ org_id: actor.org, actor: null, session: null, address: null }])
})

test('a manager of a department reads the lines that the service knows to be of it, where it knows none no line', async () => {
  await audit(tx, entry({ subject: 'thing:3', org: actor.org }))
  const read = async (within: AuditWithin | undefined) =>
    (await auditLines(tx, actor.org, {}, { department: newId(), within })).items.length
  expect(await read(undefined)).toBe(0)
  expect(await read((department) => `${department}::text <> ''`)).toBeGreaterThan(0)
})

test('only what differs is named', () => {
  expect(changesOf({ a: 1, b: [1, 2] }, { a: 1, b: [1, 2] })).toBeUndefined()
  expect(changesOf<object>({ a: 1, b: [1] }, { a: 2, b: [1], c: true })).toEqual({ before: { a: 1, c: null }, after: { a: 2, c: true } })
})

test('an erased person leaves an id: values about them and their addresses are gone, what they did stays', async () => {
  const subject = 'thing:erased'
  await as(() => audit(tx, [entry({ subject, person: actor.person, after: { roles: [] } }), entry({ subject, after: { days: 2 } })]))
  await within({ requestId: 'r', actor: actorOf({ org: actor.org }), address: '10.0.0.8' }, () =>
    audit(tx, entry({ subject, after: { n: 3 } })),
  )
  await eraseAuditOf(tx, actor.person)
  expect(await lines(subject)).toMatchObject([
    { actor: actor.person, person: actor.person, before: null, after: null, address: null, session: null },
    { actor: actor.person, after: { days: 2 }, address: null, session: null },
    { after: { n: 3 }, address: '10.0.0.8' },
  ])
})

test('addresses go after 90 days, lines after two years or when their organisation says', async () => {
  const short = newId()
  await setAuditRetention(tx, short, 400)
  await setAuditRetention(tx, short, 365)
  for (const [subject, org, days] of [
    ['old:a', actor.org, 89],
    ['old:b', actor.org, 91],
    ['old:c', actor.org, 729],
    ['old:d', actor.org, 731],
    ['old:e', short, 364],
    ['old:f', short, 366],
  ] as const) {
    await as(() => audit(tx, entry({ subject, org })))
    await age(subject, days)
  }
  expect(await clearOldAddresses(tx, 2)).toBe(2)
  await clearOldAddresses(tx, 100)
  expect(await deleteExpiredAudit(tx, 100)).toBe(2)
  const { rows } = await pool.query(`select subject, address from kit.audit where subject like 'old:%' order by subject`)
  expect(rows).toEqual([
    { subject: 'old:a', address: '10.0.0.7' },
    { subject: 'old:b', address: null },
    { subject: 'old:c', address: null },
    { subject: 'old:e', address: null },
  ])
})
