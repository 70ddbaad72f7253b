// Tests of tables that are copied out and in.
import pg from 'pg'
import { expect, test } from 'vitest'
import { copyIn, copyOut } from './postgres-copy.ts'
import { testDatabase } from '../test/test-database.ts'

async function connected() {
  const client = new pg.Client(await testDatabase('kit'))
  await client.connect()
  await client.query(`create table things (id int primary key, said text, list text[], doc jsonb, raw bytea, at timestamptz, n float8)`)
  return client
}
const odd = ['a\tb', 'line\nline', '\\N', '\\.', '', 'ñ漢字🐚', '"quoted", {braces}']

test('a table that is copied out and in again is the same, whatever stands in it', async () => {
  const [from, to] = [await connected(), await connected()]
  for (const [id, said] of odd.entries())
    await from.query('insert into things values ($1, $2, $3, $4, $5, clock_timestamp(), $6)', [
      id,
      said,
      [said, null],
      JSON.stringify({ said }),
      Buffer.from([0, 255, id]),
      0.1 * id,
    ])
  await from.query(`insert into things (id, doc, n) values (100, 'null', 'infinity'), (101, null, null)`)
  await from.query(`insert into things (id, said) select g, repeat('high water ', 20) from generate_series(1000, 60000) g`)
  await copyIn(to, 'copy things from stdin', copyOut(from, 'copy things to stdout'))
  const sum = async (client: pg.Client) =>
    (await client.query('select count(*), md5(string_agg(t::text, chr(10) order by id)) from things t')).rows
  expect(await sum(to)).toEqual(await sum(from))
  await Promise.all([from.end(), to.end()])
})

test('a reader that is slow holds the database back; a connection is as good as before afterwards', async () => {
  const client = await connected()
  await client.query(`insert into things (id, said) select g, repeat('x', 1000) from generate_series(1, 30000) g`)
  let size = 0
  let most = 0
  for await (const chunk of copyOut(client, 'copy things to stdout')) {
    size += chunk.length
    most = Math.max(most, chunk.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(size).toBeGreaterThan(30_000_000)
  expect(most).toBeLessThan(8_000_000)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('a fault is thrown, on either side, and nothing of it stays', async () => {
  const client = await connected()
  const rows = async function* (text: string) {
    yield Buffer.from(text)
  }
  await expect(copyIn(client, 'copy things (id, said) from stdin', rows('1\tone\nnothing\ttwo\n'))).rejects.toThrow(/invalid input syntax/)
  await expect(
    copyIn(
      client,
      'copy things (id, said) from stdin',
      (async function* () {
        yield Buffer.from('1\tone\n')
        throw new Error('the file is damaged')
      })(),
    ),
  ).rejects.toThrow('the file is damaged')
  await expect(copyOut(client, 'copy nothing to stdout').next()).rejects.toThrow(/does not exist/)
  expect((await client.query('select count(*)::int as n from things')).rows).toEqual([{ n: 0 }])
  await client.end()
})
