// Tests of the databases of tests.
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database.ts'

test('each file gets a migrated database of its own', async () => {
  const urls = await Promise.all([testDatabase('kit'), testDatabase('kit')])
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(`select count(*)::int as n from information_schema.tables where table_schema = 'kit'`)
    await client.end()
    expect(rows[0].n).toBeGreaterThanOrEqual(3)
  }
})
