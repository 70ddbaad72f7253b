// The demo school's people, over a real identity database.
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '@lyceum/kit/database/migrate'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { courses } from './content.ts'
import { finishSchool, makeSchool } from './school.ts'

const count = async (url: string, table: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`select count(*)::int as n from ${table}`)
  await client.end()
  return rows[0].n as number
}

test('a school with its people, told to the others; once, however often it is asked for', async () => {
  const url = await testDatabase('identity')
  const [first, second] = await Promise.all([makeSchool(url), makeSchool(url)])
  expect(first?.people.size).toBe(38)
  expect(second?.people).toEqual(first?.people)
  expect([...first!.departments.keys()]).toEqual(expect.arrayContaining(courses.map(({ department }) => department)))
  expect(await count(url, 'organisations')).toBe(1)
  expect(await count(url, 'departments')).toBe(5)
  expect(await count(url, `kit.outbox where type = 'lyceum.identity.v1.PersonChanged'`)).toBe(38)
  expect(await count(url, `memberships where roles = '{student}'`)).toBe(30)
  expect(await count(url, 'persons where made_by_demo')).toBe(38)
  expect(await count(url, 'passwords')).toBe(0)
  expect(await count(url, `study_units where kind = 'klass'`)).toBe(2)
  expect(await count(url, `kit.outbox where type = 'lyceum.identity.v1.StudyUnitChanged'`)).toBe(2)
  expect(await count(url, 'memberships where klass_id is not null')).toBe(30)
})

test('nothing is made in a real installation', async () => {
  const url = await testDatabase('identity')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into organisations (id, org_id, name, locale, settings, version) select id, id, 'A school', 'en', '{}', 1 from (select gen_random_uuid() as id) made`,
  )
  await client.end()
  expect(await makeSchool(url)).toBeUndefined()
  expect(await count(url, 'persons')).toBe(0)
})

test('a complete school is left alone, and one of an earlier release, which does not say whether it is complete', async () => {
  const url = await testDatabase('identity')
  const school = await makeSchool(url)
  expect((await makeSchool(url))?.org).toBe(school?.org)
  await finishSchool(url, school!.org)
  expect(await makeSchool(url)).toBeUndefined()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`update organisations set settings = settings - 'demo_preparing'`)
  await client.end()
  expect(await makeSchool(url)).toBeUndefined()
  expect(await count(url, 'organisations')).toBe(1)
})

test('people of an earlier demo school get the mark in place of the password they shared; nobody else does', async () => {
  const url = await testDatabase('identity')
  const school = await makeSchool(url)
  const client = new pg.Client(url)
  await client.connect()
  const marked = async () =>
    (await client.query<{ user_no: string }>('select user_no from persons where made_by_demo order by user_no')).rows.map(
      (row) => row.user_no,
    )
  try {
    // an earlier release: no column, one salted hash for all
    await client.query('alter table persons drop column made_by_demo')
    await client.query(`delete from public._prisma_migrations where migration_name like '%made_by_demo'`)
    await client.query(`insert into passwords (person_id, phc) select id, 'shared' from persons`)
    await client.query(`update passwords set phc = 'changed' where person_id = $1`, [school!.people.get('M1001')])
    await client.query(
      `insert into organisations (id, org_id, name, locale, settings, version) select id, id, 'A school', 'en', '{}', 1 from (select gen_random_uuid() as id) made`,
    )
    await client.query(`insert into memberships (person_id, org_id, roles) select $1, id, '{student}' from organisations where id <> $2`, [
      school!.people.get('T1001'),
      school!.org,
    ])
    await migrate({ url, sets: [{ schema: 'public', folder: new URL('../../services/identity/prisma/migrations/', import.meta.url) }] })
    expect(await marked()).toHaveLength(36)
    expect(await marked()).not.toEqual(expect.arrayContaining(['M1001']))
    expect(await marked()).not.toEqual(expect.arrayContaining(['T1001']))
    expect(await count(url, 'passwords')).toBe(2)
  } finally {
    await client.end()
  }
})
