// Tests of stored keys after an upgrade: they mark as they marked before.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBank, testBank } from '../../test/banks.ts'

let env: TestBank
beforeAll(async () => {
  env = await testBank()
})
afterAll(() => env?.stop())

test('accents go on not to count in keys from before they did; keys that say so, and others, stay', async () => {
  const accepted = [{ text: 'café', percent: '100' }]
  const [plain, exact] = [
    await env.one('short_answer', { key: { accepted } }),
    await env.one('short_answer', { key: { accepted, accent_sensitive: true } }),
  ]
  const [choice, blanks] = [await env.one('single'), await env.one('blanks')]
  const keyOf = async (id: string) => (await env.ok(env.teacher, 'GET', `/api/questions/${id}`)).key
  const before = { choice: await keyOf(choice), blanks: await keyOf(blanks) }
  const folder = '../../../prisma/migrations/20261207090000_accents_of_stored_keys'
  await env.db.query(readFileSync(join(import.meta.dirname, folder, 'migration.sql'), 'utf8'))
  expect(await keyOf(plain)).toEqual({ accepted, accent_sensitive: false })
  expect(await keyOf(exact)).toEqual({ accepted, accent_sensitive: true })
  expect(await keyOf(choice)).toEqual(before.choice)
  const after = await keyOf(blanks)
  expect(Object.keys(after.blanks).sort()).toEqual(Object.keys(before.blanks.blanks).sort())
  for (const [id, key] of Object.entries<{ texts?: unknown; accent_sensitive?: boolean }>(after.blanks))
    expect(key).toEqual(key.texts ? { accent_sensitive: false, ...before.blanks.blanks[id] } : before.blanks.blanks[id])
})
