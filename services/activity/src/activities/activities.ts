// Making, reading, changing and deleting an activity.
import type { Actor } from '@lyceum/kit/actor'
import { cleanHtml } from '@lyceum/kit/clean-html'
import { conflict, invalid, notFound } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { nextVersion, versionAfter } from '@lyceum/kit/outbox'
import type { Place } from '@lyceum/kit/routes'
import { seesAll, standingOf } from '@lyceum/course/mirror/rules'
import { ActivityChangedSchema, ActivityCreatedSchema, ActivityDeletedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { uploadsById } from '../uploads/uploads.ts'
import { narrows } from '../plays/grants.ts'
import { progressOf, readProgress, shownActivity, tellActivities } from './activity-row.ts'
import type { Activity, ActivityDraft, ActivityType } from './api.ts'
import { checkModule, checkUploads, criterion, times, titled } from './draft.ts'
import { openActivity } from './open-activity.ts'
import { withPictures } from './pictures.ts'
import { built, defaultCriterion } from './rules.ts'

/** At the end of its module. */
export async function createActivity(deps: Deps, actor: Actor, place: Place, course: string, draft: ActivityDraft): Promise<Activity> {
  const { db, now } = deps
  const { type, module_id = null, published = false } = draft
  const body = cleanHtml('body', draft.body ?? '')
  const upload_ids = withPictures(type, body, draft.upload_ids ?? []) ?? []
  if (!built.includes(type)) throw invalid({ type: ['activity.typeNotAvailable', { type }] })
  const title = titled(draft.title)
  const [startTime = null, endTime = null] = times(draft)
  const criterionKey = criterion(type, draft.completion_criterion_key ?? defaultCriterion(type))
  await checkModule(deps, course, module_id)
  await checkUploads(deps, actor, place, course, type, upload_ids)
  // two made at the same moment must not get the same place
  await db.$queryRawUnsafe(`select 1 from pg_advisory_xact_lock(hashtextextended('activities:' || $1, 0))`, module_id ?? course)
  const last = await db.activity.aggregate({ where: { courseId: course, moduleId: module_id, deleted: false }, _max: { sort: true } })
  const row = await db.activity.create({
    data: {
      id: newId(),
      orgId: place.org,
      courseId: course,
      moduleId: module_id,
      type,
      title,
      body,
      sort: (last._max.sort ?? 0) + 1,
      published,
      startTime,
      endTime,
      criterionKey,
      forwardSeeking: draft.forward_seeking ?? true,
      uploadIds: upload_ids,
      createdBy: actor.person,
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

type Changes = Partial<Omit<ActivityDraft, 'type'>> & { version?: number }

/** 409 activity.newer when somebody else wrote since the version the writer saw. */
export async function changeActivity(
  deps: Deps,
  actor: Actor,
  place: Place,
  id: string,
  { version, ...draft }: Changes,
): Promise<Activity> {
  const { db, now } = deps
  const before = await locked(deps, id)
  if (version !== undefined && version < Number(before.version)) throw conflict('activity.newer', { version: Number(before.version) })
  const type = before.type as ActivityType
  const [startTime, endTime] = times(draft, before)
  if (draft.module_id !== undefined && draft.module_id !== before.moduleId) await checkModule(deps, before.courseId, draft.module_id)
  const body = draft.body === undefined ? undefined : cleanHtml('body', draft.body)
  const uploadIds = withPictures(type, body, draft.upload_ids, before)
  if (uploadIds) await checkUploads(deps, actor, place, before.courseId, type, uploadIds)
  const next = versionAfter(before.version, now())
  const opening = {
    published: draft.published ?? before.published,
    deleted: false,
    startTime: startTime === undefined ? before.startTime : startTime,
    endTime: endTime === undefined ? before.endTime : endTime,
    uploadIds: uploadIds ?? before.uploadIds,
  }
  const row = await db.activity.update({
    where: { id },
    data: {
      title: draft.title === undefined ? undefined : titled(draft.title),
      moduleId: draft.module_id,
      uploadIds,
      body,
      published: draft.published,
      startTime,
      endTime,
      criterionKey: draft.completion_criterion_key === undefined ? undefined : criterion(type, draft.completion_criterion_key),
      forwardSeeking: draft.forward_seeking,
      grantsSince: narrows(before, opening) ? next : undefined,
      version: next,
    },
  })
  if (type === 'online_video' && row.uploadIds[0] !== before.uploadIds[0]) await forgetWatched(deps, id)
  await tellActivities(db, row.published && !before.published ? ActivityPublishedSchema : ActivityChangedSchema, [row])
  return await shown(deps, actor, place, row)
}

/** Seconds of another video say nothing about this one; who was done stays done. */
const forgetWatched = ({ db }: Deps, id: string) =>
  db.$executeRawUnsafe(
    `
  update progress set watched = '[]', watched_seconds = 0, position = 0, percent = 0, told_percent = 0, version = ${nextVersion()}
  where activity_id = $1::uuid and completed_at is null`,
    id,
  )

export async function deleteActivity(deps: Deps, id: string): Promise<null> {
  const before = await locked(deps, id)
  const next = versionAfter(before.version, deps.now())
  const row = await deps.db.activity.update({
    where: { id },
    data: { deleted: true, published: false, grantsSince: next, version: next },
  })
  await tellActivities(deps.db, ActivityDeletedSchema, [row])
  return null
}

async function locked({ db }: Deps, id: string): Promise<Row> {
  await db.$queryRawUnsafe('select 1 from activities where id = $1::uuid for no key update', id)
  const row = await db.activity.findUnique({ where: { id } })
  if (!row || row.deleted) throw notFound('activity', id)
  return row
}

async function shown({ db, now }: Deps, actor: Actor, place: Place, row: Row): Promise<Activity> {
  const uploads = await uploadsById(db, row.uploadIds)
  return shownActivity(row, uploads, progressOf(await readProgress(db, row.id, actor.person)), now(), seesAll(standingOf(place)))
}
