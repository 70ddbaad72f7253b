// What a draft of an activity must hold: its module and uploads are there and may be used, its times and criterion make sense.
import type { Actor } from '@lyceum/kit/actor'
import { one, rows, type Tx } from '@lyceum/kit/db'
import { invalid, unknownHere } from '@lyceum/kit/errors'
import type { Place } from '@lyceum/kit/routes'
import { cleanTitle } from '@lyceum/kit/titles'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { type KnownUpload, uploadsById } from '../uploads/uploads.ts'
import type { ActivityDraft, ActivityType } from './api.ts'
import { timeOf } from './rules.ts'

/** The module is held: it cannot be deleted as empty while something comes into it. */
export async function checkModule({ db }: Deps, course: string, id: string | null) {
  if (id === null) return
  const found = await holdModule(db, id)
  if (found?.course_id !== course) throw invalid({ module_id: 'module.unknown' })
}

export const holdModule = (tx: Tx, id: string) =>
  one<{ course_id: string }>(tx, 'select course_id::text from modules where id = $1::uuid and not deleted for share', id)

/** One's own uploads, ready or not, or those that are in this course already. A video has exactly one video or audio. */
export async function checkUploads(deps: Deps, actor: Actor, { org }: Place, course: string, type: ActivityType, ids: string[]) {
  if (type === 'online_video' && ids.length !== 1) throw invalid({ upload_ids: 'activity.oneVideo' })
  if (type === 'material' && ids.length === 0) throw invalid({ upload_ids: 'activity.uploadMissing' })
  const known = await uploadsById(deps.db, ids)
  const own = (upload: KnownUpload) => upload.org_id === org && upload.person_id === actor.person
  const foreign = ids.filter((id) => !known.has(id.toLowerCase()) || !own(known.get(id.toLowerCase())!))
  const there =
    foreign.length === 0
      ? []
      : await rows<{ id: string }>(
          deps.db,
          `
    select distinct u.id::text from activities a, unnest(a.upload_ids) as u(id)
    where a.course_id = $1::uuid and a.upload_ids && $2::uuid[] and u.id = any($2::uuid[])`,
          course,
          foreign,
        )
  const unknown = foreign.find((id) => !known.has(id.toLowerCase()) || !there.some((one) => one.id === id.toLowerCase()))
  if (unknown) throw invalid({ upload_ids: unknownHere('upload.unknown', { id: unknown }) })
  if (type === 'online_video' && !['video', 'audio'].includes(known.get(ids[0]!.toLowerCase())!.type))
    throw invalid({ upload_ids: 'activity.notVideo' })
}

export function titled(title: string): string {
  const trimmed = cleanTitle(title)
  if (trimmed === '') throw invalid({ title: 'field.required' })
  return trimmed
}

export function times(draft: Pick<Partial<ActivityDraft>, 'start_time' | 'end_time'>, before?: Pick<Row, 'startTime' | 'endTime'>) {
  const [start, end] = [timeOf('start_time', draft.start_time), timeOf('end_time', draft.end_time)]
  const [from, to] = [start === undefined ? before?.startTime : start, end === undefined ? before?.endTime : end]
  if (from && to && to <= from) throw invalid({ end_time: 'activity.endBeforeStart' })
  return [start, end] as const
}

export function criterion(type: ActivityType, key: string): string {
  if (key.startsWith('watched_') && type !== 'online_video') throw invalid({ completion_criterion_key: 'activity.criterionNeedsVideo' })
  return key
}
