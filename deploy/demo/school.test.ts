import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { makeSchool } from './school.ts'

const count = async (url: string, table: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`select count(*)::int as n from ${table}`)
  await client.end()
  return rows[0].n as number
}

test('a school with its people, told to the others; once, however often it is asked for', async () => {
  const url = await testDatabase('identity')
  const [first, second] = await Promise.all([makeSchool(url, 'a password of sixteen'), makeSchool(url, undefined)])
  expect(first?.people.size).toBe(33)
  expect(second?.people).toEqual(first?.people)
  expect(await count(url, 'organisations')).toBe(1)
  expect(await count(url, 'departments')).toBe(5)
  expect(await count(url, `kit.outbox where type = 'lyceum.identity.v1.PersonChanged'`)).toBe(33)
  expect(await count(url, `memberships where roles = '{student}'`)).toBe(30)
})

test('nothing is made in a real installation', async () => {
  const url = await testDatabase('identity')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into organisations (id, org_id, name, locale, settings, version) select id, id, 'A school', 'en', '{}', 1 from (select gen_random_uuid() as id) made`,
  )
  await client.end()
  expect(await makeSchool(url, undefined)).toBeUndefined()
  expect(await count(url, 'persons')).toBe(0)
})
