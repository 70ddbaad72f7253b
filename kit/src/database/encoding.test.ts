// Tests of databases on a server whose own encoding is another than UTF-8, as one that was made with the locale C.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase } from './database.ts'
import { type Postgres, startPostgres } from '../postgres/postgres.ts'

let folder: string
let server: Postgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-encoding-'))
  server = await startPostgres({ folder, durable: false })
  // the entry alone: what is copied from it gets its encoding
  await query('postgres', `update pg_database set encoding = pg_char_to_encoding('SQL_ASCII') where datname = 'template1'`)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function query(database: string, sql: string) {
  const client = new pg.Client(server.url(database))
  await client.connect()
  return await client.query(sql).finally(() => client.end())
}

test('a database that is made there normalises texts all the same', async () => {
  await ensureDatabase(server.url('made'))
  await ensureDatabase(server.url('made'))
  expect((await query('made', `select normalize('ﬁle', nfkc) as text`)).rows).toEqual([{ text: 'file' }])
})

test('one that somebody has made in the encoding of the server is refused before its first migration', async () => {
  await query('postgres', 'create database plain')
  await expect(ensureDatabase(server.url('plain'))).rejects.toThrow(
    'the database plain has the encoding SQL_ASCII: make it anew with UTF8, from template0',
  )
})
