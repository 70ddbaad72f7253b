// Files that a person marks.
import { Type } from 'typebox'
import { Html, Uploads } from '../shapes.ts'

export const FileContent = Type.Object({
  /** Extensions without a dot; none: files of every type. */
  file_types: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$' }), { maxItems: 50, uniqueItems: true })),
  files_most: Type.Integer({ minimum: 1, maximum: 20 }),
  /** Of one file, in MiB. */
  file_size_mb: Type.Integer({ minimum: 1, maximum: 2048 }),
})
export const FileKey = Type.Object({ guide: Type.Optional(Html) })
export const FileAnswer = Type.Object({ upload_ids: Uploads })
