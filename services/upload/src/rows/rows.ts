// The row of an upload: read, written with a new version, in replies, in facts.
import { rows, run } from '@lyceum/kit/database/database'
import { emitAll, fact, versionAfter } from '@lyceum/kit/facts/outbox'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import type { Db, UploadRow } from '../deps.ts'
import type { Prisma } from '../generated/client.ts'
import type { Provider } from './link-api.ts'
import { isPreviewFailed } from './view-kinds.ts'
import { extensionOf } from './names.ts'
import type { ResolutionLabel, StorageType, Upload, UploadStatus, UploadType } from './shapes.ts'

export type Row = UploadRow

export const findRow = async (db: Db, id: string): Promise<Row | undefined> => {
  const row = await db.upload.findUnique({ where: { id }, include: { videos: true } })
  return row && !row.deleted ? row : undefined
}

/** Locks the row, also of a deleted upload. */
export async function lockAny(db: Db, id: string): Promise<Row | undefined> {
  await run(db, 'select 1 from uploads where id = $1 for update', id)
  return (await db.upload.findUnique({ where: { id }, include: { videos: true } })) ?? undefined
}

/** Locks the row until the transaction ends. */
export async function lockRow(db: Db, id: string): Promise<Row | undefined> {
  await run(db, 'select 1 from uploads where id = $1 for update', id)
  return await findRow(db, id)
}

/** Locks the existing rows, also of deleted uploads, in the order of their ids. */
export async function lockAll(db: Db, ids: string[]): Promise<Row[]> {
  await run(db, 'select 1 from uploads where id = any($1) order by id for update', ids)
  return await db.upload.findMany({ where: { id: { in: ids } }, include: { videos: true }, orderBy: { id: 'asc' } })
}

/** Writes a locked row under its next version. */
export const writeRow = (db: Db, { id, version }: Row, data: Prisma.UploadUpdateInput, now: Date): Promise<Row> =>
  db.upload.update({ where: { id }, data: { ...data, version: versionAfter(version, now) }, include: { videos: true } })

const order = ['QVGA', 'VGA', 'HD', 'audio']
const sortedVideos = (row: Row) => row.videos.toSorted((a, b) => order.indexOf(a.resolution) - order.indexOf(b.resolution))

export const toUpload = (row: Row): Upload => ({
  id: row.id,
  org_id: row.orgId,
  key: row.key,
  name: row.name,
  type: row.type as UploadType,
  size: Number(row.size),
  status: row.status as UploadStatus,
  reason: row.reason,
  percent: row.percent,
  playable: row.playable,
  duration: row.duration,
  videos: sortedVideos(row).map(({ resolution, duration, width, height }) => ({
    resolution: resolution as ResolutionLabel,
    duration,
    width,
    height,
  })),
  video_src_type: row.hls ? 'hls' : null,
  provider: row.provider as Provider | null,
  original_url: row.linkUrl,
  is_folder: row.isFolder,
  parent_type: row.parentType,
  parent_id: row.parentId,
  reference_id: inFolder(row.parentType) || row.parentType === 'course' ? null : row.parentId,
  source: row.source,
  storage_type: row.storageType as StorageType,
  transcoder: row.transcoder as 'WRPC' | null,
  allow_download: row.allowDownload,
  preview_failed: isPreviewFailed(row),
  is_scorm: row.isScorm,
  is_wmpkg: row.isWmpkg,
  is_marked_attachment: row.isMarkedAttachment,
  embed_material_type: row.embedMaterialType,
  deleted: row.deleted,
  course_id: row.courseId,
  created_at: row.createdAt.toISOString(),
  // a version is never behind the time of its change
  updated_at: new Date(Number(row.version)).toISOString(),
  created_by_id: row.ownerId,
  version: Number(row.version),
})

/** Whether a file that turns out not to be shown is given as a file from now on: nobody decided over its download. */
export const allowsUnseen = (row: Pick<Row, 'allowDownload' | 'downloadChosen'>) => !row.allowDownload && !row.downloadChosen

/** Whether parent_id is a folder. */
export const inFolder = (parentType: string | null) => parentType === null || parentType === 'folder'

/** Whether the upload counts against the quota: its bytes are stored or expected, and no other upload that shares them counts. */
export const usesStorage = (row: Pick<Row, 'status' | 'storedAt' | 'isFolder' | 'deleted' | 'counted'>) =>
  !row.isFolder && !row.deleted && row.counted && !(row.status === 'failed' && !row.storedAt)

const schemas = {
  created: UploadCreatedSchema,
  changed: UploadChangedSchema,
  ready: UploadReadySchema,
  failed: UploadFailedSchema,
  deleted: UploadDeletedSchema,
}

/** The names of those of these uploads whose facts carry it: a student's own file has it only once a course shows the file. An owner who is not known yet is taken for a student. */
export async function namesInFacts(db: Db, uploads: string[]): Promise<Map<string, string>> {
  const named = await rows<{ id: string; name: string }>(
    db,
    `select u.id::text, u.name from uploads u where u.id = any($1::uuid[]) and (u.course_id is not null
       or exists (select from mirror.memberships m where m.person_id = u.owner_id and m.org_id = u.org_id and not m.roles <@ array['student'])
       or exists (select from upload_references r where r.upload_id = u.id and r.by_right))`,
    uploads,
  )
  return new Map(named.map(({ id, name }) => [id, name]))
}
const namedInFacts = async (db: Db, { id, courseId }: Row): Promise<boolean> => courseId !== null || (await namesInFacts(db, [id])).has(id)

const uploadFact = (change: keyof typeof schemas, row: Row, named: boolean) =>
  fact(
    schemas[change],
    { key: `upload:${row.id}`, org: row.orgId, hint: { people: [row.ownerId] } },
    {
      upload: {
        id: row.id,
        orgId: row.orgId,
        personId: row.ownerId,
        name: named ? row.name : '',
        type: row.type,
        size: row.size,
        status: row.status,
        duration: row.duration ?? undefined,
        videos: sortedVideos(row).map(({ resolution, width, height, bitrate }) => ({
          label: resolution,
          width,
          height,
          bitrate,
          complete: row.status === 'ready',
        })),
        reason: row.reason ?? undefined,
        percent: row.percent,
        deleted: row.deleted,
        createdAt: row.createdAt.toISOString(),
        version: row.version,
        playable: row.playable,
        allowDownload: row.allowDownload,
        pages: row.pages ?? undefined,
        provider: row.provider ?? undefined,
        extension: row.isFolder || row.linkUrl ? '' : extensionOf(row.name),
        stored: row.etag !== null,
        sha256: row.sha256 ?? undefined,
      },
    },
  )

/** Emits the row's new state, in the transaction that wrote it. */
export const emitUpload = async (db: Db, change: keyof typeof schemas, row: Row): Promise<string> =>
  (await emitAll(db, [uploadFact(change, row, await namedInFacts(db, row))]))[0]!

/** The same for many files of a course, in one statement. */
export const emitCourseFiles = (db: Db, change: keyof typeof schemas, list: Row[]) =>
  emitAll(
    db,
    list.map((row) => uploadFact(change, row, true)),
  )
