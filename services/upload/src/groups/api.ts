// The contract table of sharing groups.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ListedUpload } from '../uploads/api.ts'

/** owner: all rights, also to pass the group on; manager: members and files; member: sees files, shares own ones. */
export const GroupRole = oneOf('owner', 'manager', 'member')
export type GroupRole = Static<typeof GroupRole>

/** vtrs: a teaching-and-research group, made by who manages groups; its members share files as in any other. */
export const GroupKind = oneOf('sharing', 'vtrs')
export type GroupKind = Static<typeof GroupKind>

export const ResourceGroup = Type.Object({
  id: Type.String(),
  kind: GroupKind,
  name: Type.String(),
  role: nullable(GroupRole),
  member_count: Type.Integer(),
  file_count: Type.Integer(),
  departments: Type.Array(Type.String(), { description: 'names of those of its members, five at most' }),
  created_at: Type.String(),
})
export type ResourceGroup = Static<typeof ResourceGroup>

/** A group as the management sees it. */
export const ManagedGroup = Type.Object({
  id: Type.String(),
  kind: GroupKind,
  name: Type.String(),
  owners: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), { description: 'three at most' }),
  owner_count: Type.Integer(),
  member_count: Type.Integer(),
  file_count: Type.Integer({ description: 'that its members see' }),
  waiting: Type.Integer({ description: 'files that wait for a review' }),
  created_at: Type.String(),
})
export type ManagedGroup = Static<typeof ManagedGroup>

export const GroupMember = Type.Object({
  id: Type.String({ description: 'of the person' }),
  name: Type.String(),
  user_no: Type.String(),
  avatar: Type.String(),
  role: GroupRole,
  joined_at: Type.String(),
})

/** wait: somebody is to decide over it. */
export const AuditStatus = oneOf('agree', 'reject', 'wait')
export type AuditStatus = Static<typeof AuditStatus>

/** share_to_id is the group's id. Files that are not agreed are visible to the person who shares them and to those who are let see them alone. */
export const SharedResource = Type.Object({
  id: Type.String(),
  share_to_id: Type.String(),
  group: Type.Object({ id: Type.String() }),
  audit_status: AuditStatus,
  reason: nullable(Type.String({ description: 'of the decision, for the person who shares it' })),
  added_at: nullable(
    Type.String({ description: 'when something came into the folder last, for the person who shares it: it waits since' }),
  ),
  shared_at: Type.String(),
  shared_by: Type.Object({ id: Type.String(), name: Type.String() }),
  upload: ListedUpload,
})

const Draft = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })
const NewGroup = Type.Interface([Draft], { kind: Type.Optional(GroupKind) })
const Conditions = { conditions: Type.Optional(Type.String({ maxLength: 2000 })) }
const Member = Type.Object({ id: Id, person_id: Id })
const groupCall = { may: 'signedIn', at: 'resourceGroup' } as const

export const groupCalls = calls({
  'GET /api/resource-groups': {
    summary:
      'The groups that I am in, of a kind or of all; of kind vtrs, for who manages groups, those of the organisation, or those whose owners are of their department; conditions: keyword',
    may: 'signedIn',
    query: pageQuery({ kind: Type.Optional(GroupKind), ...Conditions }),
    reply: paged(ResourceGroup),
  },
  'GET /api/management/resource-groups': {
    summary: 'The sharing groups of the organisation by name; of a department: those whose owners all belong to it',
    may: 'groups.manage',
    management: true,
    query: pageQuery({ q: Type.Optional(Type.String({ maxLength: 100, description: 'words of the name, or of an owner’s' })) }),
    reply: paged(ManagedGroup),
    errors: ['authCode.needed'],
  },
  'POST /api/resource-groups': {
    summary: 'Make a group; I own it. One of kind vtrs is made by who manages groups',
    may: 'groups.create',
    body: NewGroup,
    reply: ResourceGroup,
    status: 201,
  },
  'GET /api/resource-groups/:id': { ...groupCall, summary: 'A sharing group, for its members', params: ById, reply: ResourceGroup },
  'PUT /api/resource-groups/:id': { ...groupCall, summary: 'Rename a sharing group', params: ById, body: Draft, reply: ResourceGroup },
  'DELETE /api/resource-groups/:id': {
    ...groupCall,
    summary: 'Delete a sharing group; the files stay with their owners',
    params: ById,
    reply: Type.Null(),
    status: 204,
  },
  'GET /api/resource-groups/:id/members': {
    ...groupCall,
    summary: 'Who is in a sharing group; conditions: keyword',
    params: ById,
    query: pageQuery(Conditions),
    reply: paged(GroupMember),
  },
  'POST /api/resource-groups/:id/members': {
    ...groupCall,
    summary: 'Take people of the organisation in; who is in it already stays as they are',
    params: ById,
    body: Type.Object({
      person_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
      role: Type.Optional(oneOf('manager', 'member')),
    }),
    reply: ResourceGroup,
    status: 201,
    errors: ['group.foreignPerson'],
  },
  'PUT /api/resource-groups/:id/members/:person_id': {
    ...groupCall,
    summary: 'Change what somebody may in a sharing group',
    params: Member,
    body: Type.Object({ role: GroupRole }),
    reply: ResourceGroup,
    errors: ['group.lastOwner'],
  },
  'DELETE /api/resource-groups/:id/members/:person_id': {
    ...groupCall,
    summary: 'Take somebody out, or leave. What they shared goes with them',
    params: Member,
    reply: Type.Null(),
    status: 204,
    errors: ['group.lastOwner'],
  },
  'GET /api/resource-groups/:id/files': {
    ...groupCall,
    summary: 'What is shared into a group, or in a folder shared there, which who reviews it lists too; conditions: keyword, type',
    params: ById,
    query: pageQuery({ parent_id: Type.Optional(Id), ...Conditions }),
    reply: paged(SharedResource, { path: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
  },
  'POST /api/resource-groups/:id/files': {
    ...groupCall,
    summary: 'Share files or folders of mine into a group, at once or after a review',
    params: ById,
    body: Type.Object({ upload_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    reply: Type.Object({ shared: Type.Integer(), waiting: Type.Integer({ description: 'of them, for a review' }) }),
    status: 201,
  },
  'DELETE /api/resource-groups/:id/files/:upload_id': {
    ...groupCall,
    summary: 'Share a file no longer: who shared it, or who manages the group',
    params: Type.Object({ id: Id, upload_id: Id }),
    reply: Type.Null(),
    status: 204,
  },
})
