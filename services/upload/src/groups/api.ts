// The contract table of sharing groups.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ListedUpload } from '../uploads/api.ts'

/** owner: all rights, also to pass the group on; manager: members and files; member: sees files, shares own ones. */
export const GroupRole = oneOf('owner', 'manager', 'member')
export type GroupRole = Static<typeof GroupRole>

/** vtrs: a teaching-and-research group, made by who manages groups; its members, of several schools, share files as in any other. */
export const GroupKind = oneOf('sharing', 'vtrs')
export type GroupKind = Static<typeof GroupKind>

/** People in a group of kind vtrs at most; sharing groups have no limit. */
export const mostMembers = 500

const Named = Type.Object({ id: Type.String(), name: Type.String() })

export const ResourceGroup = Type.Object({
  id: Type.String(),
  kind: GroupKind,
  name: Type.String(),
  role: nullable(GroupRole),
  member_count: Type.Integer(),
  file_count: Type.Integer(),
  org: Named,
  schools: Type.Array(Type.String(), { description: 'names of those of its members, its own first, five at most' }),
  departments: Type.Array(Type.String(), { description: 'names of those of its members, five at most' }),
  created_at: Type.String(),
})
export type ResourceGroup = Static<typeof ResourceGroup>

/** A group as the management sees it. */
export const ManagedGroup = Type.Object({
  id: Type.String(),
  kind: GroupKind,
  name: Type.String(),
  owners: Type.Array(Named, { description: 'three at most' }),
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
  user_no: Type.String({ description: 'empty of people of another school than that of the session' }),
  avatar: Type.String(),
  role: GroupRole,
  school: Named,
  former: Type.Boolean({
    description: 'of a group of kind vtrs: belongs to their school no longer, or is suspended, and does not enter it',
  }),
  joined_at: Type.String(),
})

export const GroupInvitation = Type.Object({ code: Type.String(), expires_at: Type.String() })
export type GroupInvitation = Static<typeof GroupInvitation>

/** A group as the holder of a code sees it before joining. */
export const GroupOffer = Type.Object({
  group: Named,
  org: Named,
  led_by: Type.Array(Type.String(), { description: 'names of its owners, three at most' }),
  member_count: Type.Integer(),
  joined: Type.Boolean(),
  expires_at: Type.String(),
})
export type GroupOffer = Static<typeof GroupOffer>

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
const Code = Type.Object({ code: Type.String({ maxLength: 64 }) })
const invitationCall = { ...groupCall, params: ById, errors: ['group.homeOnly'] } as const

export const groupCalls = calls({
  'GET /api/resource-groups': {
    summary:
      'The groups that I am in, of a kind or of all, those of kind vtrs of other organisations too; of kind vtrs, for who manages groups, also those of the organisation, or those whose owners are of their department; conditions: keyword',
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
    errors: ['group.foreignPerson', 'group.full'],
  },
  'PUT /api/resource-groups/:id/members/:person_id': {
    ...groupCall,
    summary: 'Change what somebody may in a sharing group; people of another school never own it',
    params: Member,
    body: Type.Object({ role: GroupRole }),
    reply: ResourceGroup,
    errors: ['group.lastOwner', 'group.foreignOwner'],
  },
  'DELETE /api/resource-groups/:id/members/:person_id': {
    ...groupCall,
    summary: 'Take somebody out, or leave. What they shared goes with them',
    params: Member,
    reply: Type.Null(),
    status: 204,
    errors: ['group.lastOwner'],
  },
  'POST /api/resource-groups/:id/invitation': {
    ...invitationCall,
    summary: 'A code by which people of other schools join a group of kind vtrs; the one of before ends',
    body: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 90 }) }),
    reply: GroupInvitation,
    status: 201,
  },
  'GET /api/resource-groups/:id/invitation': {
    ...invitationCall,
    summary: 'The code of a group, for who manages it; null: there is none',
    reply: Type.Object({ invitation: nullable(GroupInvitation) }),
  },
  'DELETE /api/resource-groups/:id/invitation': {
    ...invitationCall,
    summary: 'End the code of a group; who has joined stays',
    reply: Type.Null(),
    status: 204,
  },
  'GET /api/resource-group-invitations/:code': {
    summary: 'The group that a code opens; 429 after ten wrong codes in ten minutes',
    may: 'groups.create',
    params: Code,
    reply: GroupOffer,
  },
  'POST /api/resource-group-invitations/:code/join': {
    summary: 'Join a group by its code, as a member of the school of the session; again changes nothing',
    may: 'groups.create',
    params: Code,
    reply: ResourceGroup,
    status: 201,
    errors: ['group.full'],
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
