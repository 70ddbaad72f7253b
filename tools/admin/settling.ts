// Repairs after databases and files are restored by any means: topics start empty, expired data ends, files get the present names of the store, and
// every service resyncs.
import pg from 'pg'
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import { adapterOver, databaseOver, type Database } from '@lyceum/kit/database/database'
import { topicFor, userActions } from '@lyceum/kit/facts/wire-format'
import { services } from '../../services/services.ts'
import type { Command, CommandContext } from './command.ts'
import { Refused, usage } from './refusal.ts'
import { type ServiceName, serviceNames, unreachable, withDatabase } from './databases.ts'
import type { Installation } from './installation.ts'
import { resyncOf } from './topics.ts'

export async function mustBeStill(client: pg.Client, service: ServiceName): Promise<void> {
  const { rows } = await client.query(
    'select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
  )
  if (rows[0].n > 0) throw new Refused('restore.running', `${rows[0].n} sessions use the database of ${service}: stop the services first`)
}

/** Recreates the topics, on servers. Throws when a topic holds earlier facts, unless `replace`. */
export async function topicsAnew(installation: Installation, replace: boolean): Promise<void> {
  if (!installation.topics || !installation.bus) return
  const topics = await installation.topics()
  try {
    const names = [...serviceNames.map(topicFor), userActions]
    const full = [...(await topics.ends(names))].filter(([, ends]) => ends.some(({ low, high }) => high > low)).map(([topic]) => topic)
    if (full.length > 0 && !replace)
      throw usage('--replace', `${full.join(', ')} hold facts of before: with --replace they begin anew, or give another LYCEUM_PREFIX`)
    await topics.remove(names)
  } finally {
    await topics.close()
  }
  const bus = installation.bus()
  await bus.prepare(serviceNames.map(topicFor)).finally(() => bus.close())
}

/** Runs each service's own step after a restore. */
export async function settleServices(installation: Installation, blobs: Blobs): Promise<Record<string, number>> {
  const settled: Record<string, number> = {}
  for (const service of serviceNames) {
    const { service: definition } = await services[service]()
    const { afterRestore } = definition
    if (!afterRestore) continue
    await withDatabase(installation, service, async (pool) => {
      const db = databaseOver(pool, definition.client?.(adapterOver(pool)) as unknown as Database | undefined)
      Object.assign(settled, await afterRestore(db as never, { blobs }))
      await db.$disconnect()
    })
  }
  return settled
}

export async function resyncAll(installation: Installation): Promise<number> {
  let facts = 0
  for (const service of serviceNames) facts += await resyncOf(installation.databaseUrl(service), service)
  return facts
}

export const settleCommand: Command = {
  name: 'settle',
  summary: 'After databases and files came back by other means (point-in-time recovery): what else has to be true again',
  about:
    'All databases must be of one moment, as they are where they lie in one PostgreSQL. The services must not run. Topics begin anew, nobody is\nsigned in, files are known by what the store calls them now, and every service tells anew what is true of its rows.',
  flags: { replace: { about: 'servers: what the topics hold is given up' } },
  async run({ installation, said, say }: CommandContext) {
    for (const service of serviceNames) {
      const client = new pg.Client(installation.databaseUrl(service))
      await client.connect().catch(unreachable)
      await mustBeStill(client, service).finally(() => client.end())
    }
    const blobs = await installation.files()
    await topicsAnew(installation, said('replace'))
    for (const service of serviceNames)
      await withDatabase(installation, service, async (pool) => {
        await pool.query('update kit.jobs set lease_until = null where lease_until is not null')
        if (installation.way === 'servers') await pool.query('delete from kit.positions')
      })
    say('looking for the bytes of every file')
    const settled = await settleServices(installation, blobs)
    const retold = installation.way === 'servers' ? await resyncAll(installation) : 0
    const missing = settled.files_missing ?? 0
    return {
      value: { ...settled, retold },
      failed: missing > 0,
      text: [
        `${settled.sessions_ended ?? 0} sessions ended, ${settled.files ?? 0} files looked for, ${retold} facts told anew.`,
        ...(missing > 0 ? [`${missing} files have no bytes in the store that are as long as their rows say.`] : []),
        'Next: start the services, then `lyceum doctor`.',
      ].join('\n'),
    }
  },
}
