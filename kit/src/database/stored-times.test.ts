// Times that no contract accepts are read as the nearest one of readable years: by plain SQL, through Prisma's adapter, out of JSON.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from './connections.ts'
import { adapterOver } from './database.ts'
import { storedTime } from './stored-times.ts'
import { testDatabase } from '../test/test-database.ts'

let pool: pg.Pool
beforeAll(async () => {
  pool = openPool(await testDatabase('kit'), { max: 2 })
})
afterAll(() => pool.end())

const [earliest, latest] = ['1900-01-01T00:00:00.000Z', '2299-12-31T23:59:59.000Z']
test.each([
  ['2026-11-24 09:00:00.123+00', '2026-11-24T09:00:00.123Z'],
  ['1900-01-01 00:00:00+00', earliest],
  ['9999-12-31 23:59:59+00', latest],
  ['10000-01-01 13:59:59+00', latest],
  ['294276-12-31 00:00:00+00', latest],
  ['infinity', latest],
  ['-infinity', earliest],
  ['0001-01-01 00:00:00+00', earliest],
  ['0001-12-31 10:00:00+00 BC', earliest],
  ['2026-12-31 10:00:00+00 BC', earliest],
])('a stored %s is read as %s', async (stored, expected) => {
  const sql = `select '${stored}'::timestamptz as at, '${stored}'::timestamptz::date as day,
    to_jsonb('${stored}'::timestamptz) #>> '{}' as text`
  const { rows } = await pool.query(sql)
  expect(rows[0].at.toISOString()).toBe(expected)
  expect(rows[0].day.toISOString()).toBe(`${expected.slice(0, 10)}T00:00:00.000Z`)
  expect(storedTime(rows[0].text).toISOString()).toBe(expected)
  const adapter = await adapterOver(pool).connect()
  const { rows: adapted } = await adapter.queryRaw({ sql, args: [], argTypes: [] })
  const [at, day] = adapted[0] as [string, string]
  expect(new Date(at).toISOString()).toBe(expected)
  expect(day).toBe(expected.slice(0, 10))
})

test('milliseconds and texts of JSON are read within the same years', () => {
  expect([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 9e15, Number.NaN].map((at) => storedTime(at).toISOString())).toEqual([
    latest,
    earliest,
    latest,
    latest,
  ])
  expect(['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00', 'soon'].map((at) => storedTime(at).toISOString())).toEqual([
    latest,
    earliest,
    latest,
  ])
  expect(storedTime('2026-11-24T09:00:00+07:00').toISOString()).toBe('2026-11-24T02:00:00.000Z')
})
