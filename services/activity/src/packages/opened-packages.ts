// The copy of packages that upload has opened: by it attempts begin, and their results are made of its items.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { PackageOpened } from '@lyceum/proto/upload'
import type { PackageItem, PackageKind } from './package-attempts/api.ts'

export type OpenedPackage = { kind: PackageKind; etag: string; title: string; items: PackageItem[] }

/** A file is opened once: a fact that comes again has the same content. */
export async function keepPackage(tx: Tx, { uploadId, kind, etag, title, items }: PackageOpened): Promise<void> {
  await run(
    tx,
    `insert into opened_packages (upload_id, kind, etag, title, items) values ($1, $2, $3, $4, $5::text::jsonb)
     on conflict (upload_id) do update set kind = excluded.kind, etag = excluded.etag, title = excluded.title, items = excluded.items`,
    uploadId,
    kind,
    etag,
    title,
    JSON.stringify(items.map(({ id, parent, title: name, sco, mastery }) => ({ id, parent, title: name, sco, mastery }))),
  )
}

/** Undefined until it is opened, and for one of a kind that only a newer release knows. */
export async function openedPackage(tx: Tx, upload: string): Promise<OpenedPackage | undefined> {
  const found = await one<OpenedPackage>(tx, 'select kind, etag, title, items from opened_packages where upload_id = $1', upload)
  return found && ['scorm12', 'scorm2004'].includes(found.kind) ? found : undefined
}

/** Packages whose items stay in memory: a save looks up the items that it names. */
const mostKept = 200
const keptItems = new Map<string, Map<string, PackageItem>>()

/** The items of an opened package by their ids; undefined while its copy is not here. They never change, so they are read once. */
export async function itemsOf(tx: Tx, upload: string, etag: string): Promise<Map<string, PackageItem> | undefined> {
  const key = `${upload} ${etag}`
  const known = keptItems.get(key)
  if (known) return known
  const opened = await openedPackage(tx, upload)
  if (!opened) return undefined
  const items = new Map(opened.items.map((item) => [item.id, item]))
  if (opened.etag !== etag) return items
  const oldest = keptItems.keys().next().value
  if (keptItems.size >= mostKept && oldest !== undefined) keptItems.delete(oldest)
  keptItems.set(key, items)
  return items
}
