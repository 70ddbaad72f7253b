// Bulletins of an organisation and of a course.
import { calls } from '../call-table.ts'
import { ById, changes, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

const Named = Type.Object({ id: Type.String(), name: Type.String() })
export const BulletinState = oneOf('draft', 'scheduled', 'out', 'expired')

const summary = {
  id: Type.String(),
  org_id: Type.String(),
  course: nullable(Named),
  title: Type.String(),
  /** The beginning of the text, without its form. */
  excerpt: Type.String(),
  state: BulletinState,
  publish_at: nullable(Time),
  expires_at: nullable(Time),
  pinned: Type.Boolean(),
  /** Its readers are asked to confirm. */
  confirm: Type.Boolean(),
  author: nullable(Named),
  files: Type.Integer({ description: 'number of attachments' }),
  read_at: nullable(Time),
  confirmed_at: nullable(Time),
  updated_at: Time,
  version: Type.Integer(),
}
export const BulletinSummary = Type.Object(summary)
export type BulletinSummary = Static<typeof BulletinSummary>

export const BulletinFile = Type.Object({
  upload_id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  size: Type.Number(),
  /** The address of its bytes, for four hours; null while they have not arrived, or when they are gone. */
  url: nullable(Type.String()),
})
export type BulletinFile = Static<typeof BulletinFile>

const Audience = Type.Object({
  departments: Type.Array(Named),
  roles: Type.Array(Type.String()),
  courses: Type.Array(Named),
  groups: Type.Array(Named),
})

export const Bulletin = Type.Interface([BulletinSummary], {
  /** HTML of the allow-list of rich text. */
  content: Type.String(),
  attachments: Type.Array(BulletinFile),
  /** Of the text. */
  pictures: Type.Array(Type.Object({ upload_id: Type.String(), url: Type.String() })),
  can_change: Type.Boolean(),
  /** For who may change it. */
  audience: nullable(Audience),
})
export type Bulletin = Static<typeof Bulletin>

export const ManagedBulletin = Type.Interface([BulletinSummary], {
  audience: Audience,
  /** Whom it is for now, and how many of them have read and confirmed it. */
  recipients: Type.Integer(),
  read: Type.Integer(),
  confirmed: Type.Integer(),
})
export type ManagedBulletin = Static<typeof ManagedBulletin>

const fields = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  content: Type.String({ maxLength: 200_000 }),
  attachments: Type.Array(Type.Object({ upload_id: Id, name: Type.String({ minLength: 1, maxLength: 255 }) }), { maxItems: 20 }),
  state: oneOf('draft', 'published'),
  /** null, of a published one: now. */
  publish_at: nullable(Time),
  expires_at: nullable(Time),
  pinned: Type.Boolean(),
  confirm: Type.Boolean(),
  /** An empty list leaves nobody out. Departments count with those below them. */
  departments: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  roles: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 10, uniqueItems: true }),
  courses: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Of a course's bulletin: among its students those of these groups alone. */
  groups: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
})
export const BulletinChanges = Type.Interface([changes(fields)], { version: Version })
export type BulletinChanges = Static<typeof BulletinChanges>
export const BulletinDraft = Type.Interface([changes(Type.Omit(fields, ['title']))], { title: fields.properties.title })
export type BulletinDraft = Static<typeof BulletinDraft>

export const Reader = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  read_at: nullable(Time),
  confirmed_at: nullable(Time),
})
const readersQuery = pageQuery({
  /** Default: all. */
  show: Type.Optional(oneOf('read', 'unread', 'confirmed', 'unconfirmed')),
})
export type ReadersQuery = Static<typeof readersQuery>
/** `mails_wait`: the organisation has had its mails of today; of what is published now the page tells at once, mails go out tomorrow. */
const Managed = paged(ManagedBulletin, { mails_wait: Type.Boolean() })
const Readers = paged(Reader, { recipients: Type.Integer(), read: Type.Integer(), confirmed: Type.Integer() })

const refusals = [
  'bulletin.endsBeforeStart',
  'bulletin.limit',
  'bulletin.tooManyFiles',
  'bulletin.unknownAudience',
  'upload.unknown',
] as const
const example = { title: 'Library open until 22:00', content: '<p>Up to the exams.</p>', state: 'published' }

export const listQuery = pageQuery({
  type: oneOf('org', 'course'),
  /** Of one course; without it of all of mine. */
  course_id: Type.Optional(Id),
  unread: Type.Optional(Type.Boolean()),
})
export const managedQuery = pageQuery({ state: Type.Optional(BulletinState), keyword: Type.Optional(Type.String({ maxLength: 100 })) })
export type ManagedQuery = Static<typeof managedQuery>
export type ListQuery = Static<typeof listQuery>

