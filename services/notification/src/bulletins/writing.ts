// Bulletins for those who write them: drafts, times, audience, files; publishing tells people once.
import { coursesById } from '@lyceum/course/mirror/courses'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, forbidden, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type {} from '../errors.ts'
import type { Bulletin, BulletinChanges, BulletinDraft } from './api.ts'
import { audienceWithin } from './audience.ts'
import { type BulletinRow, bulletinColumns, heldUploads, emitChanged, emitPublished } from './facts.ts'
import { faultsOf } from './rules.ts'
import { uploadsOf } from './uploads.ts'
import { whole } from './views.ts'

/** The organisation, and the course of a course's bulletin; of the organisation's the department to which the writer is bound. */
export type BulletinOwner = { org: string; course: string | null; department?: string }
/** Attachments and pictures of one bulletin. */
const mostFiles = 60

type Written = Pick<
  BulletinRow,
  'title' | 'content' | 'textUploadIds' | 'attachments' | 'state' | 'pinned' | 'confirm' | 'departments' | 'roles' | 'courses' | 'groups'
> & { publishAt: Date | null; expiresAt: Date | null }

const empty: Written = {
  title: '',
  content: '',
  textUploadIds: [],
  attachments: [],
  state: 'draft',
  pinned: false,
  confirm: false,
  departments: [],
  roles: [],
  courses: [],
  groups: [],
  publishAt: null,
  expiresAt: null,
}

function merged(before: Written, draft: Partial<BulletinDraft>, now: Date): Written {
  const content = draft.content === undefined ? before.content : cleanHtml('content', draft.content)
  const time = (given: string | null | undefined, old: Date | null) => (given === undefined ? old : given === null ? null : new Date(given))
  const state = draft.state ?? before.state
  const publishAt = time(draft.publish_at, before.publishAt)
  return {
    title: draft.title === undefined ? before.title : cleanTitle(draft.title),
    content,
    textUploadIds: filesIn(content),
    attachments: draft.attachments ?? before.attachments,
    state,
    publishAt: state === 'published' ? (publishAt ?? now) : publishAt,
    expiresAt: time(draft.expires_at, before.expiresAt),
    pinned: draft.pinned ?? before.pinned,
    confirm: draft.confirm ?? before.confirm,
    departments: draft.departments ?? before.departments,
    roles: draft.roles ?? before.roles,
    courses: draft.courses ?? before.courses,
    groups: draft.groups ?? before.groups,
  }
}

