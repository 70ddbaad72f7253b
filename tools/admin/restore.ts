// Restores a system from a backup, in either way to run: databases, files, then the repairs of settling.ts. On servers the topics start empty: facts
// of the backup that were still on their way are sent first, then every service resyncs.
import { resolve } from 'node:path'
import pg from 'pg'
import { ensureDatabase } from '@lyceum/kit/database/database'
import { load, unknownMigrations, verifyDump } from '@lyceum/kit/database/dump'
import { fromHeaders, topicFor, userActions } from '@lyceum/kit/facts/wire-format'
import type { LogRecord } from '@lyceum/kit/bus/kafka/topic-log'
import { migrationSetsOf } from '@lyceum/kit/service'
import { services } from '../../services/services.ts'
import { summaryOf } from './backup.ts'
import { bytes, databaseFolder, type Manifest, readManifest, readTopic } from './backup-folder.ts'
import type { Command, CommandContext } from './command.ts'
import { usage } from './refusal.ts'
import { type ServiceName, serviceNames, unreachable, withDatabase } from './databases.ts'
import { giveFiles } from './files.ts'
import type { Installation } from './installation.ts'
import { mustBeStill, resyncAll, settleServices, topicsAnew } from './settling.ts'

export const restoreCommand: Command = {
  name: 'restore',
  fresh: true,
  summary: 'A system out of a backup, into a new folder or onto empty servers',
  about:
    'The services must not run. A backup of one way to run is taken by the other too, and by every later release. Nobody is signed in afterwards.\nWho was erased since the backup is there again: `lyceum user erase --ids-from` with the ids that you have kept.',
  flags: {
    from: { value: 'FOLDER', about: 'what `lyceum backup` made', required: true },
    replace: { about: 'servers: what is in the databases and topics now is given up for it' },
    'without-files': { about: 'the store of files is there already' },
  },
  first: look,
  run: restore,
}

/** Checks the backup before anything is created or overwritten. */
async function look({ text, said, say }: Omit<CommandContext, 'installation'>): Promise<void> {
  const folder = resolve(text('from')!)
  const manifest = await readManifest(folder)
  if (!manifest.files && !said('without-files'))
    throw usage('--without-files', 'the backup holds no files: bring the store back by its own means and say so')
  for (const service of serviceNames) {
    const dumped = manifest.databases[service]
    if (!dumped) throw usage('--from', `the backup has no database of ${service}`)
    const unknown = await unknownMigrations(dumped, migrationSetsOf((await services[service]()).service))
    if (unknown.length > 0)
      throw usage('--from', `the backup is of the later release ${manifest.release} (${service}: ${unknown.join(', ')})`)
  }
  say('looking at the checksums')
  for (const service of serviceNames)
    await verifyDump(manifest.databases[service]!, databaseFolder(folder, service)).catch((error: Error) => {
      throw usage('--from', error.message)
    })
}

async function restore({ installation, text, said, say }: CommandContext) {
  const folder = resolve(text('from')!)
  const manifest = await readManifest(folder)
  await makeRoom(installation, said('replace'))
  for (const service of serviceNames) {
    await loadOne(installation, service, manifest, folder)
    say(`${service}: ${manifest.databases[service]!.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
  }
  const blobs = await installation.files()
  if (!said('without-files')) {
    const given = await giveFiles(blobs, folder)
    say(`${given.files} files, ${bytes(given.bytes)}`)
  }
  if (installation.bus) await giveActions(installation, manifest, folder)
  else if (manifest.topics[userActions]) await keepActions(installation, readTopic<LogRecord>(folder, userActions))
  const settled = await settleServices(installation, blobs)
  // new topics are empty, so every service resyncs; the log of one process holds every fact and is restored as it was
  const retold = manifest.way === 'servers' ? await resyncAll(installation) : 0
  const value = { ...summaryOf(manifest), way: installation.way, from: manifest.way, retold, ...settled }
  const missing = settled.files_missing ?? 0
  return {
    value,
    failed: missing > 0,
    text: [
      `What stood in ${folder} (${manifest.moment}) is there: ${value.rows} rows${manifest.files ? `, ${manifest.files.files} files` : ''}.`,
      ...(missing > 0 ? [`${missing} files have no bytes in the store that are as long as their rows say.`] : []),
      `Next: ${installation.way === 'one' ? `LYCEUM_HOME=${installation.settings.home} npm start` : 'start the services'}, then \`lyceum doctor\`.`,
    ].join('\n'),
  }
}

