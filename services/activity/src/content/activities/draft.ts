// Checks of an activity's draft: module and uploads exist and may be used, times and criterion are valid.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { definitionOf } from '../../types/activity-types.ts'
import type { Definition, SharedField } from '../../types/activity-types/definition.ts'
import type { Deps } from '../../deps.ts'
import type { Activity as Row, Module } from '../../generated/client.ts'
import { type ProjectedUpload, uploadsById } from '../../activity/uploads/uploads.ts'
import type { ActivityDraft } from '../../types/api.ts'
import { criterionOf, timeOf } from '../../types/rules.ts'

type Changes = Partial<ActivityDraft>

/** Locks the module, so that it cannot be deleted as empty while an activity enters it. 400 module.unknown. */
export async function checkModule({ db }: Deps, course: string, id: string | null) {
  if (id === null) return
  const module = await lockModule(db, id)
  if (module?.course_id !== course) throw invalid({ module_id: 'module.unknown' })
}

export const lockModule = (tx: Tx, id: string) =>
  one<Pick<SqlRow<Module>, 'course_id'>>(tx, 'select course_id from modules where id = $1 and not deleted for share', id)

/** The definition of a type that can be created. 400 activity.typeNotAvailable. */
export function definitionFor(type: string): Definition {
  const definition = definitionOf(type)
  if (!definition) throw invalid({ type: ['activity.typeNotAvailable', { type }] })
  return definition
}

/** Accepts uploads as checkMayUse does, as many and of the types that the activity's type takes. */
export async function checkUploads(
  { db }: Deps,
  actor: Actor,
  { org }: CourseScope,
  course: string,
  { uploads: { least, most, types, wrongNumber, wrongType } }: Definition,
  ids: string[],
  held: readonly string[] = [],
) {
  if (ids.length < least) throw invalid({ upload_ids: wrongNumber ?? 'field.tooFew' })
  if (most !== undefined && ids.length > most) throw invalid({ upload_ids: wrongNumber ?? 'field.tooMany' })
  const uploads = await checkMayUse({ db }, actor, { org }, course, 'upload_ids', ids, held)
  if (types && [...uploads.values()].some(({ type }) => !types.includes(type))) throw invalid({ upload_ids: wrongType ?? 'field.choice' })
}

/**
 * Accepts the actor's own uploads, ready or not, and uploads already used in this course. `held` are those of the row before the change: of them also
 * deleted ones, so that a file that is gone never keeps its text from being saved or brought back. 400 upload.unknown at `field`.
 */
export async function checkMayUse(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { org }: Pick<CourseScope, 'org'>,
  course: string,
  field: string,
  ids: string[],
  held: readonly string[] = [],
) {
  const uploads = await uploadsById(db, ids)
  // a guest teacher's files are those of the organisation that they come from
  const own = (upload: ProjectedUpload) => [org, actor.org].includes(upload.org_id) && upload.person_id === actor.person
  const foreign = ids.filter((id) => !uploads.has(id.toLowerCase()) || !own(uploads.get(id.toLowerCase())!))
  const used =
    foreign.length === 0
      ? []
      : await rows<{ id: string }>(
          db,
          `
    select distinct u.id::text from activities a, unnest(a.upload_ids || a.text_upload_ids || a.kept_upload_ids) as u(id)
    where a.course_id = $1 and (a.upload_ids && $2::uuid[] or a.text_upload_ids && $2::uuid[] or a.kept_upload_ids && $2::uuid[]) and u.id = any($2::uuid[])`,
          course,
          foreign,
        )
  const unknown = foreign.find((id) => {
    const key = id.toLowerCase()
    return uploads.has(key) ? !used.some((one) => one.id === key) : !held.includes(key)
  })
  if (unknown) throw invalid({ [field]: notKnownYet('upload.unknown', { id: unknown }) })
  return uploads
}

export function checkTitle(title: string): string {
  const trimmed = cleanTitle(title)
  if (trimmed === '') throw invalid({ title: 'field.required' })
  return trimmed
}

type Times = Pick<Row, 'startTime' | 'dueTime' | 'endTime'>

