// The contract table of uploads: files, folders and tickets.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, sorted, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Upload, UploadDraft, UploadStatus, UploadType, GrantQuery } from '../rows/shapes.ts'

/** The ticket of a declared upload: address, headers and tokens for its bytes. All null for a folder. */
export const UploadTicket = Type.Interface([Upload], {
  upload_url: nullable(Type.String({ description: 'PUT the file here; for chunked: the start of …/mkblk/ and …/mkfile/' })),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'To be sent with the bytes. chunked: upload-token, renewed by GET /api/uptoken',
  }),
  block_size: nullable(Type.Integer()),
  callback_token: nullable(Type.String({ description: 'transcoder WRPC: header upload-token of POST /internal-api/upload/callback/:id' })),
  expires_at: nullable(Type.String()),
})
export type UploadTicket = Static<typeof UploadTicket>

export const UploadChanges = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  allow_download: Type.Optional(Type.Boolean()),
  parent_id: Type.Optional(nullable(Id)),
})
export type UploadChanges = Static<typeof UploadChanges>

/** An upload in the bin: deleted, and restorable for a while. */
export const DeletedUpload = Type.Interface([Upload], {
  deleted_at: Type.String(),
  purge_at: Type.String({ description: 'Gone for good from then on, or earlier when its room is needed' }),
  item_count: nullable(Type.Integer({ description: 'What was deleted with a folder' })),
})
const UploadIds = Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })

/** The fields of `conditions` for one's own files: parent_id null is the top; keyword searches every folder. */
export const uploadConditions = ['keyword', 'type', 'status'] as const
export const listTypes = ['document', 'image', 'video', 'audio', 'swf', 'scorm', 'link', 'other', 'folder'] as const
export const listStatuses = ['processing', 'ready', 'failed'] as const
/** An upload in a list, with the number of items of a folder and the uses of a file; uses are for its owner and for teachers who use it. */
export const ListedUpload = Type.Interface([Upload], {
  item_count: nullable(Type.Integer()),
  used_in: Type.Optional(
    Type.Object({
      activities: Type.Integer(),
      courses: Type.Integer(),
      course_id: nullable(Type.String({ description: 'One of them that I teach or manage' })),
      course_name: nullable(Type.String()),
    }),
  ),
})
export type ListedUpload = Static<typeof ListedUpload>
const Order = {
  ...sorted('name', 'changed', 'size'),
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
}
export type ListQuery = {
  page?: number
  page_size?: number
  parent_id?: string
  conditions?: string
  sort?: 'name' | 'changed' | 'size'
  order?: 'ascending' | 'descending'
}
export const Uploads = paged(ListedUpload, {
  path: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), { description: 'The folders above, topmost first' }),
})

/** A match of the search: a file or folder of the actor's own, or of one of their courses. */
export const FoundFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: UploadType,
  size: Type.Integer({ description: 'bytes' }),
  status: UploadStatus,
  is_folder: Type.Boolean(),
  parent_id: nullable(Type.String()),
  course_id: nullable(Type.String({ description: 'null: the actor’s own' })),
  course_name: nullable(Type.String()),
})
export type FoundFile = Static<typeof FoundFile>

