// Making, changing, sorting, publishing and deleting activities; reading one.
import type { Actor } from '@lyceum/kit/actor'
import { rows } from '@lyceum/kit/db'
import { conflict, forbidden, invalid, notFound } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { nextVersion, versionAfter } from '@lyceum/kit/outbox'
import type { Place } from '@lyceum/kit/routes'
import { standingOf, teaches } from '@lyceum/course/mirror/rules'
import { ActivityChangedSchema, ActivityCreatedSchema, ActivityDeletedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { type KnownUpload, uploadsById } from '../uploads/uploads.ts'
import { progressOf, readProgress, shownActivity, tellActivities } from './activity-row.ts'
import type { Activity, ActivityDraft, ActivityType } from './api.ts'
import { cleanHtml } from './clean-html.ts'
import { availabilityOf, built, defaultCriterion, timeOf } from './rules.ts'

/** At the end of its module. */
export async function createActivity(deps: Deps, actor: Actor, place: Place, course: string, draft: ActivityDraft): Promise<Activity> {
  const { db, now } = deps
  const { type, module_id = null, upload_ids = [], body = '', published = false } = draft
  if (!built.includes(type)) throw invalid({ type: ['activity.typeNotAvailable', { type }] })
  const title = titled(draft.title)
  const [startTime = null, endTime = null] = times(draft)
  const criterionKey = criterion(type, draft.completion_criterion_key ?? defaultCriterion(type))
  await checkModule(deps, course, module_id)
  await checkUploads(deps, actor, place, course, type, upload_ids)
  const last = await db.activity.aggregate({ where: { courseId: course, moduleId: module_id, deleted: false }, _max: { sort: true } })
  const row = await db.activity.create({
    data: {
      id: newId(), orgId: place.org, courseId: course, moduleId: module_id, type, title, body: cleanHtml(body), sort: (last._max.sort ?? 0) + 1, published,
      startTime, endTime, criterionKey, forwardSeeking: draft.forward_seeking ?? true, uploadIds: upload_ids, createdBy: actor.person,
      version: versionAfter(undefined, now()),
    },
  })
  await tellActivities(db, ActivityCreatedSchema, [row])
  if (published) await tellActivities(db, ActivityPublishedSchema, [row])
  return await shown(deps, actor, place, row)
}

/** Students find what is published (404), from its start to its end (403 with the time). */
export async function readActivity(deps: Deps, actor: Actor, place: Place, id: string): Promise<Activity> {
  return await shown(deps, actor, place, await openActivity(deps, place, id))
}

/** The row, if the actor may open it now. */
export async function openActivity({ db, now }: Deps, place: Place, id: string): Promise<Row> {
  const row = await db.activity.findUnique({ where: { id } })
  if (!row || row.deleted) throw notFound('activity', id)
  if (teaches(standingOf(place))) return row
  const availability = availabilityOf({ published: row.published, start: row.startTime, end: row.endTime }, now())
  if (availability === 'unpublished') throw notFound('activity', id)
  if (availability === 'notStarted') throw forbidden('activity.notStarted', { start_time: row.startTime!.toISOString() })
  if (availability === 'ended') throw forbidden('activity.ended', { end_time: row.endTime!.toISOString() })
  return row
}

type Changes = Partial<Omit<ActivityDraft, 'type'>> & { version?: number }

/** 409 activity.newer when somebody else wrote since the version the writer saw. */
export async function changeActivity(deps: Deps, actor: Actor, place: Place, id: string, { version, ...draft }: Changes): Promise<Activity> {
  const { db, now } = deps
  const before = await locked(deps, id)
  if (version !== undefined && version < Number(before.version)) throw conflict('activity.newer', { version: Number(before.version) })
  const type = before.type as ActivityType
  const [startTime, endTime] = times(draft, before)
  if (draft.module_id !== undefined && draft.module_id !== before.moduleId) await checkModule(deps, before.courseId, draft.module_id)
  if (draft.upload_ids) await checkUploads(deps, actor, place, before.courseId, type, draft.upload_ids)
  const row = await db.activity.update({
    where: { id },
    data: {
      title: draft.title === undefined ? undefined : titled(draft.title), moduleId: draft.module_id, uploadIds: draft.upload_ids,
      body: draft.body === undefined ? undefined : cleanHtml(draft.body), published: draft.published, startTime, endTime,
      criterionKey: draft.completion_criterion_key === undefined ? undefined : criterion(type, draft.completion_criterion_key),
      forwardSeeking: draft.forward_seeking, version: versionAfter(before.version, now()),
    },
  })
  if (type === 'online_video' && row.uploadIds[0] !== before.uploadIds[0]) await forgetWatched(deps, id)
  await tellActivities(db, row.published && !before.published ? ActivityPublishedSchema : ActivityChangedSchema, [row])
  return await shown(deps, actor, place, row)
}

/** Seconds of another video say nothing about this one; who was done stays done. */
const forgetWatched = ({ db }: Deps, id: string) => db.$executeRawUnsafe(`
  update progress set watched = '[]', watched_seconds = 0, position = 0, percent = 0, told_percent = 0, version = ${nextVersion()}
  where activity_id = $1::uuid and completed_at is null`, id)

export async function deleteActivity(deps: Deps, id: string): Promise<null> {
  const before = await locked(deps, id)
  const row = await deps.db.activity.update({ where: { id }, data: { deleted: true, published: false, version: versionAfter(before.version, deps.now()) } })
  await tellActivities(deps.db, ActivityDeletedSchema, [row])
  return null
}

/** Only what really changes is written and told. */
export async function publishActivities({ db }: Deps, course: string, given: string[], published: boolean): Promise<{ activity_ids: string[] }> {
  const ids = await ofCourse(db, course, given)
  const changed = await rows<{ id: string }>(db, `
    update activities set published = $2, version = ${nextVersion()}, updated_at = now()
    where id = any($1::uuid[]) and published <> $2 returning id::text`, ids, published)
  const after = await db.activity.findMany({ where: { id: { in: changed.map(({ id }) => id) } }, orderBy: [{ sort: 'asc' }, { id: 'asc' }] })
  await tellActivities(db, published ? ActivityPublishedSchema : ActivityChangedSchema, after)
  return { activity_ids: ids }
}

/** Brings these into the module in this order; what was in it before keeps its order behind them. */
export async function sortActivities({ db }: Deps, place: Place, module: string, given: string[]): Promise<{ activity_ids: string[] }> {
  const wanted = await ofCourse(db, place.course!, given)
  const there = await rows<{ id: string }>(db, `
    select id::text from activities where module_id = $1::uuid and not deleted and id <> all($2::uuid[]) order by sort, id for update`, module, wanted)
  const order = [...wanted, ...there.map(({ id }) => id)]
  const changed = await rows<{ id: string }>(db, `
    update activities a set sort = n.place, module_id = $1::uuid, version = ${nextVersion('a.version')}, updated_at = now()
    from (select id, nth::int as place from unnest($2::uuid[]) with ordinality as given(id, nth)) n
    where a.id = n.id and (a.sort <> n.place or a.module_id is distinct from $1::uuid) returning a.id::text`, module, order)
  await tellActivities(db, ActivityChangedSchema, await db.activity.findMany({ where: { id: { in: changed.map(({ id }) => id) } }, orderBy: [{ sort: 'asc' }, { id: 'asc' }] }))
  return { activity_ids: order }
}

/** These activities, held, in the order given; 400 names the first that is not in the course. */
async function ofCourse(db: Deps['db'], course: string, given: string[]): Promise<string[]> {
  const ids = given.map((id) => id.toLowerCase())
  const found = await rows<{ id: string }>(db, 'select id::text from activities where id = any($1::uuid[]) and course_id = $2::uuid and not deleted order by id for update', ids, course)
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown) throw invalid({ activity_ids: ['activity.unknown', { id: unknown }] })
  return ids
}

