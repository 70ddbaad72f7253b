// The store of drafts on this device, by person, organisation, form, edited object and the version it was written against. A draft is offered to
// its person only and deleted on success, on sign-out and after 30 days. Passwords and codes are never stored.
import type { DBSchema, IDBPDatabase } from 'idb'
import { currentScope } from '../../client.ts'

export type Draft = { key: string; person: string; org: string; form: string; thing: string; version: number; value: unknown; at: number }
interface Store extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { person: string } }
}

const days30 = 30 * 24 * 3600_000
let database: Promise<IDBPDatabase<Store>> | undefined
const store = () =>
  (database ??= import('idb').then(async ({ openDB }) => {
    const db = await openDB<Store>('lyceum', 1, {
      upgrade: (created) => {
        created.createObjectStore('drafts', { keyPath: 'key' }).createIndex('person', 'person')
      },
    })
    for (const draft of await db.getAll('drafts')) if (draft.at < Date.now() - days30) await db.delete('drafts', draft.key)
    return db
  }))

/** Names of fields that are never stored. */
const secret = /password|access_code|auth_code|association_code|one_time|token/i
const withoutSecrets = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !secret.test(name)))
    : value

const pending = new Map<string, { timer: ReturnType<typeof setTimeout>; write: () => Promise<unknown> }>()
const keyOf = (form: string, thing: string) => {
  const scope = currentScope()
  return scope && { ...scope, key: [scope.person, scope.org, form, thing].join('|') }
}

/** Stores a value 500 ms after its last change. `version` is that of the object it was written against, 0 for a new one. Nothing happens
 *  where the browser has no storage (private windows); `onStored` gets the time (ms since the epoch). */
export function storeDraft(form: string, thing: string, version: number, value: unknown, onStored?: (at: number) => void) {
  const scoped = keyOf(form, thing)
  if (!scoped) return
  clearTimeout(pending.get(scoped.key)?.timer)
  const write = () => {
    pending.delete(scoped.key)
    const at = Date.now()
    return store()
      .then((db) => db.put('drafts', { ...scoped, form, thing, version, value: withoutSecrets(value), at }))
      .then(
        () => onStored?.(at),
        () => {},
      )
  }
  pending.set(scoped.key, { write, timer: setTimeout(write, 500) })
}

/** This person's draft of a form, if there is one. Callers compare its version before offering it. */
export async function readDraft(form: string, thing: string): Promise<Draft | undefined> {
  const scoped = keyOf(form, thing)
  return (
    scoped &&
    store()
      .then((db) => db.get('drafts', scoped.key))
      .catch(() => undefined)
  )
}

export async function dropDraft(form: string, thing: string) {
  const scoped = keyOf(form, thing)
  if (!scoped) return
  clearTimeout(pending.get(scoped.key)?.timer)
  pending.delete(scoped.key)
  await store()
    .then((db) => db.delete('drafts', scoped.key))
    .catch(() => {})
}

/** Writes pending drafts before the page is left. */
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
  const drafts = await myDrafts()
  await store()
    .then((db) => Promise.all(drafts.map(({ key }) => db.delete('drafts', key))))
    .catch(() => {})
}
