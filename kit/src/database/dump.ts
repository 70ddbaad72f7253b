// A database as files: each table as COPY's text, gzipped, which psql reads too. It is loaded into the schema of its release,
// which is migrated afterwards, so that every later release can load it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { copyIn, copyOut } from './postgres-copy.ts'
import { type MigrationSet, migrate, migrationNames } from './migrate.ts'

export type DumpedTable = { schema: string; name: string; columns: string[]; rows: number; file: string; bytes: number; sha256: string }
export type DumpedDatabase = {
  /** Schema → the migrations that had been applied. */
  migrations: Record<string, string[]>
  tables: DumpedTable[]
  /** Sequences by name: the last number given. */
  sequences: Record<string, string>
}

const schemas = ['public', 'kit', 'mirror']
const qualifiedName = ({ schema, name }: { schema: string; name: string }) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
const columnsOf = ({ columns }: { columns: string[] }) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

/** Dumps a database through a session with a snapshot (snapshot.ts). */
export async function dump(client: pg.Client, folder: string): Promise<DumpedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { rows: tables } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `
    select c.table_schema as schema, c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = any($1) and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1, 2 order by 1, 2`,
    [schemas],
  )
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where schemaname = any($1) and last_value is not null`,
    [schemas],
  )
  const dumped: DumpedDatabase = {
    migrations: {},
    tables: [],
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  }
  for (const table of tables) {
    if (table.name === '_prisma_migrations') {
      const { rows } = await client.query(
        `select migration_name as name from ${qualifiedName(table)} where finished_at is not null order by 1`,
      )
      dumped.migrations[table.schema] = rows.map(({ name }) => name as string)
    } else dumped.tables.push({ ...table, ...(await dumpTable(client, folder, table)) })
  }
  return dumped
}

async function dumpTable(client: pg.Client, folder: string, table: { schema: string; name: string; columns: string[] }) {
  const file = `${table.schema}.${table.name}.copy.gz`
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      // a row ends with the only line break that is not written as \n
      for (let index = chunk.indexOf(10); index >= 0; index = chunk.indexOf(10, index + 1)) rows++
      done(null, chunk)
    },
  })
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.from(copyOut(client, `copy ${qualifiedName(table)} (${columnsOf(table)}) to stdout`)),
    counted,
    createGzip({ level: 1 }),
    hashed,
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
  )
  return { file, rows, bytes, sha256: hash.digest('hex') }
}

/** Throws when a file is not as it was written. */
export async function verifyDump(dumped: DumpedDatabase, folder: string): Promise<void> {
  for (const { file, sha256 } of dumped.tables) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== sha256) throw new Error(`${join(folder, file)} is damaged: its checksum is another`)
  }
}

/** Migrations that this release does not know: the dump is of a later one. */
export async function unknownMigrations(dumped: DumpedDatabase, sets: MigrationSet[]): Promise<string[]> {
  const released = await migrationNames(sets)
  return Object.entries(dumped.migrations).flatMap(([schema, names]) => names.filter((name) => !released.get(schema)?.includes(name)))
}

/** Loads a dump into an empty database; `settle` runs in the loading transaction, after the rows. */
export async function load(
  url: string,
  {
    dumped,
    folder,
    sets,
    settle: afterLoad,
  }: { dumped: DumpedDatabase; folder: string; sets: MigrationSet[]; settle(client: pg.Client): Promise<void> },
): Promise<void> {
  await migrate({ url, sets, only: dumped.migrations })
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`truncate ${dumped.tables.map(qualifiedName).join(', ')}`)
    // what triggers once made of the rows is among the rows
    const triggers = async (turn: 'enable' | 'disable') => {
      for (const table of dumped.tables) await client.query(`alter table ${qualifiedName(table)} ${turn} trigger user`)
    }
    await triggers('disable')
    for (const table of await orderByReferences(client, dumped.tables))
      await copyIn(client, `copy ${qualifiedName(table)} (${columnsOf(table)}) from stdin`, unzipped(join(folder, table.file)))
    for (const [name, last] of Object.entries(dumped.sequences)) await client.query('select setval($1, $2)', [name, last])
    await triggers('enable')
    await afterLoad(client)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate({ url, sets })
}

function unzipped(file: string): AsyncIterable<Uint8Array> {
  const plain = createGunzip()
  pipeline(createReadStream(file), plain).catch(() => {}) // the stream is destroyed with the error, which its reader gets
  return plain
}

/** Tables in the order of their references: referenced ones first. */
async function orderByReferences(client: pg.Client, tables: DumpedTable[]): Promise<DumpedTable[]> {
  const { rows: keys } = await client.query<{ from: string; to: string }>(`
    select format('%s.%s', fn.nspname, f.relname) as from, format('%s.%s', tn.nspname, t.relname) as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`)
  const remaining = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const ordered: DumpedTable[] = []
  while (remaining.size > 0) {
    const free = [...remaining].filter(([name]) => !keys.some(({ from, to }) => from === name && remaining.has(to)))
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`)
    for (const [name, table] of free) {
      ordered.push(table)
      remaining.delete(name)
    }
  }
  return ordered
}
