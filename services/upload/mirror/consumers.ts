// Consumers of upload's facts in other services, which write its uploads into the service's own table `uploads`, with the columns it reads.
import { run, type Tx } from '@lyceum/kit/database/database'
import { on } from '@lyceum/kit/facts/consumer'
import {
  type Upload,
  UploadChangedSchema,
  UploadCreatedSchema,
  UploadDeletedSchema,
  UploadFailedSchema,
  UploadReadySchema,
} from '@lyceum/proto/upload'

/** A column's value of an upload of a fact. */
const columnValues = {
  org_id: ({ orgId }) => orgId,
  person_id: ({ personId }) => personId,
  name: ({ name }) => name,
  type: ({ type }) => type,
  size: ({ size }) => String(size),
  status: ({ status }) => status,
  playable: ({ playable, status }) => playable || status === 'ready',
  allow_download: ({ allowDownload }) => allowDownload,
  duration: ({ duration }) => duration ?? null,
  videos: ({ videos }) => JSON.stringify(videos.map(({ label, width, height, complete }) => ({ label, width, height, complete }))),
  reason: ({ reason }) => reason ?? null,
  percent: ({ percent }) => percent ?? null,
  pages: ({ pages }) => pages ?? null,
  provider: ({ provider }) => provider ?? null,
  extension: ({ extension }) => extension,
  // a release before this one emits no `stored`
  stored: ({ stored, playable, status }) => stored || playable || status === 'ready',
  sha256: ({ sha256 }) => sha256 ?? null,
} satisfies Record<string, (upload: Upload) => unknown>
type Column = keyof typeof columnValues

/** Columns that stay when a newer fact lacks them: a release before this one emits uploads without them. */
const kept: readonly string[] = ['pages', 'sha256'] satisfies Column[]

/**
 * Writes an upload with the columns beside `id`, `deleted` and `version`, if its version is newer. A deleted upload stays as a row, marked
 * deleted; folders are left out. Pages that come with a version which was applied without them are added.
 */
export function upsertUpload(columns: readonly Column[]) {
  const names = [...columns, 'deleted', 'version']
  const sets = names.map((name) => (kept.includes(name) ? `${name} = coalesce(excluded.${name}, u.${name})` : `${name} = excluded.${name}`))
  const sql = `
    insert into uploads as u (id, ${names}) values ($1, ${names.map((_, index) => `$${index + 2}`)})
    on conflict (id) do update set ${sets}
    where u.version < excluded.version${
      columns.includes('pages') ? ' or (u.version = excluded.version and u.pages is null and excluded.pages is not null)' : ''
    }`
  return async (tx: Tx, { upload }: { upload?: Upload | undefined }): Promise<void> => {
    if (!upload || upload.type === 'folder') return
    await run(tx, sql, upload.id, ...columns.map((column) => columnValues[column](upload)), upload.deleted, String(upload.version))
  }
}

/** The consumers of a service whose table `uploads` has these columns beside `id`, `deleted` and `version`. */
export function uploadMirror(...columns: Column[]) {
  const upsert = upsertUpload(columns)
  return {
    upload: {
      uploadCreated: on(UploadCreatedSchema, upsert),
      uploadChanged: on(UploadChangedSchema, upsert),
      uploadReady: on(UploadReadySchema, upsert),
      uploadFailed: on(UploadFailedSchema, upsert),
      uploadDeleted: on(UploadDeletedSchema, upsert),
    },
  }
}
