// The calls on one activity: create, read, change, delete.
import { run } from '@lyceum/kit/database/database'
import type { Actor } from '@lyceum/kit/calls/actor'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { ActivityChangedSchema, ActivityCreatedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { AvailableType } from '../../types/activity-types/api.ts'
import { removeActivities } from '../deletions/deletions.ts'
import type { Deps } from '../../deps.ts'
import { checkPages } from '../../progress/documents/documents.ts'
import { replacedDocuments } from '../../progress/documents/rules.ts'
import type { Activity as Row } from '../../generated/client.ts'
import { inEveryRoom } from '../../lifecycle.ts'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import { moduleTimes } from '../modules/module-times.ts'
import { narrowsAccess } from '../../progress/plays/grants.ts'
import { checkMeasured, criterionFor } from '../../progress/plays/measured.ts'
import { endPlays } from '../../progress/plays/plays.ts'
import { lockPrerequisites, prerequisiteIds, putPrerequisites } from '../../times/prerequisites/prerequisites.ts'
import { startMeasuring } from '../../progress/measuring.ts'
import { movePages } from '../../progress/replaced-files.ts'
import { restartProgress } from '../../progress/restart.ts'
import { countsProgress } from '../../trial.ts'
import { readProgress } from '../../activity/progress-row.ts'
import { refreshActivityTimes } from '../../times/personal-times.ts'
import { type ModuleTimes, timesDiffer } from '../../times/rules.ts'
import { keepVersion } from '../versions/keep-version.ts'
import { lockActivity, rowIn, toActivity, emitActivities } from '../../activity/activity-row.ts'
import type { Activity } from '../../activity/api.ts'
import type { ActivityDraft } from '../../types/api.ts'
import {
  checkMayUse,
  checkModule,
  checkUploads,
  checkCriterion,
  checkBegun,
  checkGroupSet,
  checkShared,
  checkTimes,
  checkTitle,
  definitionFor,
} from './draft.ts'
import { openActivity } from '../../activity/open-activity.ts'
import { heldUploads, holdActivityFiles } from '../../activity/held-files.ts'
import { uploadsAfter } from './text-files.ts'
import { isFilm } from '../../types/activity-types.ts'
import { mergeSettings, releaseAfter, workRulesOf } from '../../types/settings.ts'

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
  const checked = checkCriterion(type, draft.completion_criterion_key)
  const settings = mergeSettings(type as AvailableType, {}, draft.settings)
  const shared = checkShared(definition, draft, { handedIn: workRulesOf({ type, settings }) !== undefined })
  shared.release = releaseAfter(type, settings, shared)
  await checkGroupSet(deps, course, shared.groupSetId)
  await checkModule(deps, course, module_id)
  await checkUploads(deps, actor, scope, course, definition, uploadIds)
  const counted = { criterion: checked, upload: uploadIds[0] }
  if (draft.completion_criterion_key) await checkMeasured(db, scope, counted, 'completion_criterion_key')
  const criterionKey = draft.completion_criterion_key ? checked : await criterionFor(db, scope, counted)
  if (criterionKey === 'read_pages') await checkPages(db, uploadIds, 'completion_criterion_key')
  await checkMayUse(deps, actor, scope, course, 'body', textUploadIds)
  // before every other lock, as in a change
  if (draft.prerequisite_ids) await lockPrerequisites(db, course)
  // two activities created at the same moment must not get the same position
  await run(db, `select pg_advisory_xact_lock(hashtextextended('activities:' || $1, 0))`, module_id ?? course)
  const last = await db.activity.aggregate({ where: { courseId: course, moduleId: module_id, deleted: false }, _max: { sort: true } })
  const created = await db.activity.create({
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
  const row = await keepVersion(deps, actor.person, undefined, created)
  await refreshActivityTimes(db, { org: row.orgId, course }, [row.id])
  if (draft.prerequisite_ids) await putPrerequisites(db, course, row.id, draft.prerequisite_ids)
  if (uploadIds.length + textUploadIds.length > 0) await holdActivityFiles(db, [row], now())
  await emitActivities(db, ActivityCreatedSchema, [row])
  if (published) await inEveryRoom('published', db, [row], actor.person, now())
  if (published) await emitActivities(db, ActivityPublishedSchema, [row])
  return await buildReply(deps, actor, scope, row, await moduleTimes(db, row.moduleId))
}

/** Students read published activities (else 404), from their start to their end (else 403 with the time). */
export async function readActivity(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Activity> {
  const { module, ...row } = await openActivity(deps, actor, scope, id)
  return await buildReply(deps, actor, scope, row, module)
}

type Changes = Partial<Omit<ActivityDraft, 'type'>> & { version?: number; progress?: 'keep' | 'restart' }

/**
 * 409 activity.newer when the row has changed since the version that the writer read. `progress`: whether what people have watched of a
 * recording goes on counting for the one that replaces it. `restoredFrom`: when the older version was saved that is brought back.
 */
export async function changeActivity(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { version, progress, ...draft }: Changes,
  restoredFrom?: Date,
): Promise<Activity> {
  const { db, now } = deps
  if (draft.prerequisite_ids) await lockPrerequisites(db, scope.course)
  const previous = await lockExisting(deps, id, version)
  const definition = definitionFor(previous.type)
  const times = checkTimes(draft, previous)
  const settings = mergeSettings(previous.type as AvailableType, previous.settings, draft.settings)
  const shared = checkShared(definition, draft, {
    handedIn: workRulesOf({ type: previous.type, settings }) !== undefined,
    current: previous,
  })
  shared.release = releaseAfter(previous.type, settings, shared)
  if (shared.groupSetId !== previous.groupSetId) await checkGroupSet(deps, previous.courseId, shared.groupSetId)
  await checkBegun(deps, previous, shared)
  if (draft.module_id !== undefined && draft.module_id !== previous.moduleId) await checkModule(deps, previous.courseId, draft.module_id)
  const body = draft.body === undefined ? undefined : cleanHtml('body', draft.body)
  const { uploadIds, textUploadIds } = uploadsAfter(definition, body, draft.upload_ids, previous)
  if (uploadIds) await checkUploads(deps, actor, scope, previous.courseId, definition, uploadIds, heldUploads(previous))
  const criterionKey = draft.completion_criterion_key && checkCriterion(previous.type, draft.completion_criterion_key)
  const readsPages = (criterionKey ?? previous.criterionKey) === 'read_pages'
  if (readsPages && (criterionKey || uploadIds))
    await checkPages(db, uploadIds ?? previous.uploadIds, criterionKey ? 'completion_criterion_key' : 'upload_ids')
  if (criterionKey || uploadIds) {
    const counted = { criterion: criterionKey ?? previous.criterionKey, upload: (uploadIds ?? previous.uploadIds)[0] }
    await checkMeasured(db, scope, counted, criterionKey ? 'completion_criterion_key' : 'upload_ids')
  }
  if (textUploadIds) await checkMayUse(deps, actor, scope, previous.courseId, 'body', textUploadIds, heldUploads(previous))
  const replaced = Boolean(isFilm(definition) && uploadIds && uploadIds[0] !== previous.uploadIds[0])
  if (replaced && !progress) throw invalid({ progress: 'field.required' })
  if (!replaced && progress === 'restart') throw invalid({ progress: 'activity.nothingReplaced' })
  const moduleBefore = await moduleTimes(db, previous.moduleId)
  const module = draft.module_id === undefined ? moduleBefore : await moduleTimes(db, draft.module_id)
  const next = versionAfter(previous.version, now())
  const updated = {
    published: draft.published ?? previous.published,
    deleted: false,
    ...times,
    uploadIds: uploadIds ?? previous.uploadIds,
    textUploadIds: textUploadIds ?? previous.textUploadIds,
  }
  const changed = await db.activity.update({
    where: { id },
    data: {
      title: draft.title === undefined ? undefined : checkTitle(draft.title),
      moduleId: draft.module_id,
      uploadIds,
      textUploadIds,
      body,
      published: draft.published,
      ...times,
      criterionKey,
      ...shared,
      settings,
      changedBy: actor.person,
      changedAt: now(),
      grantsSince: narrowsAccess(rowIn(moduleBefore, previous), rowIn(module, updated)) ? next : undefined,
      version: next,
    },
  })
  const row = await keepVersion(deps, actor.person, previous, changed, restoredFrom)
  if (replaced) await endPlays(db, id)
  if (progress === 'restart') await restartProgress(db, row, { before: previous.uploadIds[0], after: row.uploadIds[0] })
  if (draft.prerequisite_ids) await putPrerequisites(db, row.courseId, id, draft.prerequisite_ids)
  const moved = uploadIds ? replacedDocuments(previous.uploadIds, row.uploadIds) : []
  await movePages(db, id, moved)
  if (moved.length > 0) await inEveryRoom('filesReplaced', db, id, moved)
  if (row.criterionKey !== previous.criterionKey || (readsPages && uploadIds)) await startMeasuring(db, actor, row)
  if (uploadIds || textUploadIds || row.keptUploadIds.join() !== previous.keptUploadIds.join()) await holdActivityFiles(db, [row], now())
  if (timesDiffer(rowIn(moduleBefore, previous), rowIn(module, row)))
    await refreshActivityTimes(db, { org: row.orgId, course: row.courseId }, [id])
  if (row.published && !previous.published) await inEveryRoom('published', db, [row], actor.person, now())
  await emitActivities(db, row.published && !previous.published ? ActivityPublishedSchema : ActivityChangedSchema, [row])
  if (draft.settings) await inEveryRoom('settingsChanged', db, deps, previous, row)
  return await buildReply(deps, actor, scope, row, module)
}

/** 409 activity.newer when it has changed since the version that the writer read. */
export async function deleteActivity(deps: Deps, actor: Actor, id: string, version: number | undefined): Promise<null> {
  await lockExisting(deps, id, version)
  await removeActivities(deps, actor, [id])
  return null
}

/** 404 when it is deleted, 409 when it has changed since the version that the writer saw. */
async function lockExisting({ db }: Deps, id: string, seen: number | undefined): Promise<Row> {
  const row = await lockActivity(db, id)
  if (!row || row.deleted) throw notFound('activity', id)
  if (seen !== undefined && seen < Number(row.version)) throw conflict('activity.newer', { version: Number(row.version) })
  return row
}

/** An activity as the actor who wrote it sees it. */
export async function buildReply(
  { db, now }: Deps,
  actor: Actor,
  scope: CourseScope,
  row: Row,
  module: ModuleTimes | undefined,
): Promise<Activity> {
  const teaching = seesAll(scope.access)
  const uploads = await uploadsById(db, row.uploadIds)
  const progress = scope.access.guest ? undefined : await readProgress(db, row.id, actor.person, !countsProgress(scope))
  return toActivity(row, module, uploads, progress, now(), teaching, await prerequisiteIds(db, row.id, teaching))
}
