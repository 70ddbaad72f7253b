// The first organisation of an installation: made once, repeatable, with clear refusals.
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { lyceum } from './lyceum.ts'
import { makeFirst } from './school.ts'

let env: Record<string, string>
let database: string

beforeAll(async () => {
  const url = new URL(await testDatabase('identity'))
  const prefix = url.pathname.slice(1)
  await query(`${inject('postgres')}postgres`, `alter database ${prefix} rename to ${prefix}_identity`)
  database = Object.assign(url, { pathname: `/${prefix}_identity` }).href
  env = {
    DATABASE_URL: inject('postgres'),
    LYCEUM_PREFIX: prefix,
    SCHOOL_NAME: 'Aldermoor University',
    SCHOOL_HOST: 'learn.aldermoor.example',
    ADMIN_LOGIN: 'siti@aldermoor.example',
    ADMIN_PASSWORD: 'a bridge of nine arches',
  }
})

async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  return await client.query(sql).finally(() => client.end())
}
const counted = async () =>
  (await query(database, 'select (select count(*)::int from organisations) as orgs, (select count(*)::int from persons) as people')).rows[0]

test('a password that anybody would try is refused, as everywhere; the next run goes on with the organisation', async () => {
  await expect(makeFirst({ ...env, ADMIN_PASSWORD: 'password123' })).rejects.toThrow('many people choose')
  expect(await makeFirst(env)).toContain('siti@aldermoor.example signs in')
  expect(await counted()).toEqual({ orgs: 1, people: 1 })
})

test('run again, or twice at once, it makes nothing more', async () => {
  const said = await Promise.all([makeFirst(env), makeFirst({ ...env, SCHOOL_NAME: 'Another' })])
  expect(said).toEqual(['there is an organisation already: Aldermoor University', 'there is an organisation already: Aldermoor University'])
  expect(await counted()).toEqual({ orgs: 1, people: 1 })
})

test('a database that is not there yet can be waited for; a setting that is missing is named', async () => {
  await expect(makeFirst({ ...env, LYCEUM_PREFIX: 'nowhere' })).rejects.toMatchObject({ exit: 3 })
  await expect(makeFirst({ ...env, ADMIN_LOGIN: '' })).rejects.toThrow('ADMIN_LOGIN is not set')
})

test('the password that was made for the administrator is shown by the command line, which needs no other program of the image', async () => {
  const { exit, out } = await lyceum(['user', 'first-password'], env, () => {})
  expect([exit, out]).toEqual([0, 'a bridge of nine arches'])
  const { ADMIN_PASSWORD: _, ...without } = env
  expect(await lyceum(['user', 'first-password'], without, () => {})).toMatchObject({
    exit: 2,
    err: expect.stringContaining('ADMIN_PASSWORD'),
  })
})
