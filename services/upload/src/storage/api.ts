// The contract table of storage: use, quota, and rules of uploads.
import { calls } from '../call-table.ts'
import { Id, nullable, oneOf, pageQuery, paged, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { UploadType } from '../rows/shapes.ts'

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

const uses = { files: Type.Integer(), bytes: Type.Integer() }
/** Bytes that are used, those of a course by twenty that keep most. */
export const StorageUses = Type.Object({
  by_type: Type.Array(Type.Object({ type: Type.String(), ...uses }), { description: 'Most first' }),
  by_course: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), code: Type.String(), ...uses }), {
    description: 'Most first',
  }),
  outside: Type.Object(uses, { description: 'of no course: files of people' }),
  others: Type.Object({ courses: Type.Integer(), bytes: Type.Integer() }, { description: 'all other courses' }),
  counted_at: Time,
})
export type StorageUses = Static<typeof StorageUses>

export const LargeFile = Type.Object({
  id: Type.String(),
  name: nullable(Type.String({ description: 'null: not to be read by managers, as work that is handed in' })),
  type: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  owner: Type.Object({ id: Type.String(), name: Type.String() }),
  course: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Time,
})
export type LargeFile = Static<typeof LargeFile>

/** The greatest quota that can be set: a pebibyte. */
export const mostBytes = 2 ** 50
export const StorageQuota = Type.Object({
  kind: oneOf('person', 'course'),
  id: Type.String({ description: 'of the person or course' }),
  name: Type.String(),
  code: Type.String({ description: 'the user number, or the code of the course' }),
  used: Type.Integer(),
  quota: nullable(Type.Integer({ description: 'that holds; null: a course without one' })),
  own: Type.Boolean({ description: 'set for this one' }),
  version: Type.Integer({ description: '0 where nothing is set' }),
})
export type StorageQuota = Static<typeof StorageQuota>
export const QuotaDraft = Type.Object({
  person_id: Type.Optional(Id),
  course_id: Type.Optional(Id),
  bytes: nullable(Type.Integer({ minimum: 1, maximum: mostBytes, description: 'null: what holds for all' })),
  version: Version,
})
export type QuotaDraft = Static<typeof QuotaDraft>

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
  'GET /api/management/storage/quotas': {
    summary:
      'What people or courses keep and may keep, people who keep most first and courses by name; set: those with a quota of their own; of a department: its people or courses',
    may: 'storage.change',
    management: true,
    query: pageQuery({
      kind: oneOf('person', 'course'),
      q: Type.Optional(Type.String({ maxLength: 100 })),
      set: Type.Optional(Type.Boolean()),
    }),
    reply: paged(StorageQuota),
    errors: ['authCode.needed'],
  },
  'PUT /api/management/storage/quotas': {
    summary: 'Set what a person or a course may keep; files that are there already stay',
    may: 'storage.change',
    management: true,
    body: QuotaDraft,
    reply: StorageQuota,
    errors: ['storageQuota.newer', 'department.only', 'authCode.needed'],
  },
  'GET /api/management/storage/uses': {
    summary: 'What is used by type and by course; of a department: by its courses and people',
    may: 'files.manage',
    management: true,
    reply: StorageUses,
    errors: ['authCode.needed'],
  },
  'GET /api/management/storage/files': {
    summary: 'The largest files, at most 1000; of a department: of its courses and people',
    may: 'files.manage',
    management: true,
    query: pageQuery({ type: Type.Optional(UploadType) }),
    reply: paged(LargeFile),
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
