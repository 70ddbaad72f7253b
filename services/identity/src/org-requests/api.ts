// The calls of requests: to join an organisation, for a new one, for more storage. Administrators decide who joins, the workgroup administrator the rest.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, type TProperties, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'

export const kinds = ['join', 'new_org', 'storage'] as const
export type RequestKind = (typeof kinds)[number]
const RequestState = oneOf('open', 'agreed', 'rejected', 'withdrawn')
/** The roles that somebody joins with; others are given afterwards. */
export const joinRoles = ['student', 'instructor', 'faculty'] as const
const JoinRole = oneOf(...joinRoles)
const UserNo = Type.String({ maxLength: 50 })
const Quota = Type.Integer({ minimum: 1, maximum: 2 ** 50, description: 'bytes of all files of the organisation' })

/** A request as its person writes it. */
export const OrgRequestDraft = Type.Object({
  kind: oneOf(...kinds),
  org_id: Type.String({ ...Id, description: 'the organisation to join; else the one whose workgroup administrator decides' }),
  role: Type.Optional(JoinRole),
  user_no: Type.Optional(UserNo),
  department_id: Type.Optional(Id),
  name: Type.Optional(Type.String({ maxLength: 200, description: 'of the new organisation' })),
  locale: Type.Optional(Locale),
  storage_quota: Type.Optional(Quota),
  text: Type.Optional(Type.String({ maxLength: 1000, description: 'why' })),
})
export type OrgRequestDraft = Static<typeof OrgRequestDraft>

const Named = Type.Object({ id: Type.String(), name: Type.String() })
export const OrgRequest = Type.Object({
  id: Type.String(),
  kind: oneOf(...kinds),
  org: Named,
  person: Type.Object({
    id: Type.String(),
    name: Type.String(),
    user_no: Type.String({ description: 'where the account was made' }),
    email: nullable(Type.String()),
    org: Type.String({ description: 'the name of the organisation that has made the account' }),
  }),
  role: nullable(JoinRole),
  user_no: Type.String(),
  department: nullable(Named),
  name: Type.String(),
  locale: nullable(Locale),
  storage_quota: nullable(Type.Integer()),
  text: Type.String(),
  state: RequestState,
  reason: Type.String({ description: 'of the decision' }),
  decided_by: nullable(Named),
  decided_at: nullable(Time),
  created_at: Time,
  version: Type.Integer(),
})
export type OrgRequest = Static<typeof OrgRequest>

const decisionOf = <T extends TProperties>(more: T) =>
  Type.Object({
    decision: oneOf('agree', 'reject'),
    reason: Type.Optional(Type.String({ maxLength: 1000, description: 'its person reads it; a rejection needs one' })),
    version: Version,
    ...more,
  })
export const JoinDecision = decisionOf({
  role: Type.Optional(JoinRole),
  user_no: Type.Optional(UserNo),
  department_id: Type.Optional(nullable(Id)),
})
export type JoinDecision = Static<typeof JoinDecision>
export const WorkgroupDecision = decisionOf({ storage_quota: Type.Optional(Quota) })
export type WorkgroupDecision = Static<typeof WorkgroupDecision>

const listQuery = pageQuery({ state: Type.Optional(RequestState) })
const decisionErrors = [
  'user.notFound',
  'department.only',
  'authCode.needed',
  'orgRequest.notFound',
  'orgRequest.newer',
  'orgRequest.decided',
] as const

export const orgRequestCalls = calls({
  'GET /api/org-requests/orgs': {
    summary: 'Organisations that I am not in and may ask to join, by name',
    may: 'account',
    scope: 'none',
    query: pageQuery({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: paged(Named),
  },
  'POST /api/org-requests': {
    summary: 'Ask to join an organisation, for a new one or for more storage; at most five open at once',
    may: 'account',
    scope: 'none',
    status: 201,
    body: OrgRequestDraft,
    reply: OrgRequest,
    errors: [
      'org.notFound',
      'requests.tooMany',
      'orgRequest.open',
      'orgRequest.member',
      'account.suspended',
      'demo.closed',
      'department.unknown',
    ],
    example: { kind: 'join', org_id: '01900000-0000-7000-8000-000000000001', role: 'student', text: 'I take part in the reef project.' },
  },
  'GET /api/user/org-requests': {
    summary: 'My own requests, the newest first',
    may: 'account',
    scope: 'none',
    query: pageQuery(),
    reply: paged(OrgRequest),
  },
  'DELETE /api/user/org-requests/:id': {
    summary: 'Withdraw a request of mine that is open',
    may: 'account',
    scope: 'none',
    params: ById,
    reply: OrgRequest,
    errors: ['orgRequest.notFound', 'orgRequest.decided'],
  },
  'GET /api/org-requests': {
    summary: 'Requests to join the organisation: open ones, the oldest first, or those of another state, the newest first',
    may: 'requests.decide',
    wide: true,
    management: true,
    query: listQuery,
    reply: paged(OrgRequest),
    errors: ['department.only', 'authCode.needed'],
  },
  'PUT /api/org-requests/:id': {
    summary: 'Agree to a request to join, which makes the membership, or reject it',
    may: 'requests.decide',
    wide: true,
    management: true,
    params: ById,
    body: JoinDecision,
    reply: OrgRequest,
    errors: [
      ...decisionErrors,
      'orgRequest.member',
      'permission.notYours',
      'department.unknown',
      'user.numberTaken',
      'user.numberTakenBy',
      'externalId.taken',
    ],
    example: { decision: 'agree', role: 'student', version: 0 },
  },
  'GET /api/workgroup/org-requests': {
    summary: 'Requests for new organisations and for storage: open ones, the oldest first, or those of another state, the newest first',
    may: 'workgroup.decide',
    wide: true,
    management: true,
    query: listQuery,
    reply: paged(OrgRequest),
    errors: ['department.only', 'authCode.needed'],
  },
  'PUT /api/workgroup/org-requests/:id': {
    summary: 'Agree to a request for an organisation, which is made with the person as its administrator, or for storage; or reject it',
    may: 'workgroup.decide',
    wide: true,
    management: true,
    params: ById,
    body: WorkgroupDecision,
    reply: OrgRequest,
    errors: [...decisionErrors, 'user.oneself'],
    example: { decision: 'reject', reason: 'There is room enough.', version: 0 },
  },
})