export const bulletinCalls = calls({
  'GET /api/bulletins': {
    summary: 'Bulletins of the organisation or of my courses that are for me, pinned ones first, then the newest',
    may: 'signedIn',
    query: listQuery,
    reply: paged(BulletinSummary),
  },
  'GET /api/courses/:id/current-bulletins': {
    summary:
      'The first three for the page of a course: pinned ones for me, then those of others, out for at most 30 days, that I have not read',
    may: 'signedIn',
    params: ById,
    reply: Type.Object({ items: Type.Array(BulletinSummary), total: Type.Integer() }),
  },
  'GET /api/bulletins/unread': {
    summary: 'Bulletins of the organisation, out for at most 30 days, that I have neither read nor seen in the popup',
    may: 'signedIn',
    query: pageQuery({}),
    reply: paged(BulletinSummary),
  },
  'PUT /api/bulletins/seen': {
    summary: 'The popup has shown me these bulletins: it does not show them again',
    may: 'signedIn',
    repeatable: true,
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    reply: Type.Null(),
    status: 204,
    example: { ids: ['01900000-0000-7000-8000-000000000001'] },
  },
  'GET /api/bulletins/:id': {
    summary: 'A bulletin that is for me, or that I may change, with its text and files',
    may: 'signedIn',
    params: ById,
    reply: Bulletin,
    errors: ['bulletin.notFound'],
  },
  'PUT /api/bulletins/:id/read': {
    summary: 'I have read a bulletin',
    may: 'signedIn',
    repeatable: true,
    params: ById,
    reply: Type.Null(),
    status: 204,
    errors: ['bulletin.notFound'],
  },
  'PUT /api/bulletins/:id/confirm': {
    summary: 'I confirm that I have read a bulletin that asks for it',
    may: 'signedIn',
    params: ById,
    reply: Bulletin,
    errors: ['bulletin.notFound'],
  },
  'GET /api/org/bulletins': {
    summary: 'All bulletins of the organisation, drafts too, with how many have read them',
    may: 'bulletins.change',
    query: managedQuery,
    reply: Managed,
  },
  'POST /api/org/bulletins': {
    summary: 'Write a bulletin of the organisation',
    may: 'bulletins.change',
    body: BulletinDraft,
    bodyLimit: 1024 * 1024,
    reply: Bulletin,
    status: 201,
    errors: ['department.only', ...refusals],
    example,
  },
  'PUT /api/org/bulletins/:id': {
    summary: 'Change the fields that are given; who was told is not told again',
    may: 'bulletins.change',
    params: ById,
    body: BulletinChanges,
    reply: Bulletin,
    errors: ['department.only', ...refusals, 'bulletin.newer', 'bulletin.notFound'],
  },
  'DELETE /api/org/bulletins/:id': {
    summary: 'Delete a bulletin; for 30 days it can be restored',
    may: 'bulletins.change',
    params: ById,
    reply: Type.Null(),
    status: 204,
    errors: ['department.only'],
  },
  'PUT /api/org/bulletins/:id/restore': {
    summary: 'Bring a deleted bulletin back as it was',
    may: 'bulletins.change',
    params: ById,
    reply: Bulletin,
    errors: ['department.only'],
  },
  'GET /api/org/bulletins/:id/readers': {
    summary: 'Whom a bulletin is for, who has read and confirmed it, and who has not',
    may: 'bulletins.change',
    params: ById,
    query: readersQuery,
    reply: Readers,
    errors: ['department.only'],
  },
  'GET /api/courses/:id/bulletins': {
    summary: 'All bulletins of a course, drafts too, with how many have read them',
    may: 'content.publish',
    at: 'course',
    params: ById,
    query: managedQuery,
    reply: Managed,
  },
  'POST /api/courses/:id/bulletins': {
    summary: 'Write a bulletin of a course, for its members or those with some roles there',
    may: 'content.publish',
    at: 'course',
    params: ById,
    body: BulletinDraft,
    bodyLimit: 1024 * 1024,
    reply: Bulletin,
    status: 201,
    errors: refusals,
    example,
  },
  'PUT /api/course-bulletins/:id': {
    summary: 'Change the fields that are given; who was told is not told again',
    may: 'content.publish',
    at: 'courseBulletin',
    params: ById,
    body: BulletinChanges,
    reply: Bulletin,
    errors: [...refusals, 'bulletin.newer', 'bulletin.notFound'],
  },
  'DELETE /api/course-bulletins/:id': {
    summary: 'Delete a bulletin of a course; for 30 days it can be restored',
    may: 'content.publish',
    at: 'courseBulletin',
    params: ById,
    reply: Type.Null(),
    status: 204,
  },
  'PUT /api/course-bulletins/:id/restore': {
    summary: 'Bring a deleted bulletin of a course back as it was',
    may: 'content.publish',
    at: 'deletedCourseBulletin',
    params: ById,
    reply: Bulletin,
  },
  'GET /api/course-bulletins/:id/readers': {
    summary: 'Whom a bulletin of a course is for, who has read and confirmed it, and who has not',
    may: 'content.publish',
    at: 'courseBulletin',
    params: ById,
    query: readersQuery,
    reply: Readers,
  },
})