/** 400 at the field that cannot be: a time, somebody it is for, a file that is not the writer's. */
async function check(tx: Tx, actor: Actor, place: BulletinOwner, after: Written, before: Written, now: Date): Promise<void> {
  const faults: Fields = faultsOf(after, now)
  if (after.title === '') faults.title = 'field.required'
  if (place.course && (after.departments.length > 0 || after.courses.length > 0))
    faults[after.departments.length > 0 ? 'departments' : 'courses'] = 'bulletin.unknownAudience'
  const known = place.course
    ? ['student', 'instructor', 'instructor_assistant']
    : ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin']
  if (after.roles.some((role) => !known.includes(role))) faults.roles = 'bulletin.unknownAudience'
  const found = await rows<{ id: string }>(
    tx,
    'select id::text from mirror.departments where id = any($1) and org_id = $2 and not deleted',
    after.departments,
    place.org,
  )
  if (found.length < new Set(after.departments).size) faults.departments = notKnownYet('bulletin.unknownAudience')
  const courses = await coursesById(tx, after.courses)
  if (after.courses.some((id) => courses.get(id)?.org_id !== place.org)) faults.courses = notKnownYet('bulletin.unknownAudience')
  // a group that is deleted later stays named
  const freshGroups = after.groups.filter((id) => !before.groups.includes(id))
  if (!(await areGroupsOf(tx, place.course, freshGroups))) faults.groups = notKnownYet('bulletin.unknownAudience')
  const files = heldUploads(after)
  if (files.length > mostFiles) faults.attachments = ['bulletin.tooManyFiles', { most: mostFiles }]
  // what is in it already stays, whoever writes now
  const fresh = files.filter((id) => !heldUploads(before).includes(id))
  const uploads = await uploadsOf(tx, fresh)
  for (const id of fresh) {
    const upload = uploads.get(id)
    if (upload && !upload.deleted && upload.person_id === actor.person) continue
    faults[after.attachments.some(({ upload_id }) => upload_id === id) ? 'attachments' : 'content'] = notKnownYet('upload.unknown', { id })
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (!(await audienceWithin(tx, place.department, after))) throw forbidden('department.only')
}

/** Whether all of them are groups of the course. */
async function areGroupsOf(tx: Tx, course: string | null, groups: string[]): Promise<boolean> {
  const found = await rows<{ id: string }>(
    tx,
    `select g.id::text from mirror.groups g join mirror.group_sets s on s.id = g.set_id and not s.deleted
     where g.id = any($1::uuid[]) and g.course_id = $2::uuid and not g.deleted`,
    groups,
    course,
  )
  return found.length === new Set(groups).size
}

/** So that the people of an organisation, or of a course, are not flooded: 409 beyond so many bulletins that go out within 24 hours of one another. */
async function checkLimit({ db, config }: Deps, { org, course }: BulletinOwner, publishAt: Date, self: string): Promise<void> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('bulletins:' || $1, 0))`, course ?? org)
  const others = await one<{ n: number }>(
    db,
    `select count(*)::int as n from bulletins where org_id = $1 and course_id is not distinct from $4::uuid and state = 'published' and id <> $2
       and (told or not deleted) and publish_at > $3::timestamptz - interval '1 day' and publish_at < $3::timestamptz + interval '1 day'`,
    org,
    self,
    publishAt.toISOString(),
    course,
  )
  if ((others?.n ?? 0) >= config.bulletinsPerDay) throw conflict('bulletin.limit', { most: config.bulletinsPerDay })
}

const columnsOf = (written: Written) => [
  written.title,
  written.content,
  written.textUploadIds,
  JSON.stringify(written.attachments),
  written.state,
  written.publishAt,
  written.expiresAt,
  written.pinned,
  written.confirm,
  written.departments,
  written.roles,
  written.courses,
  written.groups,
]

export async function createBulletin(deps: Deps, actor: Actor, place: BulletinOwner, draft: BulletinDraft): Promise<Bulletin> {
  const { db, now } = deps
  const time = now()
  const written = merged(empty, draft, time)
  await check(db, actor, place, written, empty, time)
  const id = newId()
  if (written.state === 'published') await checkLimit(deps, place, written.publishAt!, id)
  await run(
    db,
    `
    insert into bulletins (id, org_id, course_id, title, content, text_upload_ids, attachments, state, publish_at, expires_at, pinned, confirm,
      departments, roles, courses, groups, created_by, created_at, updated_at, version)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
    id,
    place.org,
    place.course,
    ...columnsOf(written),
    actor.person,
    time,
  )
  await audit(db, { action: 'bulletin.created', ...subjectOf(id, place), after: { title: written.title } })
  return await finished(deps, actor, place, id)
}

const subjectOf = (id: string, { course }: BulletinOwner) => ({ subject: `bulletin:${id}`, ...(course && { course }) })

/** 404 for one of another place: who may write in theirs does not learn of it. 403 for one that is for more than the writer's department. */
async function locked(tx: Tx, { org, course, department }: BulletinOwner, id: string, deleted: boolean): Promise<BulletinRow> {
  const row = await one<BulletinRow>(
    tx,
    `select ${bulletinColumns} from bulletins b where b.id = $1 and b.deleted = $2 for update`,
    id,
    deleted,
  )
  if (!row || row.orgId !== org || row.courseId !== course) throw notFound('bulletin', id)
  if (!(await audienceWithin(tx, department, row))) throw forbidden('department.only')
  return row
}

