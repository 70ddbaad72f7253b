// What somebody was writing, kept on this device: by person, organisation, form, thing and the version it was written against. Offered
// to that person only, deleted on success, on sign-out and after 30 days. Never passwords or codes.
import type { DBSchema, IDBPDatabase } from 'idb'
import { currentScope } from '../../client.ts'

export type Draft = { key: string; person: string; org: string; form: string; thing: string; version: number; value: unknown; at: number }
interface Store extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { person: string } }
}

const days30 = 30 * 24 * 3600_000
let opened: Promise<IDBPDatabase<Store>> | undefined
const store = () =>
  (opened ??= import('idb').then(async ({ openDB }) => {
    const db = await openDB<Store>('lyceum', 1, {
      upgrade: (made) => {
        made.createObjectStore('drafts', { keyPath: 'key' }).createIndex('person', 'person')
      },
    })
    for (const draft of await db.getAll('drafts')) if (draft.at < Date.now() - days30) await db.delete('drafts', draft.key)
    return db
  }))

/** What is never kept, wherever it is typed. */
const secret = /password|access_code|auth_code|association_code|one_time|token/i
const cleaned = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !secret.test(name)))
    : value

const pending = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => Promise<unknown> }>()
const keyOf = (form: string, thing: string) => {
  const scope = currentScope()
  return scope && { ...scope, key: [scope.person, scope.org, form, thing].join('|') }
}

/** Keeps a value 500 ms after its last change. `version` is that of the thing it was written against, 0 for a new one. Nothing happens
 *  where the browser keeps nothing (private windows); `written` is told the time when it is kept. */
export function keepDraft(form: string, thing: string, version: number, value: unknown, written?: (at: number) => void) {
  const of = keyOf(form, thing)
  if (!of) return
  clearTimeout(pending.get(of.key)?.timer)
  const write = () => {
    pending.delete(of.key)
    const at = Date.now()
    return store()
      .then((db) => db.put('drafts', { ...of, form, thing, version, value: cleaned(value), at }))
      .then(
        () => written?.(at),
        () => {},
      )
  }
  pending.set(of.key, { write, timer: setTimeout(write, 500) })
}

/** The draft of this person for a form, if there is one. Compare its version before offering it. */
export async function readDraft(form: string, thing: string): Promise<Draft | undefined> {
  const of = keyOf(form, thing)
  return (
    of &&
    store()
      .then((db) => db.get('drafts', of.key))
      .catch(() => undefined)
  )
}

export async function dropDraft(form: string, thing: string) {
  const of = keyOf(form, thing)
  if (!of) return
  clearTimeout(pending.get(of.key)?.timer)
  pending.delete(of.key)
  await store()
    .then((db) => db.delete('drafts', of.key))
    .catch(() => {})
}

/** Writes what still waits: before a page is left for the sign-in page. */
export const flushDrafts = () =>
  Promise.all(
    [...pending.values()].map(({ timer, write }) => {
      clearTimeout(timer)
      return write()
    }),
  )

export async function myDrafts(): Promise<Draft[]> {
  const scope = currentScope()
  return scope
    ? store()
        .then((db) => db.getAllFromIndex('drafts', 'person', scope.person))
        .catch(() => [])
    : []
}

export async function dropMyDrafts() {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
  const mine = await myDrafts()
  await store()
    .then((db) => Promise.all(mine.map(({ key }) => db.delete('drafts', key))))
    .catch(() => {})
}
