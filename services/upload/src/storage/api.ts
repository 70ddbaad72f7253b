// The contract table of storage: use, quota, and rules of uploads.
import { calls } from '../call-table.ts'
import { Type } from 'typebox'

/** Bytes, declared ones included. storage_total is the actor's quota; the bar warns from 80 %. by_type: the use by type. */
export const StorageUsed = Type.Object({
  storage_used: Type.Integer(),
  storage_total: Type.Integer(),
  org_used: Type.Integer(),
  org_total: Type.Integer(),
  by_type: Type.Array(Type.Object({ type: Type.String(), bytes: Type.Integer() }), { description: 'Most first' }),
})

const Bytes = Type.Integer({ minimum: 1 })
export const UploadRules = Type.Object({
  limits: Type.Object(
    { video: Bytes, audio: Bytes, document: Bytes, image: Bytes, other: Bytes },
    { description: 'Bytes of one file, by type' },
  ),
  extensions: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'By type; what is in none is not taken' }),
  maxLevelInUploadFolder: Type.Integer(),
  maxFileCountInUploadFolder: Type.Integer(),
})

export const storageCalls = calls({
  'GET /api/user/storage-used': { summary: 'How much I keep, and how much I may', may: 'signedIn', reply: StorageUsed },
  'GET /api/upload-rules': { summary: 'Which files may be uploaded here, how large, how deep', may: 'signedIn', reply: UploadRules },
})