export async function changeBulletin(
  deps: Deps,
  actor: Actor,
  place: BulletinOwner,
  id: string,
  { version, ...changes }: BulletinChanges,
): Promise<Bulletin> {
  const { db, now } = deps
  const row = await locked(db, place, id, false)
  if (Number(row.version) !== version) throw conflict('bulletin.newer', { version: String(row.version) })
  const before: Written = {
    ...row,
    publishAt: row.publishAt && new Date(row.publishAt),
    expiresAt: row.expiresAt && new Date(row.expiresAt),
  }
  const after = merged(before, changes, now())
  await check(db, actor, place, after, before, now())
  const goesOut = after.state === 'published' && (before.state === 'draft' || after.publishAt?.getTime() !== before.publishAt?.getTime())
  if (goesOut && !row.told) await checkLimit(deps, place, after.publishAt!, id)
  await run(
    db,
    `
    update bulletins set title = $2, content = $3, text_upload_ids = $4, attachments = $5, state = $6, publish_at = $7, expires_at = $8, pinned = $9,
      confirm = $10, departments = $11, roles = $12, courses = $13, groups = $14, updated_at = $15, version = ${nextVersion()} where id = $1`,
    id,
    ...columnsOf(after),
    now(),
  )
  await audit(db, {
    action: 'bulletin.changed',
    ...subjectOf(id, place),
    before: { state: before.state },
    after: { title: after.title, state: after.state },
  })
  return await finished(deps, actor, place, id)
}

/** Emits the change, and if its time has come, that it is out. */
async function finished(deps: Deps, actor: Actor, place: BulletinOwner, id: string): Promise<Bulletin> {
  const { db, now } = deps
  const row = await locked(db, place, id, false)
  await emitChanged(db, [row])
  if (row.state === 'published' && !row.told && row.publishAt && new Date(row.publishAt) <= now()) await goOut(db, [row])
  return await whole(deps, actor, { ...row, readAt: null, confirmedAt: null }, { canChange: true })
}

async function goOut(tx: Tx, list: BulletinRow[]): Promise<void> {
  if (list.length === 0) return
  await run(
    tx,
    'update bulletins set told = true where id = any($1)',
    list.map(({ id }) => id),
  )
  await audit(
    tx,
    list.map(({ id, orgId, courseId, title }) => ({
      action: 'bulletin.published' as const,
      org: orgId,
      ...subjectOf(id, { org: orgId, course: courseId }),
      after: { title },
    })),
  )
  await emitPublished(tx, list)
}

/** Publishes those whose time has come; returns their number. One that came out more than a day ago, while nothing ran, is no news. */
export async function publishDue(tx: Tx, now: Date, size: number): Promise<number> {
  const due = await rows<BulletinRow>(
    tx,
    `select ${bulletinColumns} from bulletins b where b.state = 'published' and not b.told and not b.deleted and b.publish_at <= $1
     order by b.publish_at limit $2 for update skip locked`,
    now,
    size,
  )
  await goOut(tx, due)
  return due.length
}

export async function deleteBulletin({ db, now }: Deps, place: BulletinOwner, id: string): Promise<null> {
  const { title } = await locked(db, place, id, false)
  await run(db, `update bulletins set deleted = true, deleted_at = $2, version = ${nextVersion()} where id = $1`, id, now())
  await emitChanged(db, [await locked(db, place, id, true)])
  await audit(db, { action: 'bulletin.deleted', ...subjectOf(id, place), after: { title } })
  return null
}

export async function restoreBulletin(deps: Deps, actor: Actor, place: BulletinOwner, id: string): Promise<Bulletin> {
  const { title } = await locked(deps.db, place, id, true)
  await run(deps.db, `update bulletins set deleted = false, deleted_at = null, version = ${nextVersion()} where id = $1`, id)
  await audit(deps.db, { action: 'bulletin.restored', ...subjectOf(id, place), after: { title } })
  return await finished(deps, actor, place, id)
}

/** Deletes for good what was deleted 30 days ago; its files were let go of then. */
export const purgeBulletins = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `delete from bulletins where id in (
       select id from bulletins where deleted and deleted_at < $1::timestamptz - interval '30 days' order by deleted_at limit $2)`,
    now,
    size,
  )
