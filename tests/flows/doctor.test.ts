// The doctor: silent about a healthy system; each failure that occurs in practice is reported, with a next step.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { lyceum } from '../../tools/admin/lyceum.ts'
import type { Finding } from '../../tools/admin/doctor/check.ts'
import { product } from './product.ts'

const { home, env } = product()
const own = { ...process.env, ...(home ? { LYCEUM_HOME: home, DATABASE_URL: undefined } : env), LOG_LEVEL: 'warn' }
async function doctor(more: NodeJS.ProcessEnv = {}): Promise<{ exit: number; checks: Finding[] }> {
  const { exit, out, err } = await lyceum(['doctor', '--json'], { ...own, ...more }, () => {})
  expect(err).toBe('')
  return { exit, checks: (JSON.parse(out) as { checks: Finding[] }).checks }
}
const wrong = ({ checks }: { checks: Finding[] }, states = ['warn', 'fail']) =>
  checks.filter(({ state }) => states.includes(state)).map(({ name, state }) => `${state} ${name}`)
const failed = (found: { checks: Finding[] }) => wrong(found, ['fail'])
async function query(service: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client(product().databases[service])
  await client.connect()
  await client.query(sql, values)
  await client.end()
}

test('a system at work is well; that nobody gets mail is said', async () => {
  const found = await doctor({ SMTP_URL: '' })
  // findings that other tests have left do not concern this one
  expect([found.exit, failed(found)]).toEqual([0, []])
  expect(wrong(found)).toContain('warn mail')
  expect(found.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['PostgreSQL', 'clock', 'databases', 'files', 'disk', 'reading']),
  )
})

test('a schema that is behind, facts set aside, work given up: each with its next step', async () => {
  const id = randomUUID()
  await query('calendar', `update kit._prisma_migrations set migration_name = 'x' || migration_name where migration_name = '0003_jobs'`)
  await query(
    'import',
    `insert into kit.parked (id, topic, partition, position, key, headers, value, error, attempts) values ($1, 'lyceum.identity.v1', 0, 0, 'k', '{}', '', 'e', 5)`,
    [id],
  )
  await query(
    'import',
    `insert into kit.jobs (id, kind, key, run_at, dead, created_at) values ($1::uuid, 'nothing', $1::uuid::text, now(), true, now())`,
    [id],
  )
  try {
    const found = await doctor()
    expect(found.exit).toBe(1)
    expect(wrong(found)).toEqual(expect.arrayContaining(['fail schema of calendar', 'warn parked facts of import', 'warn work of import']))
    const next = (name: string) => found.checks.find((one) => one.name === name)?.next
    expect(next('schema of calendar')).toContain('--target=migrate')
    expect(next('parked facts of import')).toContain('lyceum parked list --service import')
  } finally {
    await query(
      'calendar',
      `update kit._prisma_migrations set migration_name = substr(migration_name, 2) where migration_name = 'x0003_jobs'`,
    )
    await query('import', 'delete from kit.parked where id = $1', [id])
    await query('import', 'delete from kit.jobs where id = $1', [id])
  }
})

test('user numbers that differ in case alone are named with their people, until one is changed', async () => {
  const org = randomUUID()
  await query('identity', 'drop index if exists persons_org_caseless_key')
  try {
    for (const number of ['B7', 'b7'])
      await query('identity', `insert into persons (id, org_id, user_no, name, version) values ($1, $2, $3, 'Ole', 1)`, [
        randomUUID(),
        org,
        number,
      ])
    const found = (await doctor()).checks.find(({ name }) => name === 'user numbers')
    expect(found).toMatchObject({ state: 'warn', found: expect.stringMatching(/(B7|b7) \(Ole\) and (B7|b7) \(Ole\)/) })
  } finally {
    await query('identity', 'delete from persons where org_id = $1', [org])
    await query('identity', 'create unique index if not exists persons_org_caseless_key on persons (org_id, (kit.caseless(user_no)))')
  }
})

test('a wrong setting and a server that is away are named, and the rest is looked at all the same', async () => {
  const away = { SMTP_URL: 'smtp://127.0.0.1:9' }
  const servers = { REDIS_URL: 'redis://127.0.0.1:9', S3_ENDPOINT: 'http://127.0.0.1:9', USER_ACTIONS_DAYS: '7' }
  const found = await doctor({ ...away, ...(home ? {} : servers) })
  const keys = await doctor({ GRANT_KEYS: 'short', SMTP_URL: '', ...(home ? {} : { KAFKA_BROKERS: '127.0.0.1:9' }) })
  expect(failed(found)).toEqual(['fail Redis', 'fail files', 'fail mail'].slice(home ? 2 : 0))
  if (!home) expect(wrong(found)).toContain('warn topic lyceum.user-actions.v1')
  expect([found.exit, keys.exit]).toEqual([1, 1])
  expect(wrong(keys)).toEqual(
    expect.arrayContaining(['fail configuration of activity', 'fail configuration of upload', ...(home ? [] : ['fail Kafka'])]),
  )
  expect(keys.checks.find(({ name }) => name === 'configuration of upload')?.found).toContain('GRANT_KEYS')
  const nothing = await doctor({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/', SMTP_URL: '', ...servers })
  expect(wrong(nothing)).toContain('fail PostgreSQL')
})
