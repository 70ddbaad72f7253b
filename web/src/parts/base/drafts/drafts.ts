// The store of drafts on this device, by person, organisation, form, edited object and tab, each with the version it was written against. A draft
// is offered to its person only and deleted on success, on sign-out and after 30 days. Passwords and codes are never stored.
import type { DBSchema, IDBPDatabase } from 'idb'
import { currentScope, newKey } from '../../../client.ts'

export type Draft = {
  key: string
  person: string
  org: string
  form: string
  thing: string
  version: number
  /** The object as it was when the draft began; missing in drafts of earlier releases. */
  base?: unknown
  value: unknown
  at: number
}
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

/** The key of this person's draft in a tab; undefined before anybody is signed in. */
export function keyOf(form: string, thing: string, tab: string): string | undefined {
  const scope = currentScope()
  return scope && [scope.person, scope.org, form, thing, tab].join('|')
}

export type Content = { version: number; base: unknown; value: unknown }

/** Stores a value 500 ms after its last change. `version` is that of the object it was written against, 0 for a new one. Nothing happens
 *  where the browser has no storage (private windows); `onStored` gets the time (ms since the epoch). */
export function storeDraft(form: string, thing: string, tab: string, content: Content, onStored?: (at: number) => void) {
  const [scope, key] = [currentScope(), keyOf(form, thing, tab)]
  if (!scope || !key) return
  cancel(key)
  const write = () => {
    pending.delete(key)
    const at = Date.now()
    const draft = { ...scope, key, form, thing, at, version: content.version }
    return store()
      .then((db) => db.put('drafts', { ...draft, base: withoutSecrets(content.base), value: withoutSecrets(content.value) }))
      .then(
        () => onStored?.(at),
        () => {},
      )
  }
  pending.set(key, { write, timer: setTimeout(write, 500) })
}

function cancel(key: string) {
  clearTimeout(pending.get(key)?.timer)
  pending.delete(key)
}

/** This person's drafts of a form, of all its objects without a `thing`, in all tabs, latest first. Callers compare their versions before offering them. */
export const readDrafts = async (form: string, thing?: string): Promise<Draft[]> => {
  const scope = currentScope()
  return (await myDrafts())
    .filter((draft) => draft.org === scope?.org && draft.form === form && (thing === undefined || draft.thing === thing))
    .sort((a, b) => b.at - a.at)
}

/** Stores a value at once; rejects where the browser has no storage. */
export async function putDraft(form: string, thing: string, tab: string, content: Content): Promise<number> {
  const [scope, key] = [currentScope(), keyOf(form, thing, tab)]
  if (!scope || !key) throw new Error('no session')
  const at = Date.now()
  await (await store()).put('drafts', { ...scope, key, form, thing, at, ...content })
  return at
}

/** Takes a draft out of its tab's place, which its editor is about to write to; returns it with its new key. */
export async function setAside(draft: Draft): Promise<Draft> {
  const aside = { ...draft, key: keyOf(draft.form, draft.thing, newKey()) ?? draft.key }
  await store()
    .then(async (db) => {
      const writes = db.transaction('drafts', 'readwrite')
      await Promise.all([writes.store.put(aside), writes.store.delete(draft.key), writes.done])
    })
    .catch(() => {})
  return aside
}

/** Keeps a text that another one replaces in its editor. */
export async function keepAside(form: string, thing: string, content: Content): Promise<Draft | undefined> {
  const [scope, key] = [currentScope(), keyOf(form, thing, newKey())]
  if (!scope || !key) return undefined
  const { version, base, value } = content
  const draft = { ...scope, key, form, thing, at: Date.now(), version, base: withoutSecrets(base), value: withoutSecrets(value) }
  return store()
    .then((db) => db.put('drafts', draft))
    .then(
      () => draft,
      () => undefined,
    )
}

export async function dropDraft(key: string | undefined) {
  if (!key) return
  cancel(key)
  await store()
    .then((db) => db.delete('drafts', key))
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

// a hidden page may be closed without another event
document.addEventListener('visibilitychange', () => {
  if (document.hidden) void flushDrafts()
})

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
