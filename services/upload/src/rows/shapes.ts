// Shapes of an upload on the wire: itself, its draft, its kind in the viewer.
import { Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { linkDraft, linkFields } from './link-api.ts'

/** The protocol of the browser: media and local: one PUT; chunked: blocks of 4 MiB; object: one PUT straight to the store. */
export const StorageType = oneOf('media', 'chunked', 'object', 'local')
export type StorageType = Static<typeof StorageType>
export const UploadType = oneOf('document', 'image', 'video', 'audio', 'swf', 'scorm', 'link', 'other', 'folder')
export type UploadType = Static<typeof UploadType>
export const UploadStatus = oneOf('processing', 'ready', 'failed')
export type UploadStatus = Static<typeof UploadStatus>
/** The reason for which an upload is not ready; the web has a text with the next step for each. */
export const Reason = oneOf(
  'upload.waiting',
  'upload.fetching',
  'upload.queued',
  'upload.transcoding', // processing
  'upload.sizeMismatch',
  'upload.typeMismatch',
  'upload.tooManyPixels',
  'upload.fetchFailed',
  'upload.fetchRefused',
  'upload.fetchTooLarge',
  'upload.fetchNoRoom',
  'upload.broken',
  'upload.tooLong',
  'upload.tooLargePicture',
  'upload.outOfTime',
  'upload.tooDemanding',
  'upload.transcodingFailed',
)
export type Reason = Static<typeof Reason>
export const ResolutionLabel = oneOf('QVGA', 'VGA', 'HD', 'audio')
export type ResolutionLabel = Static<typeof ResolutionLabel>

/** One playable form. width and height are 0 for audio; duration in seconds. */
export const Video = Type.Object({ resolution: ResolutionLabel, duration: Type.Number(), width: Type.Integer(), height: Type.Integer() })
export type Video = Static<typeof Video>

/**
 * The grant of an activity, in place of the right of an owner or teacher. Guests have no other right. A file that a grant shows under an alias is
 * found by the grant alone.
 */
export const GrantQuery = Type.Object({ grant: Type.Optional(Type.String({ maxLength: 2000 })) })

export const Upload = Type.Object({
  id: Type.String(),
  org_id: Type.String(),
  key: Type.String(),
  name: Type.String(),
  type: UploadType,
  size: Type.Integer({ description: 'bytes' }),
  status: UploadStatus,
  reason: nullable(Type.String({ description: 'A code of Reason while the status is not ready' })),
  percent: Type.Integer({ description: 'of transcoding, 0 to 100' }),
  playable: Type.Boolean({ description: 'The first segments of every quality exist' }),
  duration: nullable(Type.Number()),
  videos: Type.Array(Video),
  ...linkFields,
  video_src_type: nullable(oneOf('hls')),
  is_folder: Type.Boolean(),
  parent_type: nullable(Type.String()),
  parent_id: nullable(Type.String()),
  reference_id: nullable(Type.String({ description: 'The parent when it is not a folder' })),
  source: nullable(Type.String()),
  storage_type: StorageType,
  transcoder: nullable(oneOf('WRPC')),
  allow_download: Type.Boolean(),
  preview_failed: Type.Boolean({ description: 'It turned out that it cannot be shown: protected, broken, or not to be converted' }),
  is_scorm: Type.Boolean(),
  is_wmpkg: Type.Boolean(),
  is_marked_attachment: Type.Boolean(),
  embed_material_type: nullable(Type.String()),
  deleted: Type.Boolean(),
  course_id: nullable(Type.String({ description: 'Whose files it belongs to; null: its owner’s own' })),
  created_at: Type.String(),
  updated_at: Type.String(),
  created_by_id: Type.String(),
  version: Type.Integer(),
})
export type Upload = Static<typeof Upload>

export const UploadDraft = Type.Object({
  name: Type.String({ maxLength: 1000 }),
  size: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'bytes; required unless it is a folder or a link' }),
  ),
  is_folder: Type.Optional(Type.Boolean()),
  parent_type: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[a-z][a-z_-]{0,39}$',
        description: 'folder (the default), course (parent_id is the course: its files), activity …',
      }),
    ),
  ),
  parent_id: Type.Optional(nullable(Id)),
  is_scorm: Type.Optional(Type.Boolean()),
  is_wmpkg: Type.Optional(Type.Boolean()),
  source: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  is_marked_attachment: Type.Optional(Type.Boolean()),
  embed_material_type: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  storage_type: Type.Optional(StorageType),
  allow_download: Type.Optional(Type.Boolean()),
  ...linkDraft,
})
export type UploadDraft = Static<typeof UploadDraft>

/** Bytes of a block; the last of a file may be shorter. */
export const blockSize = 4_194_304
/** Bytes of one PUT at most; larger files are sent in blocks. */
export const maxPutSize = 5 * 1024 ** 3

/** The viewer of a file; 'none' can only be downloaded. */
export const viewKinds = ['image', 'pdf', 'text', 'code', 'audio', 'video', 'office', 'link', 'none'] as const
export type ViewKind = (typeof viewKinds)[number]
/** The office formats that the page can draw itself. */
export const DrawnFormat = oneOf('docx', 'xlsx')
export type DrawnFormat = Static<typeof DrawnFormat>
