// Tests of lists of columns.
import { globSync, readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import { columnsOf, modelColumns, type RowOf, type SqlRow } from './sql-row.ts'

type Model = {
  id: string
  orgId: string
  startDate: Date | null
  lastSeq: number
  uploadIds: string[]
  version: bigint
  grantsSince: bigint | null
}

test('a list of columns is SQL, with or without an alias, and the type of its rows', () => {
  const listed = columnsOf<Model>()('id', 'org_id', 'version')
  expect(listed()).toBe('id, org_id, version')
  expect(listed('m')).toBe('m.id, m.org_id, m.version')
  expectTypeOf<RowOf<typeof listed>>().toEqualTypeOf<{ id: string; org_id: string; version: bigint | string }>()
  expectTypeOf<SqlRow<Model>>().toEqualTypeOf<{
    id: string
    org_id: string
    start_date: Date | null
    last_seq: number
    upload_ids: string[]
    version: bigint | string
    grants_since: bigint | string | null
  }>()
  // @ts-expect-error no such column
  columnsOf<Model>()('orgId')
})

test('a whole model is selected under the names of its fields', () => {
  expect(modelColumns({ id: 'id', orgId: 'orgId' }, 'c')).toBe('c.id as "id", c.org_id as "orgId"')
})

test('every column of every schema is its field in snake case, as SqlRow takes it to be', () => {
  const root = new URL('../../../', import.meta.url).pathname
  const fields = globSync('services/*/prisma/*.prisma', { cwd: root }).flatMap((file) =>
    readFileSync(root + file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, field, type] = /^ {2}(\w+)\s+(String|Int|BigInt|DateTime|Boolean|Json|Float|Bytes)\b/.exec(line) ?? []
        return field && type ? [{ file, field, column: /[^@]@map\("(\w+)"\)/.exec(line)?.[1] ?? field }] : []
      }),
  )
  expect(fields.length).toBeGreaterThan(100)
  for (const { file, field, column } of fields)
    expect(`${file} ${column}`).toBe(`${file} ${field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`)
})
