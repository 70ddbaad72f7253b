// What somebody was writing, kept on this device: by person, organisation, form, thing and the version it was written against. Offered
// to that person only, deleted on success, on sign-out and after 30 days. Never passwords or codes.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { currentScope } from './client.ts'

export type Draft = { key: string; person: string; org: string; form: string; thing: string; version: number; value: unknown; at: number }
interface Store extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { person: string } }
}

const days30 = 30 * 24 * 3600_000
let opened: Promise<IDBPDatabase<Store>> | undefined
const store = () =>
  (opened ??= openDB<Store>('lyceum', 1, {
    upgrade: (db) => {
      db.createObjectStore('drafts', { keyPath: 'key' }).createIndex('person', 'person')
    },
  }).then(async (db) => {
    for (const draft of await db.getAll('drafts')) if (draft.at < Date.now() - days30) await db.delete('drafts', draft.key)
    return db
  }))

const pending = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => Promise<unknown> }>()
const keyOf = (form: string, thing: string) => {
  const scope = currentScope()
  return scope && { ...scope, key: [scope.person, scope.org, form, thing].join('|') }
}

/** Keeps a value 500 ms after its last change. `version` is that of the thing it was written against, 0 for a new one. Nothing happens
 *  where the browser keeps nothing (private windows). */
export function keepDraft(form: string, thing: string, version: number, value: unknown) {
  const of = keyOf(form, thing)
  if (!of) return
  clearTimeout(pending.get(of.key)?.timer)
  const write = () => {
    pending.delete(of.key)
    return store()
      .then((db) => db.put('drafts', { ...of, form, thing, version, value, at: Date.now() }))
      .catch(() => {})
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
