// The settings of the topics of a course, which forums have of their own.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { conflict } from '@lyceum/kit/calls/errors'
import { run } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { talkSettings } from '../talk-settings.ts'
import type { TalkSettings } from './api.ts'

/** 409 topic.newer. Posts that wait already wait on. */
export async function changeTalkSettings(
  { db, now }: Deps,
  { org, course }: CourseScope,
  { moderation, version }: TalkSettings,
): Promise<TalkSettings> {
  const written = await run(
    db,
    `insert into talk_settings as s (course_id, org_id, moderation, version) select $1, $2, $3, $5 where $4::bigint = 0 or exists (select from talk_settings where course_id = $1)
     on conflict (course_id) do update set moderation = excluded.moderation, version = greatest(s.version + 1, excluded.version) where s.version = $4`,
    course,
    org,
    moderation,
    version,
    now().getTime(),
  )
  const after = await talkSettings(db, course)
  if (written === 0) throw conflict('topic.newer', { version: after.version, title: '' })
  return after
}
