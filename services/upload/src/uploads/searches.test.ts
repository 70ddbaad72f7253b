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
