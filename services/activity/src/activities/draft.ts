// Checks of an activity's draft: module and uploads exist and may be used, times and criterion are valid.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Deps } from '../deps.ts'
import type { Activity as Row, Module } from '../generated/client.ts'
import { type ProjectedUpload, uploadsById } from '../uploads/uploads.ts'
import type { ActivityDraft, ActivityType } from './api.ts'
import { timeOf } from './rules.ts'

/** Locks the module, so that it cannot be deleted as empty while an activity enters it. 400 module.unknown. */
export async function checkModule({ db }: Deps, course: string, id: string | null) {
  if (id === null) return
  const module = await lockModule(db, id)
  if (module?.course_id !== course) throw invalid({ module_id: 'module.unknown' })
}

export const lockModule = (tx: Tx, id: string) =>
  one<Pick<SqlRow<Module>, 'course_id'>>(tx, 'select course_id from modules where id = $1 and not deleted for share', id)

/** Accepts the actor's own uploads, ready or not, and uploads already used in this course. An online_video needs exactly one video or audio. */
export async function checkUploads(deps: Deps, actor: Actor, { org }: CourseScope, course: string, type: ActivityType, ids: string[]) {
  if (type === 'online_video' && ids.length !== 1) throw invalid({ upload_ids: 'activity.oneVideo' })
  if (type === 'material' && ids.length === 0) throw invalid({ upload_ids: 'activity.uploadMissing' })
  const uploads = await uploadsById(deps.db, ids)
  const own = (upload: ProjectedUpload) => upload.org_id === org && upload.person_id === actor.person
  const foreign = ids.filter((id) => !uploads.has(id.toLowerCase()) || !own(uploads.get(id.toLowerCase())!))
  const used =
    foreign.length === 0
      ? []
      : await rows<{ id: string }>(
          deps.db,
          `
    select distinct u.id::text from activities a, unnest(a.upload_ids) as u(id)
    where a.course_id = $1 and a.upload_ids && $2::uuid[] and u.id = any($2::uuid[])`,
          course,
          foreign,
        )
  const unknown = foreign.find((id) => !uploads.has(id.toLowerCase()) || !used.some((one) => one.id === id.toLowerCase()))
  if (unknown) throw invalid({ upload_ids: notKnownYet('upload.unknown', { id: unknown }) })
  if (type === 'online_video' && !['video', 'audio'].includes(uploads.get(ids[0]!.toLowerCase())!.type))
    throw invalid({ upload_ids: 'activity.notVideo' })
}

export function checkTitle(title: string): string {
  const trimmed = cleanTitle(title)
  if (trimmed === '') throw invalid({ title: 'field.required' })
  return trimmed
}

export function checkTimes(draft: Pick<Partial<ActivityDraft>, 'start_time' | 'end_time'>, current?: Pick<Row, 'startTime' | 'endTime'>) {
  const [start, end] = [timeOf('start_time', draft.start_time), timeOf('end_time', draft.end_time)]
  const [from, to] = [start === undefined ? current?.startTime : start, end === undefined ? current?.endTime : end]
  if (from && to && to <= from) throw invalid({ end_time: 'activity.endBeforeStart' })
  return [start, end] as const
}

export function checkCriterion(type: ActivityType, key: string): string {
  if (key.startsWith('watched_') && type !== 'online_video') throw invalid({ completion_criterion_key: 'activity.criterionNeedsVideo' })
  return key
}
