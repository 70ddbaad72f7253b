// The contract table of the bins of an organisation, for its management.
import { calls } from '../call-table.ts'
import { Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/**
 * The rule that keeps the bytes of a deleted file. days: it can be restored for 30 days; held: somebody holds it, such as work that was handed in;
 * deleting: its time is over, and a job deletes the bytes within the hour.
 */
export const KeepingRule = oneOf('days', 'held', 'deleting')
export type KeepingRule = Static<typeof KeepingRule>

export const KeptBytes = Type.Object({
  rule: KeepingRule,
  files: Type.Integer(),
  bytes: Type.Integer(),
  since: nullable(Type.String({ description: 'when the first of them was deleted' })),
})

/** A file, or a folder with all that was deleted with it. */
export const BinnedUpload = Type.Object({
  id: Type.String(),
  name: nullable(Type.String({ description: 'null: not to be read by managers, as work that is handed in' })),
  type: Type.String(),
  is_folder: Type.Boolean(),
  files: Type.Integer({ description: 'whose bytes are kept' }),
  bytes: Type.Integer(),
  rule: KeepingRule,
  owner: Type.Object({ id: Type.String(), name: Type.String() }),
  course: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  deleted_at: Type.String(),
  purge_at: nullable(Type.String({ description: 'null while it is held' })),
})
export type BinnedUpload = Static<typeof BinnedUpload>

const Chosen = Type.Object({ upload_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) })

export const orgBinCalls = calls({
  'GET /api/management/storage/bin': {
    summary:
      'What was deleted in the organisation and is kept, the last first, ten thousand at most, and the rules that keep bytes; of a department: of its courses and people',
    may: 'files.manage',
    management: true,
    query: pageQuery(),
    reply: paged(BinnedUpload, { kept: Type.Array(KeptBytes) }),
    errors: ['authCode.needed'],
  },
  'POST /api/management/storage/bin/restore': {
    summary: 'Restore deleted files of people to where they were; `refused`: those that are not there any more, or of another department',
    may: 'files.manage',
    management: true,
    body: Chosen,
    reply: Type.Object({ restored: Type.Integer(), refused: Type.Integer() }),
    errors: ['storage.insufficient', 'storage.courseInsufficient', 'authCode.needed'],
  },
  'POST /api/management/storage/bin/empty': {
    summary: 'Delete files of bins for good; what somebody holds stays',
    may: 'storage.change',
    management: true,
    body: Chosen,
    reply: Type.Object({ purged: Type.Integer(), bytes: Type.Integer(), refused: Type.Integer() }),
    errors: ['authCode.needed'],
  },
})
