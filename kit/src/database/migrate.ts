// Applies migrations without Prisma's engine: files in order under an advisory lock, one transaction per file, recorded as Prisma
// records them, so that `prisma migrate deploy` stays usable on a service's own folder.
import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** kit: the tables of every service; mirror: people and courses of other services; public: the service's own. */
export type MigrationSet = { schema: 'kit' | 'mirror' | 'public'; folder: URL }
type Migration = { name: string; sql: string; checksum: string }

const lock = 727_001
const noTransaction = /^--\s*no transaction(?:, with (\w+))?/

/** Prisma's layout (a folder with migration.sql) and plain .sql files, sorted by name. A missing folder holds none. */
async function read(folder: URL): Promise<Migration[]> {
  const base = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`)
  const entries = await readdir(base, { withFileTypes: true }).catch(() => [])
  const migrations = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
      .map(async (entry) => {
        const file = entry.isDirectory() ? `${entry.name}/migration.sql` : entry.name
        const sql = await readFile(new URL(file, base), 'utf8')
        return { name: entry.name.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
      }),
  )
  return migrations.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const table = (schema: string) => `
  create schema if not exists ${schema};
  create table if not exists ${schema}._prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
    logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`

/** Brings the database to these sets. A newer database (a rollback of the code) is accepted; a changed file is not. Returns the names applied. */
export async function migrate({
  url,
  sets,
  only,
}: {
  url: string
  sets: MigrationSet[]
  /** Schema → the names to apply: no further than a database once was. */
  only?: Record<string, string[]>
}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    for (const { schema, folder } of sets) {
      await client.query(table(schema))
      const recorded = new Map(
        (await client.query(`select migration_name, checksum from ${schema}._prisma_migrations where finished_at is not null`)).rows.map(
          (row) => [row.migration_name as string, row.checksum as string],
        ),
      )
      for (const migration of await read(folder)) {
        const checksum = recorded.get(migration.name)
        if (checksum && checksum !== migration.checksum)
          throw new Error(`migration ${schema}/${migration.name} was changed after it was applied`)
        if (checksum || (only && !only[schema]?.includes(migration.name))) continue
        await apply(client, schema, migration)
        applied.push(`${schema}/${migration.name}`)
      }
    }
  } finally {
    await client.end() // which releases the session's advisory lock
  }
  return applied
}

/** Applies one migration. It waits for tables in use at most 2 s at a time: readers queued behind its lock would be an outage. */
async function apply(client: pg.Client, schema: string, { name, sql, checksum }: Migration) {
  const record = () =>
    client.query(
      `insert into ${schema}._prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) values ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    )
  for (let attempt = 1; ; attempt++) {
    try {
      const [alone, extension] = noTransaction.exec(sql) ?? []
      if (alone !== undefined) {
        if (extension === undefined || (await hasExtension(client, extension))) {
          await dropBroken(client, sql)
          await client.query(sql)
        }
        await record()
      } else {
        await client.query('begin')
        await client.query(`set local lock_timeout = '2s'; set local search_path to ${schema}, public`)
        await client.query(sql)
        await record()
        await client.query('commit')
      }
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if ((error as { code?: string }).code !== '55P03' || attempt === 30)
        throw new Error(`migration ${schema}/${name}: ${(error as Error).message}`, { cause: error })
      await sleep(500 * attempt)
    }
  }
}

/** A file says `-- no transaction, with` an extension: a server without it does without the index. */
const hasExtension = async (client: pg.Client, extension: string): Promise<boolean> =>
  (await client.query('select from pg_extension where extname = $1', [extension])).rowCount === 1

/** An index whose making was interrupted is there and does nothing: `if not exists` would pass over it. */
async function dropBroken(client: pg.Client, sql: string) {
  const [, name, table] = /create (?:unique )?index concurrently if not exists (\w+)\s+on\s+([\w.]+)/i.exec(sql) ?? []
  if (name === undefined) return
  const { rows } = await client.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and i.indrelid = to_regclass($2) and not i.indisvalid`,
    [name, table],
  )
  if (rows[0]) await client.query(`drop index concurrently ${rows[0].index}`)
}

/** Schema → the names of its migrations, in order. */
export async function migrationNames(sets: MigrationSet[]): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const { schema, folder } of sets) names.set(schema, [...(names.get(schema) ?? []), ...(await read(folder)).map(({ name }) => name)])
  return names
}

/** True when all migrations of these sets are applied: a process waits for it before it serves. */
export async function isMigrated({ pool, sets }: { pool: pg.Pool; sets: MigrationSet[] }): Promise<boolean> {
  for (const { schema, folder } of sets) {
    const names = (await read(folder)).map(({ name }) => name)
    if (names.length === 0) continue
    const found = await pool
      .query(`select count(*)::int as n from ${schema}._prisma_migrations where finished_at is not null and migration_name = any($1)`, [
        names,
      ])
      .catch(() => ({ rows: [{ n: -1 }] }))
    if (found.rows[0].n < names.length) return false
  }
  return true
}
