// Records of interrupted uploads by blocks, stored on this device for 24 hours per person, and recognition of their files.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { blockSize } from './blocks.ts'
import type { Handle } from './file-collection.ts'
import type { UploadPlacement, Ticket } from './ticket.ts'

export type ResumeRecord = {
  /** The file's fingerprint. */
  key: string
  name: string
  size: number
  ticket: Ticket
  contexts: string[]
  at: number
  place?: UploadPlacement
  /** The handle that opens the file after a reload, in browsers that give one. */
  handle?: Handle
}
interface Schema extends DBSchema {
  blocks: { key: string; value: ResumeRecord }
}
const day = 24 * 60 * 60 * 1000

let openedDatabase: Promise<IDBPDatabase<Schema> | undefined> | undefined
/** undefined where the browser has no database (private windows): uploads work but cannot be resumed. */
const database = () =>
  (openedDatabase ??= openDB<Schema>('lyceum-uploads', 1, {
    upgrade: (db) => void db.createObjectStore('blocks', { keyPath: 'key' }),
  }).catch(() => undefined))

/** Recognises a file by person, organisation, name, size, date and a hash of its first and last 4 MiB. */
export async function fingerprint(file: File, person: string, scope: string): Promise<string> {
  const edges = await new Blob([file.slice(0, blockSize), file.slice(Math.max(0, file.size - blockSize))]).arrayBuffer()
  return [person, scope, file.name, file.size, file.lastModified, fnv(new Uint8Array(edges))].join('|')
}

/** FNV-1a. It protects nothing, so it needs no secure context (http on a LAN address has no crypto.subtle). */
function fnv(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

export async function loadRecord(key: string, now = Date.now()): Promise<ResumeRecord | undefined> {
  const db = await database()
  const record = await db?.get('blocks', key).catch(() => undefined)
  if (!record || now - record.at < day) return record
  await deleteRecord(key)
}

export async function saveRecord(record: ResumeRecord): Promise<void> {
  const db = await database()
  // some browsers refuse to store a handle: then the person has to choose the file
  await db?.put('blocks', record).catch(() => db.put('blocks', { ...record, handle: undefined }).catch(() => undefined))
}

export async function deleteRecord(key: string): Promise<void> {
  const db = await database()
  await db?.delete('blocks', key).catch(() => undefined)
}

/** A person's unfinished uploads on this device, oldest first; records older than a day are deleted. */
export async function unfinishedRecords(person: string, scope: string, now = Date.now()): Promise<ResumeRecord[]> {
  const db = await database()
  const records = (await db?.getAll('blocks').catch(() => [])) ?? []
  for (const record of records) if (now - record.at >= day) await deleteRecord(record.key)
  return records.filter((record) => now - record.at < day && record.key.startsWith(`${person}|${scope}|`)).sort((a, b) => a.at - b.at)
}

/** The file of a handle; undefined when it may not be read or no longer exists. The browser may ask the person, so call it from a click. */
export async function openFile(handle: Handle): Promise<File | undefined> {
  const descriptor = { mode: 'read' } as const
  try {
    const permission = (await handle.queryPermission?.(descriptor)) ?? 'granted'
    if (permission !== 'granted' && (await handle.requestPermission?.(descriptor)) !== 'granted') return undefined
    return await handle.getFile()
  } catch {
    return undefined
  }
}
