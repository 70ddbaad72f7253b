// The table of searches in names of files.
import { addSearched, brokenSearches, conditions } from '@lyceum/kit/test/searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, type TestUploads } from '../test/uploads.ts'

let env: TestUploads
let ids: Map<string, string>
beforeAll(async () => {
  env = await openUploads()
  const { id } = await env.declareUpload(env.school.teacher, { name: 'Seas.pdf', size: 10 })
  ids = await addSearched(env.school.db, { table: 'uploads', like: id, column: 'name' })
})
afterAll(() => env?.stop())

test.each([
  ['the search', (sought: string) => `/api/my-files?page_size=100&keyword=${encodeURIComponent(sought)}`],
  ['the list of files', (sought: string) => `/api/uploads?page_size=100&conditions=${conditions(sought)}`],
])('files are found by every row of the table in %s', async (_, url) => {
  const find = async (sought: string) =>
    (await env.call(env.school.teacher, 'GET', url(sought))).body.items.map(({ id }: { id: string }) => id)
  expect(await brokenSearches(ids, find)).toEqual([])
})

test('deleted files are found by every row of the table', async () => {
  const { db } = env.school
  await db.query('update uploads set deleted = true, deleted_at = now(), deleted_with = id where id = any($1)', [[...ids.keys()]])
  const find = async (sought: string) =>
    (await env.call(env.school.teacher, 'GET', `/api/deleted-uploads?page_size=100&conditions=${conditions(sought)}`)).body.items.map(
      ({ id }: { id: string }) => id,
    )
  expect(await brokenSearches(ids, find)).toEqual([])
})
test('sharing groups and their people are found by every row of the table', async () => {
  const { db, teacher, student } = env.school
  const { id } = (await env.call(teacher, 'POST', '/api/resource-groups', { name: 'Seas' })).body
  const groups = await addSearched(db, { table: 'resource_groups', like: id, column: 'name' })
  const joined = (group: string, person: string) =>
    db.query(
      `insert into resource_group_members select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'group_id', $2::text, 'person_id', $3::text, 'role', 'member'))).*
       from resource_group_members m where m.group_id = $1 limit 1`,
      [id, group, person],
    )
  for (const group of groups.keys()) await joined(group, teacher.person)
  const people = await addSearched(db, { table: 'mirror.persons', like: student.person, column: 'name', more: { user_no: '' } })
  for (const person of people.keys()) await joined(id, person)
  const list = async (url: string, sought: string) =>
    (await env.call(teacher, 'GET', `${url}?page_size=100&conditions=${conditions(sought)}`)).body.items.map(
      (one: { id: string }) => one.id,
    )
  expect(await brokenSearches(groups, (sought) => list('/api/resource-groups', sought))).toEqual([])
  expect(await brokenSearches(people, (sought) => list(`/api/resource-groups/${id}/members`, sought))).toEqual([])
})
