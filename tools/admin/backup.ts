// Backup of a running system. Order: files; then all databases at one moment, with the facts of the topics that consumers had not read at that
// moment; then the files that have arrived since. So every file that a row of that moment names is in the backup.
import { resolve } from 'node:path'
import { dump } from '@lyceum/kit/database/dump'
import { topicFor, userActions } from '@lyceum/kit/facts/wire-format'
import type { LogRecord, TopicLog } from '@lyceum/kit/bus/kafka/topic-log'
import { snapshotOf } from '@lyceum/kit/database/snapshot'
import { beginFolder, bytes, databaseFolder, type Manifest, writeManifest, writeTopic } from './backup-folder.ts'
import type { Command, CommandContext } from './command.ts'
import { exits, Refused } from './refusal.ts'
import { serviceNames, unreachable } from './databases.ts'
import { fetchFiles, type KeptFile, writeList } from './files.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Everything into a folder, while the system is at work',
  about:
    'Databases and, with Kafka, what was still on its way, as of one moment; files as of that moment or later. Writes wait for some milliseconds.\nWhatever was acknowledged before the command began is in it. No secrets are; keep it as you keep the databases.',
  flags: {
    to: { value: 'FOLDER', about: 'a new or empty one', required: true },
    'without-files': { about: 'the store of files is kept by other means: versioned and copied elsewhere' },
  },
  first: ({ text }) => beginFolder(resolve(text('to')!)),
  run: backUp,
}

async function backUp({ installation, text, said, say }: CommandContext) {
  const folder = resolve(text('to')!)
  const began = new Date()
  const blobs = said('without-files') ? undefined : await installation.files()
  const known = new Map<string, KeptFile>()
  if (blobs) {
    const first = await fetchFiles(blobs, folder, known)
    say(`${first.files} files, ${bytes(first.bytes)}`)
  }
  const topics = await openTopics(installation)
  try {
    const urls = new Map(serviceNames.map((service) => [service as string, installation.databaseUrl(service)]))
    const names = [...serviceNames.map(topicFor), userActions]
    const moment = await snapshotOf(urls, async () => await topics?.ends(names)).catch(unreachable)
    say(`one moment of ${urls.size} databases, for which writes waited ${Math.round(moment.held)} ms`)
    const databases: Manifest['databases'] = {}
    const kept: Manifest['topics'] = {}
    try {
      for (const [service, client] of moment.clients) databases[service] = await dump(client, databaseFolder(folder, service))
      if (topics) {
        const read = await positionsOf(moment.clients)
        for (const [topic, ends] of moment.answer ?? []) {
          const ranges = ends.flatMap(({ partition, low, high }) => {
            // a topic without a consumer has no unread facts; user actions are stored nowhere else
            let from = topic === userActions ? low : read.get(`${topic} ${partition}`)
            if (from === undefined) return []
            if (from < low) from = low
            return [{ partition, from, to: high }]
          })
          if (ranges.every(({ from, to }) => from >= to)) continue
          kept[topic] = await writeTopic<LogRecord>(folder, topic, (each) => topics.read(topic, ranges, each))
        }
      }
    } finally {
      await Promise.all([...moment.clients.values()].map((client) => client.end()))
    }
    if (blobs) {
      await fetchFiles(blobs, folder, known)
      await writeList(folder, known)
    }
    const files = blobs ? { files: known.size, bytes: [...known.values()].reduce((sum, { size }) => sum + size, 0) } : null
    const manifest: Manifest = {
      format: 1,
      release: installation.settings.release,
      way: installation.way,
      began_at: began.toISOString(),
      moment: moment.at.toISOString(),
      ended_at: new Date().toISOString(),
      held: Math.round(moment.held),
      databases,
      topics: kept,
      files,
    }
    await writeManifest(folder, manifest)
    return { value: { folder, ...summaryOf(manifest) }, text: summaryText(folder, manifest) }
  } finally {
    await topics?.close()
  }
}

export function summaryOf({ databases, ...manifest }: Manifest) {
  const tables = Object.values(databases).flatMap(({ tables }) => tables)
  return {
    ...manifest,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    database_bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

function summaryText(folder: string, manifest: Manifest): string {
  const { rows, database_bytes, files, topics, held, moment } = summaryOf(manifest)
  const records = Object.values(topics).reduce((sum, n) => sum + n, 0)
  return [
    `${folder} is a backup of ${moment}.`,
    `${rows} rows (${bytes(database_bytes)}), ${files ? `${files.files} files (${bytes(files.bytes)})` : 'no files'}${records > 0 ? `, ${records} records of topics` : ''}; writes waited ${held} ms.`,
  ].join('\n')
}

const openTopics = async (installation: CommandContext['installation']): Promise<TopicLog | undefined> =>
  await installation.topics?.().catch((error: Error) => {
    throw new Refused('kafka.unreachable', `Kafka does not answer (${error.message}): what is still on its way could not be kept`, {
      exit: exits.unreachable,
    })
  })

/** The position of the consumer that is furthest behind at that moment, by topic and partition. */
async function positionsOf(clients: Map<string, import('pg').Client>): Promise<Map<string, bigint>> {
  const least = new Map<string, bigint>()
  for (const client of clients.values()) {
    const { rows } = await client.query<{ topic: string; partition: number; position: string }>(
      'select topic, partition, position from kit.positions',
    )
    for (const { topic, partition, position } of rows) {
      const key = `${topic} ${partition}`
      const before = least.get(key)
      if (before === undefined || BigInt(position) < before) least.set(key, BigInt(position))
    }
  }
  return least
}
