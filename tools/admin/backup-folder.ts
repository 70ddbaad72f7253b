// The form of a backup on disk: one folder, readable without Lyceum.
//   manifest.json              written last: a folder without it is not a backup
//   databases/<service>/       each table as COPY's text, gzipped
//   topics/<topic>.ndjson.gz   facts that some consumer had not read yet, and user actions, where Kafka has them
//   files/<key>, files.ndjson  the blob store, and the checksum of each file
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip, createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DumpedDatabase } from '@lyceum/kit/database/dump'
import { usage } from './refusal.ts'

export type Manifest = {
  format: 1
  release: string
  way: 'one' | 'servers'
  /** The beginning of the command: everything acknowledged before it is in the backup. */
  began_at: string
  /** The moment at which the databases were read. */
  moment: string
  ended_at: string
  /** Milliseconds for which writes waited. */
  held: number
  databases: Record<string, DumpedDatabase>
  /** Records by topic. */
  topics: Record<string, number>
  /** null: files are backed up by other means. */
  files: { files: number; bytes: number } | null
}

export const databaseFolder = (folder: string, service: string) => join(folder, 'databases', service)

/** Creates the folder; throws when it is not empty. */
export async function beginFolder(folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) throw usage('--to', `${folder} is not empty: a backup gets a folder of its own`)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw usage('--to', `${folder} cannot be made (${error.code})`)
  })
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const handle = await open(join(folder, 'manifest.json'), 'wx', 0o600)
  await handle
    .writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    .then(() => handle.sync())
    .finally(() => handle.close())
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw usage('--from', `${folder} is no backup, or one that did not come to its end: it has no manifest.json`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw usage('--from', `${folder} is of a later release (format ${manifest.format})`)
  return manifest
}

const topicFile = (folder: string, topic: string) => join(folder, 'topics', `${topic}.ndjson.gz`)

/** `fill` passes each record. Answers the number of records. */
export async function writeTopic<T>(
  folder: string,
  topic: string,
  fill: (each: (record: T) => Promise<void>) => Promise<void>,
): Promise<number> {
  await mkdir(join(folder, 'topics'), { recursive: true, mode: 0o700 })
  const zipped = createGzip({ level: 1 })
  const written = pipeline(zipped, createWriteStream(topicFile(folder, topic), { mode: 0o600, flush: true }))
  written.catch(() => {})
  let records = 0
  await fill(async (record) => {
    records++
    if (!zipped.write(`${JSON.stringify(record)}\n`)) await new Promise((resolve) => zipped.once('drain', resolve))
  })
  zipped.end()
  await written
  return records
}

export async function* readTopic<T>(folder: string, topic: string): AsyncGenerator<T> {
  const plain = createGunzip()
  pipeline(createReadStream(topicFile(folder, topic)), plain).catch(() => {}) // the reader gets the error
  for await (const line of createInterface({ input: Readable.from(plain) })) if (line) yield JSON.parse(line) as T
}

/** 1536 → 1.5 KiB */
export function bytes(n: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let at = 0
  for (; n >= 1024 && at < units.length - 1; at++) n /= 1024
  return `${at === 0 ? n : n.toFixed(1)} ${units[at]}`
}