/** The times after a write: due and end after the start, due at the end at the latest. */
export function checkTimes(draft: Pick<Changes, 'start_time' | 'due_time' | 'end_time'>, current?: Times): Times {
  const startTime = timeAfter(draft.start_time, current?.startTime)
  const dueTime = timeAfter(draft.due_time, current?.dueTime)
  const endTime = timeAfter(draft.end_time, current?.endTime)
  if (startTime && endTime && endTime <= startTime) throw invalid({ end_time: 'activity.endBeforeStart' })
  if (startTime && dueTime && dueTime <= startTime) throw invalid({ due_time: 'activity.dueBeforeStart' })
  if (dueTime && endTime && dueTime > endTime) throw invalid({ due_time: 'activity.dueAfterEnd' })
  return { startTime, dueTime, endTime }
}
const timeAfter = (value: string | null | undefined, current: Date | null | undefined): Date | null => {
  const time = timeOf(value)
  return time === undefined ? (current ?? null) : time
}

/** 400 for a criterion that the type does not offer. */
export function checkCriterion(type: string, key = definitionFor(type).defaultCriterion): string {
  if (!definitionFor(type).criteria.includes(criterionOf(key).kind))
    throw invalid({ completion_criterion_key: ['activity.criterionNotOffered', { type }] })
  return key
}

type Shared = Pick<Row, 'groupSetId' | 'anonymous' | 'release' | 'releaseTime'> & { points: Row['points'] | string }

/**
 * The fields after a write that not every type has. 400 for one that means nothing for this type, and for a release without its time. `handedIn`: work is
 * handed in by its settings, which limits points and release.
 */
export function checkShared(
  { fields, mostPoints, anonymousByHand }: Definition,
  draft: Changes,
  { handedIn, current }: { handedIn: boolean; current?: Shared },
): Shared {
  const { points, group_set_id, anonymous, release_time } = draft
  const byHand = handedIn && anonymousByHand && (anonymous ?? current?.anonymous)
  if (byHand && draft.release && draft.release !== 'by_hand') throw invalid({ release: anonymousByHand })
  const release = byHand ? 'by_hand' : draft.release
  const pointsAfter = points === undefined ? current?.points : points
  if (handedIn && pointsAfter && mostPoints && Number(pointsAfter) > mostPoints.points)
    throw invalid({ points: [mostPoints.refusal, { most: mostPoints.points }] })
  const shared = {
    points: points ?? null,
    group_set_id: group_set_id ?? null,
    anonymous: anonymous ?? false,
    release: release ?? 'at_once',
  }
  for (const field of Object.keys(shared) as SharedField[])
    if (!fields.includes(field) && shared[field] !== plain[field]) throw invalid({ [field]: 'activity.fieldNotOffered' })
  const after = release ?? current?.release ?? plain.release
  const atTime = after === 'at_time'
  if (release_time && !atTime) throw invalid({ release_time: 'activity.releaseNotTimed' })
  const releaseTime = atTime ? timeAfter(release_time, current?.releaseTime) : null
  if (atTime && !releaseTime) throw invalid({ release_time: 'field.required' })
  return {
    points: points === undefined ? (current?.points ?? null) : points,
    groupSetId: group_set_id === undefined ? (current?.groupSetId ?? null) : group_set_id,
    anonymous: anonymous ?? current?.anonymous ?? plain.anonymous,
    release: after,
    releaseTime,
  }
}
/** 400 activity.groupSetUnknown unless the set is one of the course. */
export async function checkGroupSet({ db }: Deps, course: string, set: string | null | undefined): Promise<void> {
  if (set && !(await one(db, 'select from mirror.group_sets where id = $1 and course_id = $2 and not deleted', set, course)))
    throw invalid({ group_set_id: notKnownYet('activity.groupSetUnknown') })
}

/** From the first work on, neither groups nor anonymity change. 400 activity.workBegun. */
export async function checkBegun({ db }: Deps, previous: Row, after: Shared): Promise<void> {
  const moved = previous.groupSetId !== after.groupSetId ? 'group_set_id' : previous.anonymous !== after.anonymous ? 'anonymous' : undefined
  if (!moved) return
  const begun = await one(
    db,
    `select where exists (select from submissions where activity_id = $1 and n > 0 and not trial)
       or exists (select from attempts where activity_id = $1 and not trial) or exists (select from respondents where activity_id = $1)`,
    previous.id,
  )
  if (begun) throw invalid({ [moved]: 'activity.workBegun' })
}

/** The values of a type that has none of these fields. */
const plain = { points: null, group_set_id: null, anonymous: false, release: 'at_once' } as const
