// What an upload is on the wire.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { linkFields } from '../links/api.ts'

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
  'upload.queued',
  'upload.transcoding', // processing
  'upload.sizeMismatch',
  'upload.typeMismatch',
  'upload.tooManyPixels',
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
