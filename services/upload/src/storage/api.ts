// The contract table of storage: use, quota, and rules of uploads.
import { calls } from '../call-table.ts'
import { pageQuery, paged, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

const InBin = Type.Integer({
  description: 'Bytes of deleted files, beyond what is used: they stay in the bin for 30 days, or until their room is needed',
})
/** Bytes, declared ones included. storage_total is the actor's quota; the bar warns from 80 %. by_type: the use by type. */
export const StorageUsed = Type.Object({
  storage_used: Type.Integer(),
  storage_total: Type.Integer(),
  in_bin: InBin,
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
  not_shown: Type.Object(
    { extensions: Type.Array(Type.String()), office: Type.Array(Type.String()), max_office_size: Bytes },
    { description: 'What the page cannot show, so that students download it: by extension, and office files above a size' },
  ),
})

export const StorageOwner = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), bytes: Type.Integer() })
export type StorageOwner = Static<typeof StorageOwner>

export const storageCalls = calls({
  'GET /api/user/storage-used': { summary: 'How much I keep, and how much I may', may: 'signedIn', reply: StorageUsed },
  'GET /api/upload-rules': { summary: 'Which files may be uploaded here, how large, how deep', may: 'signedIn', reply: UploadRules },
  'GET /api/management/storage': {
    summary: 'How much the organisation keeps and may; of a department: how much its people keep',
    may: 'files.manage',
    management: true,
    reply: Type.Object({
      used: Type.Integer(),
      total: Type.Integer({ description: 'of the organisation' }),
      in_bin: InBin,
      counted_at: Time,
    }),
    errors: ['authCode.needed'],
  },
  'GET /api/management/storage/owners': {
    summary: 'Who keeps most, at most 1000 people; of a department: its people',
    may: 'files.manage',
    management: true,
    query: pageQuery(),
    reply: paged(StorageOwner),
    errors: ['authCode.needed'],
  },
})
