import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { blockSize } from './blocks.ts'
import type { Handle } from './gather.ts'
import type { Place, Ticket } from './ticket.ts'

/** What an interrupted upload by blocks needs to go on: kept on this device for 24 hours, per person. */
export type Kept = {
  /** The file's fingerprint. */
  key: string
  name: string
  size: number
  ticket: Ticket
  contexts: string[]
  at: number
  place?: Place
  /** Opens the file again after a reload, where the browser gives one. */
  handle?: Handle
}
interface Shape extends DBSchema {
  blocks: { key: string; value: Kept }
}
const day = 24 * 60 * 60 * 1000

let opened: Promise<IDBPDatabase<Shape> | undefined> | undefined
/** undefined where the browser has no database for us (private windows): uploads work, they just cannot be taken up later. */
const database = () =>
  (opened ??= openDB<Shape>('lyceum-uploads', 1, { upgrade: (db) => void db.createObjectStore('blocks', { keyPath: 'key' }) }).catch(
    () => undefined,
  ))

/** The same file is recognised by person, organisation, name, size, date and a hash of its first and last 4 MiB. */
export async function fingerprint(file: File, person: string, scope: string): Promise<string> {
  const ends = await new Blob([file.slice(0, blockSize), file.slice(Math.max(0, file.size - blockSize))]).arrayBuffer()
  return [person, scope, file.name, file.size, file.lastModified, fnv(new Uint8Array(ends))].join('|')
}

/** Not a secret and not a guard, so it needs no secure context (http on a LAN address has no crypto.subtle). */
function fnv(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

export async function recall(key: string, now = Date.now()): Promise<Kept | undefined> {
  const db = await database()
  const kept = await db?.get('blocks', key).catch(() => undefined)
  if (!kept || now - kept.at < day) return kept
  await forget(key)
}

export async function keep(kept: Kept): Promise<void> {
  const db = await database()
  // some browsers refuse to keep a handle: then the person is asked for the file
  await db?.put('blocks', kept).catch(() => db.put('blocks', { ...kept, handle: undefined }).catch(() => undefined))
}

export async function forget(key: string): Promise<void> {
  const db = await database()
  await db?.delete('blocks', key).catch(() => undefined)
}

/** Unfinished uploads of a person that this device remembers, oldest first; what is older than a day goes. */
export async function unfinished(person: string, scope: string, now = Date.now()): Promise<Kept[]> {
  const db = await database()
  const all = (await db?.getAll('blocks').catch(() => [])) ?? []
  for (const kept of all) if (now - kept.at >= day) await forget(kept.key)
  return all.filter((kept) => now - kept.at < day && kept.key.startsWith(`${person}|${scope}|`)).sort((a, b) => a.at - b.at)
}

/** The file behind a handle; undefined when it may not be read or is gone. Asks where the browser asks, so call it from a click. */
export async function fileOf(handle: Handle): Promise<File | undefined> {
  const asked = { mode: 'read' } as const
  try {
    const may = (await handle.queryPermission?.(asked)) ?? 'granted'
    if (may !== 'granted' && (await handle.requestPermission?.(asked)) !== 'granted') return undefined
    return await handle.getFile()
  } catch {
    return undefined
  }
}