async function locked({ db }: Deps, id: string): Promise<Row> {
  await db.$queryRawUnsafe('select 1 from activities where id = $1::uuid for no key update', id)
  const row = await db.activity.findUnique({ where: { id } })
  if (!row || row.deleted) throw notFound('activity', id)
  return row
}

async function shown({ db, now }: Deps, actor: Actor, place: Place, row: Row): Promise<Activity> {
  const uploads = await uploadsById(db, row.uploadIds)
  return shownActivity(row, uploads, progressOf(await readProgress(db, row.id, actor.person)), now(), teaches(standingOf(place)))
}

async function checkModule({ db }: Deps, course: string, id: string | null) {
  if (id === null) return
  const found = await db.module.findFirst({ where: { id, courseId: course, deleted: false }, select: { id: true } })
  if (!found) throw invalid({ module_id: 'module.unknown' })
}

/** One's own uploads, ready or not, or those that are in this course already. A video has exactly one video or audio. */
async function checkUploads(deps: Deps, actor: Actor, { org }: Place, course: string, type: ActivityType, ids: string[]) {
  if (type === 'online_video' && ids.length !== 1) throw invalid({ upload_ids: 'activity.oneVideo' })
  if (type === 'material' && ids.length === 0) throw invalid({ upload_ids: 'activity.uploadMissing' })
  const known = await uploadsById(deps.db, ids)
  const own = (upload: KnownUpload) => upload.org_id === org && upload.person_id === actor.person
  const foreign = ids.filter((id) => !known.has(id.toLowerCase()) || !own(known.get(id.toLowerCase())!))
  const there = foreign.length === 0 ? [] : await rows<{ id: string }>(deps.db, `
    select distinct u.id::text from activities a, unnest(a.upload_ids) as u(id)
    where a.course_id = $1::uuid and a.upload_ids && $2::uuid[] and u.id = any($2::uuid[])`, course, foreign)
  const unknown = foreign.find((id) => !known.has(id.toLowerCase()) || !there.some((one) => one.id === id.toLowerCase()))
  if (unknown) throw invalid({ upload_ids: ['upload.unknown', { id: unknown }] })
  if (type === 'online_video' && !['video', 'audio'].includes(known.get(ids[0]!.toLowerCase())!.type)) throw invalid({ upload_ids: 'activity.notVideo' })
}

function titled(title: string): string {
  const trimmed = title.trim()
  if (trimmed === '') throw invalid({ title: 'field.required' })
  return trimmed
}

function times(draft: Pick<Changes, 'start_time' | 'end_time'>, before?: Pick<Row, 'startTime' | 'endTime'>) {
  const [start, end] = [timeOf('start_time', draft.start_time), timeOf('end_time', draft.end_time)]
  const [from, to] = [start === undefined ? before?.startTime : start, end === undefined ? before?.endTime : end]
  if (from && to && to <= from) throw invalid({ end_time: 'activity.endBeforeStart' })
  return [start, end] as const
}

function criterion(type: ActivityType, key: string): string {
  if (key.startsWith('watched_') && type !== 'online_video') throw invalid({ completion_criterion_key: 'activity.criterionNeedsVideo' })
  return key
}
