// The rows of a package: its manifest by upload, its directory by the upload that brought the bytes; and its fact.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { PackageOpenedSchema } from '@lyceum/proto/upload'
import type { Db } from '../deps.ts'
import { namesInFacts, type Row } from '../rows/rows.ts'
import { originalOf } from '../storage/shared-bytes.ts'
import type { BadPackage, PackageFault } from './bad-package.ts'
import { type Item, itemsInFact, type Manifest, type PackageKind } from './manifest.ts'
import type { PackageFile, ReadPackage } from './read-package.ts'

/** `organization`: of a ready package. */
export type PackageRow = {
  etag: string
  state: 'ready' | 'failed'
  reason: PackageFault | null
  params: Record<string, string>
  kind: PackageKind | null
  title: string
  items: Item[]
  organization: Manifest['organization'] | null
}
const columns =
  "p.etag, p.state, p.reason, p.params, p.kind, p.title, p.manifest->'items' as items, p.manifest->'organization' as organization"

export const readPackageRow = (tx: Tx, upload: string): Promise<PackageRow | undefined> =>
  one(tx, `select ${columns} from packages p where p.upload_id = $1::uuid`, upload)

/** Takes over what was read of the same bytes for another upload; false: nothing was. */
export async function copyPackage(tx: Tx, row: Pick<Row, 'id' | 'originalId' | 'etag'>): Promise<boolean> {
  return (
    (await run(
      tx,
      `insert into packages (upload_id, etag, state, reason, params, kind, title, manifest, files)
       select $1::uuid, p.etag, p.state, p.reason, p.params, p.kind, p.title, p.manifest, p.files
       from packages p join uploads u on u.id = p.upload_id where (u.id = $2::uuid or u.original_id = $2::uuid) and p.etag = $3 and u.id <> $1::uuid
       limit 1 on conflict do nothing`,
      row.id,
      originalOf(row),
      row.etag,
    )) > 0
  )
}

/** Rows of the directory that one statement writes. */
const filesAtOnce = 5000

export async function writePackage(tx: Tx, row: Pick<Row, 'id' | 'originalId' | 'etag'>, read: ReadPackage): Promise<void> {
  const { kind, title, organization, items } = read.manifest
  await run(
    tx,
    `insert into packages (upload_id, etag, state, kind, title, manifest, files) values ($1::uuid, $2, 'ready', $3, $4, $5::jsonb, $6)
     on conflict (upload_id) do nothing`,
    row.id,
    row.etag,
    kind,
    storableText(title),
    storableJson({ organization, items }),
    read.files.length,
  )
  for (let at = 0; at < read.files.length; at += filesAtOnce) await writeFiles(tx, originalOf(row), read.files.slice(at, at + filesAtOnce))
}

const writeFiles = (tx: Tx, original: string, files: PackageFile[]) =>
  run(
    tx,
    `insert into package_files (original_id, folded, path, at, packed, size, method, crc)
     select $1::uuid, f.* from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::smallint[], $8::bigint[]) as f
     on conflict do nothing`,
    original,
    files.map(({ folded }) => folded),
    files.map(({ path }) => path),
    files.map(({ at }) => at),
    files.map(({ packed }) => packed),
    files.map(({ size }) => size),
    files.map(({ method }) => method),
    files.map(({ crc }) => crc),
  )

export const writeRefusal = (tx: Tx, { id, etag }: Pick<Row, 'id' | 'etag'>, { code, params }: Pick<BadPackage, 'code' | 'params'>) =>
  run(
    tx,
    `insert into packages (upload_id, etag, state, reason, params) values ($1::uuid, $2, 'failed', $3, $4::jsonb) on conflict (upload_id) do nothing`,
    id,
    etag,
    code,
    storableJson(params),
  )

/** Without NUL and halves of pairs, of which a text that is cut has one at its end: a database keeps neither. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()
const storableJson = (value: object) => JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? storableText(one) : one))

export type StoredFile = Pick<PackageFile, 'path' | 'at' | 'packed' | 'size' | 'method' | 'crc'>
/** A file of the package by the folded path of its address. */
export async function findPackageFile(tx: Tx, row: Pick<Row, 'id' | 'originalId'>, folded: string): Promise<StoredFile | undefined> {
  const found = await one<Record<keyof StoredFile, string>>(
    tx,
    'select path, at, packed, size, method, crc from package_files where original_id = $1::uuid and folded = $2',
    originalOf(row),
    folded,
  )
  return (
    found && {
      path: found.path,
      at: Number(found.at),
      packed: Number(found.packed),
      size: Number(found.size),
      method: Number(found.method),
      crc: Number(found.crc),
    }
  )
}

/** Emits the ready packages among these uploads. Of a student's own file that no course shows there is none: its title is the student's affair. */
export async function emitPackages(db: Db, uploads: string[]): Promise<void> {
  const opened = await rows<PackageRow & { id: string; org: string }>(
    db,
    `select ${columns}, u.id::text, u.org_id::text as org from packages p join uploads u on u.id = p.upload_id
     where u.id = any($1::uuid[]) and p.state = 'ready' and not u.deleted order by u.id`,
    uploads,
  )
  if (opened.length === 0) return
  const named = await namesInFacts(
    db,
    opened.map(({ id }) => id),
  )
  await emitAll(
    db,
    opened
      .filter(({ id }) => named.has(id))
      .map(({ id, org, kind, etag, title, items }) =>
        fact(
          PackageOpenedSchema,
          { key: `upload:${id}`, org },
          {
            uploadId: id,
            orgId: org,
            kind: kind ?? '',
            etag,
            title,
            items: itemsInFact(items),
          },
        ),
      ),
  )
}

/** Deletes what is known of the packages of these uploads, and closes their doors. */
export async function dropPackages(tx: Tx, uploads: string[]): Promise<void> {
  await run(tx, 'delete from packages where upload_id = any($1::uuid[])', uploads)
  await run(tx, 'delete from package_doors where upload_id = any($1::uuid[])', uploads)
}

/** Deletes the directory of an archive whose bytes are gone. */
export const dropPackageFiles = (tx: Tx, original: string) => run(tx, 'delete from package_files where original_id = $1::uuid', original)
