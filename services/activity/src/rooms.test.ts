// The rooms of activity: no table with rows of an activity or of a person is left out when either goes for good.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomOrder } from './room-order.ts'
import { service } from './service.ts'
import { type TestCourse, testCourse } from './test/course.ts'

let env: TestCourse
beforeAll(async () => {
  env = await testCourse()
})
afterAll(() => env?.stop())

const folder = import.meta.dirname
const imported = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)].map(([, from = '']) => join(dirname(file), from))
/** Sources that a room's part in the lifecycle stands in: its room.ts, and the domain files that this imports from its own folder. */
const lifecycleOf = (room: string): string => {
  const file = join(folder, room, 'room.ts')
  return [file, ...imported(file).filter((from) => from.startsWith(join(folder, room)) && !/(routes|api)\.ts$/.test(from))]
    .map((source) => readFileSync(source, 'utf8'))
    .join('\n')
}
const sources = roomOrder.filter((room) => room !== 'points' && room !== 'types').map(lifecycleOf)
const isNamed = (table: string) => sources.some((text) => new RegExp(`(delete from|update|')\\s*${table}\\b`).test(text))

const tablesWith = async (columns: string): Promise<string[]> =>
  (
    await env.db.query(
      `select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('uuid', '_uuid') and c.column_name ~ $1 order by 1`,
      [columns],
    )
  ).rows.map(({ name }) => name as string)
/** Tables whose rows go with a row of another one, by a foreign key. */
const cascading = async (): Promise<Set<string>> =>
  new Set(
    (
      await env.db.query(
        `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`,
      )
    ).rows.map(({ name }) => name as string),
  )

test('every table with an activity is emptied when it is purged, by its foreign key or by a room', async () => {
  const cascade = await cascading()
  const tables = await tablesWith('^(activity_id|item_id)$')
  expect(tables).toContain('attempts')
  expect(tables.filter((table) => !cascade.has(table) && !isNamed(table))).toEqual([])
})

test('every table with a person is named by a room that erases people', async () => {
  const tables = await tablesWith('(person|owner|marker|reviewer|student|submitter)_id$|^(person_ids|member_ids|people)$|_by(_id)?$')
  expect(tables).toContain('scores')
  // projections follow the facts of their owners
  const own = tables.filter((table) => !service.projections?.includes(table))
  expect(own.filter((table) => !isNamed(table))).toEqual([])
})