/** Throws when data would be overwritten without --replace, or when a process still uses a database; nothing is lost by then. */
async function makeRoom(installation: Installation, replace: boolean): Promise<void> {
  for (const service of serviceNames) {
    await ensureDatabase(installation.databaseUrl(service)).catch(unreachable)
    await asOwner(installation, service, async (client) => {
      await mustBeStill(client, service)
      const { rows: there } = await client.query(`select count(*)::int as n from pg_tables where schemaname in ('public', 'kit', 'mirror')`)
      if (there[0].n > 0 && !replace)
        throw usage('--replace', `the database of ${service} is not empty: with --replace what is in it is given up`)
    })
  }
  await topicsAnew(installation, replace)
  for (const service of serviceNames)
    await asOwner(installation, service, (client) =>
      client.query(
        'drop schema if exists kit cascade; drop schema if exists mirror cascade; drop schema public cascade; create schema public',
      ),
    )
}

async function asOwner(installation: Installation, service: ServiceName, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(installation.databaseUrl(service))
  await client.connect().catch(unreachable)
  await work(client).finally(() => client.end())
}

async function loadOne(installation: Installation, service: ServiceName, manifest: Manifest, folder: string): Promise<void> {
  const topic = topicFor(service)
  const moved = installation.way === 'servers' || manifest.way === 'servers'
  await load(installation.databaseUrl(service), {
    dumped: manifest.databases[service]!,
    folder: databaseFolder(folder, service),
    sets: migrationSetsOf((await services[service]()).service),
    async settle(client) {
      await client.query('update kit.jobs set lease_until = null where lease_until is not null')
      if (!moved) return
      // a new log, read from its beginning: facts that were applied before are recognised by their id
      await client.query('delete from kit.positions')
      await client.query('update kit.outbox set position = null where position is not null')
      if (manifest.topics[topic]) await insertBefore(client, readTopic<LogRecord>(folder, topic), manifest.topics[topic])
    },
  })
}

/** Puts the unread facts of the topic before the outbox's unsent ones. */
async function insertBefore(client: pg.Client, records: AsyncIterable<LogRecord>, count: number): Promise<void> {
  const {
    rows: [first],
  } = await client.query('select coalesce(min(seq), 1)::float8 as seq from kit.outbox')
  let seq: number = first.seq - count
  const batch: object[] = []
  const write = async () => {
    await client.query(
      `
      insert into kit.outbox (seq, id, type, key, org_id, actor_id, version, traceparent, quiet, value, created_at)
      select (f->>'seq')::bigint, (f->>'id')::uuid, f->>'type', f->>'key', f->>'org', f->>'actor', (f->>'version')::bigint, f->>'traceparent', (f->>'quiet')::boolean, f->>'value',
        (f->>'time')::timestamptz
      from jsonb_array_elements($1::text::jsonb) as given(f)`,
      [JSON.stringify(batch.splice(0))],
    )
  }
  for await (const { key, value, headers } of records) {
    const fact = fromHeaders(headers, key)
    if (fact) batch.push({ ...fact, seq: seq++, version: fact.version?.toString(), value })
    if (batch.length === 2000) await write()
  }
  if (batch.length > 0) await write()
}

/** Writes user actions of a topic into the log table of one process, with their own times. */
async function keepActions(installation: Installation, records: AsyncIterable<LogRecord>): Promise<void> {
  await withDatabase(installation, 'statistics', async (pool) => {
    const batch: object[] = []
    const write = () =>
      pool.query(
        `insert into kit.actions (key, value, at)
         select f->>'key', f->>'value', coalesce((f->>'at')::timestamptz, now()) from jsonb_array_elements($1::text::jsonb) with ordinality as given(f, nth) order by nth`,
        [JSON.stringify(batch.splice(0))],
      )
    for await (const { key, value, headers } of records) {
      if (value !== null) batch.push({ key, value, at: headers.ce_time })
      if (batch.length === 1000) await write()
    }
    if (batch.length > 0) await write()
  })
}

/** Sends user actions of one process, from the log table of statistics, to the topic. */
async function giveActions(installation: Installation, manifest: Manifest, folder: string): Promise<void> {
  await withDatabase(installation, 'statistics', async (pool) => {
    const bus = installation.bus!()
    const out = bus.actions(pool)
    try {
      const batch: { key: string; value: string }[] = []
      const flush = async () => void (batch.length > 0 && (await out.append(batch.splice(0))))
      if (manifest.topics[userActions])
        for await (const { key, value } of readTopic<LogRecord>(folder, userActions)) {
          if (value !== null) batch.push({ key, value })
          if (batch.length === 1000) await flush()
        }
      for (let from = 0n; ; ) {
        const { rows } = await pool.query('select position, key, value from kit.actions where position > $1 order by position limit 1000', [
          String(from),
        ])
        if (rows.length === 0) break
        batch.push(...rows.map(({ key, value }) => ({ key, value })))
        from = BigInt(rows.at(-1).position)
        await flush()
      }
      await flush()
      await pool.query('delete from kit.actions')
    } finally {
      await out.close()
      await bus.close()
    }
  })
}
