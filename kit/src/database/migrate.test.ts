// Tests of migrations that were interrupted.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../test/test-database.ts'
import { migrate } from './migrate.ts'

test('an index whose making was interrupted is made anew, not passed over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-migrations-'))
  const url = await testDatabase('kit')
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  })
  await client.query('create table soundings (depth int); insert into soundings values (4), (4)')
  await writeFile(
    join(folder, '0001_depths.sql'),
    '-- no transaction\ncreate unique index concurrently if not exists soundings_depth on soundings (depth);\n',
  )
  const sets = [{ schema: 'public' as const, folder: pathToFileURL(`${folder}/`) }]
  await expect(migrate({ url, sets })).rejects.toThrow('0001_depths')
  const valid = async () =>
    (await client.query(`select indisvalid from pg_index where indexrelid = 'soundings_depth'::regclass`)).rows.map((row) => row.indisvalid)
  expect(await valid()).toEqual([false])
  await client.query('delete from soundings')
  expect(await migrate({ url, sets })).toEqual(['public/0001_depths'])
  expect(await valid()).toEqual([true])
})

test('an index of an extension is made where the server has it, in the schema of its table too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-migrations-'))
  const url = await testDatabase('kit')
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  })
  await client.query('create schema depths; create table depths.soundings (depth int); insert into depths.soundings values (4), (4)')
  const index = (name: string) => `create unique index concurrently if not exists ${name} on depths.soundings (depth);\n`
  await writeFile(join(folder, '0001_without.sql'), `-- no transaction, with no_such_extension\n${index('soundings_without')}`)
  await writeFile(join(folder, '0002_with.sql'), `-- no transaction, with plpgsql\n${index('soundings_with')}`)
  const sets = [{ schema: 'public' as const, folder: pathToFileURL(`${folder}/`) }]
  await expect(migrate({ url, sets })).rejects.toThrow('0002_with')
  await client.query('delete from depths.soundings')
  expect(await migrate({ url, sets })).toEqual(['public/0002_with'])
  const { rows } = await client.query(
    `select c.relname, i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'depths.soundings'::regclass`,
  )
  expect(rows).toEqual([{ relname: 'soundings_with', indisvalid: true }])
})
