// The contract table of the review of shared files, and of who sees one although it is not agreed.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { AuditStatus } from '../groups/api.ts'
import { listTypes } from '../uploads/api.ts'

const Named = Type.Object({ id: Type.String(), name: Type.String() })
const Person = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String() })

/** share_to_id is the group's id. */
export const ReviewedShare = Type.Object({
  id: Type.String(),
  share_to_id: Type.String(),
  group: Named,
  audit_status: AuditStatus,
  reason: nullable(Type.String()),
  audited_by: nullable(Named),
  audited_at: nullable(Type.String()),
  added_at: nullable(Type.String({ description: 'when something came into the folder last, since when it waits or waited' })),
  shared_by: Person,
  shared_at: Type.String(),
  upload: Type.Object({
    id: Type.String(),
    name: nullable(Type.String({ description: 'null: not to be read by managers, as work that is handed in' })),
    type: Type.String(),
    size: Type.Integer(),
    is_folder: Type.Boolean(),
    item_count: nullable(Type.Integer({ description: 'of a folder' })),
    viewable: Type.Boolean({ description: 'the page can show it' }),
  }),
  overrides: Type.Integer({ description: 'people who see it although it is not agreed' }),
  version: Type.Integer(),
})
export type ReviewedShare = Static<typeof ReviewedShare>

/** Shares that one call decides over. */
export const mostShares = 500
export const Decision = Type.Object({
  shares: Type.Array(Type.Object({ id: Id, version: Version }), { minItems: 1, maxItems: mostShares }),
  audit_status: AuditStatus,
  reason: Type.Optional(Type.String({ maxLength: 1000, description: 'required of a rejection' })),
})
export type Decision = Static<typeof Decision>
export const Decided = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      outcome: oneOf('changed', 'same', 'newer', 'refused'),
      version: Type.Integer({ description: 'of now; 0 of a refused one' }),
    }),
    { description: 'newer: somebody decided meanwhile; refused: there is none, or of people of another department' },
  ),
})
export type Decided = Static<typeof Decided>

const Override = Type.Object({ id: Id, person_id: Id })
const reviewCall = { may: 'sharing.review', management: true, errors: ['authCode.needed'] } as const
const shareCall = { ...reviewCall, errors: ['department.only', 'authCode.needed'] } as const

export const sharingCalls = calls({
  'GET /api/shared-resources': {
    ...reviewCall,
    summary:
      'Files and folders that are shared into the groups of the organisation, those shared last first, ten thousand at most, found among the newest twenty thousand; of a department: of its people',
    query: pageQuery({
      status: Type.Optional(AuditStatus),
      group: Type.Optional(Id),
      q: Type.Optional(Type.String({ maxLength: 100, description: 'words of the name of the file, of the group or of who shares it' })),
      type: Type.Optional(oneOf(...listTypes)),
    }),
    reply: paged(ReviewedShare, { waiting: Type.Integer({ description: 'of all, for a review' }) }),
  },
  'PUT /api/shared-resources': {
    ...reviewCall,
    summary: 'Agree with shared files, reject them with a reason, or let them wait again; each is answered on its own',
    body: Decision,
    reply: Decided,
  },
  'GET /api/shared-resources/:id/overrides': {
    ...shareCall,
    summary: 'People who see a shared file although it is not agreed',
    params: ById,
    query: pageQuery(),
    reply: paged(Person),
  },
  'PUT /api/shared-resources/:id/overrides/:person_id': {
    ...shareCall,
    summary: 'Let a member of the group see a shared file although it is not agreed',
    params: Override,
    reply: Type.Null(),
    status: 204,
  },
  'DELETE /api/shared-resources/:id/overrides/:person_id': {
    ...shareCall,
    summary: 'Let somebody see a shared file no longer unless it is agreed',
    params: Override,
    reply: Type.Null(),
    status: 204,
  },
})
