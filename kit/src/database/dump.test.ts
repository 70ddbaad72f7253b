// A dump loaded into another database: the same rows, also where triggers count them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/test-database.ts'
import { dump, load } from './dump.ts'
import { migrate } from './migrate.ts'

const schema = `
  create table thing_counts (kind text primary key, many int not null);
  create table things (id int primary key, kind text not null references kinds (name));
  create function count_things() returns trigger language plpgsql as $$ begin
    insert into thing_counts as c (kind, many) select kind, count(*) from made group by kind
    on conflict (kind) do update set many = c.many + excluded.many;
    return null;
  end $$;
  create trigger counted after insert on things referencing new table as made for each statement execute function count_things();`

test('counts of triggers are not counted twice, and they count on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-dump-'))
  await mkdir(join(folder, 'migrations'))
  await writeFile(join(folder, 'migrations/0001_things.sql'), `create table kinds (name text primary key); ${schema}`)
  const sets = [
    { schema: 'kit' as const, folder: new URL('../../migrations/', import.meta.url) },
    { schema: 'public' as const, folder: pathToFileURL(join(folder, 'migrations/')) },
  ]
  const [from, to] = [await testDatabase('kit'), await testDatabase('kit')]
  await migrate({ url: from, sets })
  const source = new pg.Client(from)
  await source.connect()
  await source.query(`insert into kinds values ('a'), ('b')`)
  await source.query(`insert into things select n, case when n % 3 = 0 then 'a' else 'b' end from generate_series(1, 9) n`)
  const dumped = await dump(source, join(folder, 'dump'))
  await source.end()
  await load(to, { dumped, folder: join(folder, 'dump'), sets, settle: async () => {} })
  const target = new pg.Client(to)
  await target.connect()
  const counts = async () => (await target.query('select kind, many from thing_counts order by kind')).rows.map(({ many }) => many)
  expect(await counts()).toEqual([3, 6])
  await target.query(`insert into things values (10, 'a')`)
  expect(await counts()).toEqual([4, 6])
  await expect(target.query(`insert into things values (11, 'c')`)).rejects.toThrow('foreign key')
  await target.end()
  await rm(folder, { recursive: true })
})