export const uploadCalls = calls({
  'POST /api/uploads': {
    summary: 'Declare a file, which answers where and how its bytes go; make a folder; keep a link to a film',
    may: 'signedIn',
    body: UploadDraft,
    reply: UploadTicket,
    status: 201,
    errors: ['storage.courseInsufficient', 'storage.insufficient'],
    example: { name: 'Lecture 1.mp4', size: 52_428_800, storage_type: 'media' },
  },
  'GET /api/uploads': {
    summary: 'My files, folders first; conditions: keyword, type, status',
    may: 'signedIn',
    query: pageQuery({ parent_id: Type.Optional(Id), ...Order }),
    reply: Uploads,
  },
  'GET /api/my-files': {
    summary:
      'Find files and folders by name, my own and those of my courses: names that begin with the words first, then words that do. Students find what is ready. total counts to 1,000',
    may: 'signedIn',
    query: pageQuery({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: paged(FoundFile),
  },
  'GET /api/courses/:id/resources': {
    summary: 'The files of a course, folders first; conditions: keyword, type, status. Students see what is ready',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: pageQuery({ parent_id: Type.Optional(Id), ...Order }),
    reply: Uploads,
  },
  'GET /api/deleted-uploads': {
    summary: 'What I have deleted and can bring back; conditions: keyword',
    may: 'signedIn',
    query: pageQuery({ conditions: Order.conditions }),
    reply: paged(DeletedUpload),
  },
  'POST /api/uploads/move': {
    summary: 'Moves files and folders into a folder; null: to the top',
    may: 'signedIn',
    body: Type.Object({ upload_ids: UploadIds, parent_id: nullable(Id) }),
    reply: Type.Object({ items: Type.Array(Upload) }),
    status: 200,
  },
  'POST /api/uploads/delete': {
    summary: 'Deletes several, all or none; those that activities use only with force',
    may: 'signedIn',
    body: Type.Object({ upload_ids: UploadIds, force: Type.Optional(Type.Boolean()) }),
    reply: Type.Null(),
    status: 204,
    errors: ['upload.held', 'upload.inUse'],
  },
  'POST /api/uploads/restore': {
    summary: 'Brings back what was deleted, to where it was, or to the top when that is gone',
    may: 'signedIn',
    body: Type.Object({ upload_ids: UploadIds }),
    reply: Type.Object({ items: Type.Array(Upload) }),
    status: 200,
    errors: ['storage.courseInsufficient', 'storage.insufficient', 'upload.purged'],
  },
  'GET /api/uploads/:id': {
    summary: 'An upload, for its owner and for teachers of courses that use it; by a grant without what is its owner’s',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: Upload,
    errors: ['grant.ended'],
  },
  'PUT /api/uploads/:id': {
    summary: 'Rename, move, allow download',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    body: UploadChanges,
    reply: Upload,
    errors: ['upload.held'],
  },
  'DELETE /api/uploads/:id': {
    summary: 'Delete a file, or a folder with all in it; one that activities use only with force. It can be brought back for 30 days',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    query: Type.Object({
      force: Type.Optional(Type.Boolean()),
      purge: Type.Optional(Type.Boolean({ description: 'For good; also what was deleted before' })),
    }),
    reply: Type.Null(),
    status: 204,
    errors: ['upload.held', 'upload.inUse'],
  },
  'GET /api/uptoken': {
    summary: 'A fresh token for the blocks of a chunked upload',
    may: 'signedIn',
    query: Type.Object({ id: Id }),
    reply: Type.Object({ uptoken: Type.String(), expires_at: Time }),
    errors: ['upload.finished', 'upload.notChunked'],
  },
  'PUT /api/uploads/:id/uploaded': {
    summary: 'The bytes are sent: looks at them and starts what they need',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    reply: Upload,
    tx: false,
    errors: ['upload.notArrived', 'upload.sizeMismatch'],
  },
  'POST /api/uploads/:id/retry': {
    summary: 'Transcode again what has failed',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    reply: Upload,
    errors: ['upload.notFailed', 'upload.notMedia'],
  },
  'POST /api/uploads/:id/videos': {
    summary: 'Note a playable form made elsewhere',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    body: Type.Object({
      resolution: oneOf('QVGA', 'VGA', 'HD'),
      duration: Type.Number({ minimum: 0, maximum: 864_000 }),
      width: Type.Integer({ minimum: 1, maximum: 16_384 }),
      height: Type.Integer({ minimum: 1, maximum: 16_384 }),
    }),
    reply: Upload,
    status: 201,
    errors: ['upload.notMedia'],
  },
  'GET /api/uploads/:id/blob': {
    summary: 'Download: leads to the bytes. Others than its owner and teachers need a grant of an activity and allow_download',
    may: 'readFile',
    anonymous: true,
    params: ById,
    scope: 'query',
    query: Type.Object({ scope: Type.Optional(Id), ...GrantQuery.properties }),
    reply: Type.Null(),
    status: 302,
    errors: ['upload.notReady', 'upload.downloadNotAllowed', 'grant.ended'],
  },
  'POST /internal-api/upload/callback/:id': {
    summary: 'WRPC: the object is in the store. Opened by the header upload-token',
    may: 'visitor',
    open: 'token',
    scope: 'none',
    params: ById,
    body: Type.Object({ file_key: Type.String({ maxLength: 300 }) }),
    reply: Upload,
    tx: false,
    errors: ['upload.notArrived', 'upload.sizeMismatch', 'upload.token'],
  },
})
