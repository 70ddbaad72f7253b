// The calls on one activity: create, read, change, delete.
import { run } from '@lyceum/kit/database/database'
import type { Actor } from '@lyceum/kit/calls/actor'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { ActivityChangedSchema, ActivityCreatedSchema, ActivityDeletedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { AvailableType } from '../activity-types/api.ts'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { uploadsById } from '../uploads/uploads.ts'
import { narrowsAccess } from '../plays/grants.ts'
import { lockPrerequisites, prerequisiteIds, putPrerequisites } from '../prerequisites/prerequisites.ts'
import { startMeasuring } from '../progress/measuring.ts'
import { forgetWatched } from '../progress/progress.ts'
import { tellsProgress } from '../progress/trials.ts'
import { readProgress } from '../progress/progress-row.ts'
import { refreshActivityTimes } from '../times/personal-times.ts'
import { timesDiffer } from '../times/rules.ts'
import { lockActivity, toActivity, emitActivities } from './activity-row.ts'
import type { Activity, ActivityDraft } from './api.ts'
import { checkMayUse, checkModule, checkUploads, checkCriterion, checkShared, checkTimes, checkTitle, definitionFor } from './draft.ts'
import { openActivity } from './open-activity.ts'
import { holdActivityFiles } from './held-files.ts'
import { uploadsAfter } from './text-files.ts'
import { mergeSettings } from './settings.ts'

/** Creates an activity at the end of its module. 400 for a type, time, module or upload that it may not have. */
export async function createActivity(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  course: string,
  draft: ActivityDraft,
): Promise<Activity> {
  const { db, now } = deps
  const { type, module_id = null, published = false } = draft
  const body = cleanHtml('body', draft.body ?? '')
  const definition = definitionFor(type)
  const { uploadIds = [], textUploadIds = [] } = uploadsAfter(definition, body, draft.upload_ids ?? [])
  const title = checkTitle(draft.title)
  const times = checkTimes(draft)
  const criterionKey = checkCriterion(type, draft.completion_criterion_key)
  const shared = checkShared(definition, draft)
  const settings = mergeSettings(type as AvailableType, {}, draft.settings)
  await checkModule(deps, course, module_id)
  await checkUploads(deps, actor, scope, course, definition, uploadIds)
  await checkMayUse(deps, actor, scope, course, 'body', textUploadIds)
  // before every other lock, as in a change
  if (draft.prerequisite_ids) await lockPrerequisites(db, course)
  // two activities created at the same moment must not get the same position
  await run(db, `select pg_advisory_xact_lock(hashtextextended('activities:' || $1, 0))`, module_id ?? course)
  const last = await db.activity.aggregate({ where: { courseId: course, moduleId: module_id, deleted: false }, _max: { sort: true } })
  const row = await db.activity.create({
    data: {
      id: newId(),
      orgId: scope.org,
      courseId: course,
      moduleId: module_id,
      type,
      title,
      body,
      sort: (last._max.sort ?? 0) + 1,
      published,
      ...times,
      criterionKey,
      ...shared,
      settings,
      uploadIds,
      textUploadIds,
      createdBy: actor.person,
      version: versionAfter(undefined, now()),
    },
  })
  await refreshActivityTimes(db, row)
  if (draft.prerequisite_ids) await putPrerequisites(db, course, row.id, draft.prerequisite_ids)
  if (uploadIds.length + textUploadIds.length > 0) await holdActivityFiles(db, [row], now())
  await emitActivities(db, ActivityCreatedSchema, [row])
  if (published) await emitActivities(db, ActivityPublishedSchema, [row])
  return await buildReply(deps, actor, scope, row)
}

/** Students read published activities (else 404), from their start to their end (else 403 with the time). */
export async function readActivity(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Activity> {
  return await buildReply(deps, actor, scope, await openActivity(deps, actor, scope, id))
}

type Changes = Partial<Omit<ActivityDraft, 'type'>> & { version?: number }

/** 409 activity.newer when the row has changed since the version that the writer read. */
export async function changeActivity(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { version, ...draft }: Changes,
): Promise<Activity> {
  const { db, now } = deps
  if (draft.prerequisite_ids) await lockPrerequisites(db, scope.course)
  const previous = await lockExisting(deps, id, version)
  const definition = definitionFor(previous.type)
  const times = checkTimes(draft, previous)
  const shared = checkShared(definition, draft, previous)
  const settings = mergeSettings(previous.type as AvailableType, previous.settings, draft.settings)
  if (draft.module_id !== undefined && draft.module_id !== previous.moduleId) await checkModule(deps, previous.courseId, draft.module_id)
  const body = draft.body === undefined ? undefined : cleanHtml('body', draft.body)
  const { uploadIds, textUploadIds } = uploadsAfter(definition, body, draft.upload_ids, previous)
  if (uploadIds) await checkUploads(deps, actor, scope, previous.courseId, definition, uploadIds)
  if (textUploadIds) await checkMayUse(deps, actor, scope, previous.courseId, 'body', textUploadIds)
  const next = versionAfter(previous.version, now())
  const updated = {
    published: draft.published ?? previous.published,
    deleted: false,
    ...times,
    uploadIds: uploadIds ?? previous.uploadIds,
    textUploadIds: textUploadIds ?? previous.textUploadIds,
  }
  const row = await db.activity.update({
    where: { id },
    data: {
      title: draft.title === undefined ? undefined : checkTitle(draft.title),
      moduleId: draft.module_id,
      uploadIds,
      textUploadIds,
      body,
      published: draft.published,
      ...times,
      criterionKey: draft.completion_criterion_key && checkCriterion(previous.type, draft.completion_criterion_key),
      ...shared,
      settings,
      grantsSince: narrowsAccess(previous, updated) ? next : undefined,
      version: next,
    },
  })
  if (definition.watching && row.uploadIds[0] !== previous.uploadIds[0]) await forgetWatched(db, id)
  if (draft.prerequisite_ids) await putPrerequisites(db, row.courseId, id, draft.prerequisite_ids)
  if (row.criterionKey !== previous.criterionKey) await startMeasuring(db, actor, row)
  if (uploadIds || textUploadIds) await holdActivityFiles(db, [row], now())
  if (timesDiffer(previous, row)) await refreshActivityTimes(db, row)
  await emitActivities(db, row.published && !previous.published ? ActivityPublishedSchema : ActivityChangedSchema, [row])
  return await buildReply(deps, actor, scope, row)
}

/** Deletes it for its course; bin.ts restores it, or forgets it after 30 days. 409 activity.newer. */
export async function deleteActivity(deps: Deps, actor: Actor, id: string, version: number | undefined): Promise<null> {
  const previous = await lockExisting(deps, id, version)
  const next = versionAfter(previous.version, deps.now())
  const row = await deps.db.activity.update({
    where: { id },
    data: {
      deleted: true,
      deletedAt: deps.now(),
      deletedBy: actor.person,
      wasPublished: previous.published,
      published: false,
      grantsSince: next,
      version: next,
    },
  })
  await holdActivityFiles(deps.db, [row], deps.now())
  await emitActivities(deps.db, ActivityDeletedSchema, [row])
  return null
}

/** 404 when it is deleted, 409 when it has changed since the version that the writer saw. */
async function lockExisting({ db }: Deps, id: string, seen: number | undefined): Promise<Row> {
  const row = await lockActivity(db, id)
  if (!row || row.deleted) throw notFound('activity', id)
  if (seen !== undefined && seen < Number(row.version)) throw conflict('activity.newer', { version: Number(row.version) })
  return row
}

async function buildReply({ db, now }: Deps, actor: Actor, scope: CourseScope, row: Row): Promise<Activity> {
  const teaching = seesAll(scope.access)
  const uploads = await uploadsById(db, row.uploadIds)
  const progress = scope.access.guest ? undefined : await readProgress(db, row.id, actor.person, !tellsProgress(scope))
  return toActivity(row, uploads, progress, now(), teaching, await prerequisiteIds(db, row.id, teaching))
}
