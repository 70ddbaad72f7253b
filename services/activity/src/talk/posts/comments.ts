// Comments under an activity: posts in one topic of its own, which the first of them begins.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden } from '@lyceum/kit/calls/errors'
import { one, run } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../../deps.ts'
import { openPlace } from '../place.ts'
import type { Topic } from '../shapes.ts'
import { openTopic, toTopic } from '../topic-row.ts'
import type { CommentDraft, PostWithFiles } from './api.ts'
import { writePost } from './posts.ts'

const topicOfComments = async ({ db }: Deps, activity: string): Promise<string | undefined> =>
  (await one<{ id: string }>(db, 'select id::text from topics where scope_id = $1 and comments and not deleted', activity))?.id

export async function readComments(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: string,
): Promise<{ topic: Topic | null; can: { post: boolean; anonymous: boolean } }> {
  const { can, rules } = await openPlace(deps, actor, scope, { scope: 'activity', id: activity })
  const topic = await topicOfComments(deps, activity)
  return {
    topic: topic ? await toTopic(deps, await openTopic(deps, actor, scope, topic)) : null,
    can: { post: can.write && rules === null, anonymous: false },
  }
}

/** 403 in a forum, which has topics. Two first comments at once begin one topic. */
export async function addComment(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: string,
  draft: CommentDraft,
): Promise<PostWithFiles> {
  const { db, now } = deps
  const place = await openPlace(deps, actor, scope, { scope: 'activity', id: activity })
  if (!place.can.write || place.rules !== null || !place.activity) throw forbidden()
  await run(
    db,
    `insert into topics (id, org_id, course_id, scope, scope_id, kind, title, comments, last_at, created_at, version)
     values ($1, $2, $3, 'activity', $4, 'discussion', $5, true, $6, $6, $7) on conflict do nothing`,
    newId(),
    place.org,
    place.course,
    activity,
    place.activity.title,
    now(),
    now().getTime(),
  )
  return await writePost(deps, actor, scope, (await topicOfComments(deps, activity))!, draft)
}

/** Of a forum the posts of all its topics that have opened. */
export async function countComments(deps: Deps, actor: Actor, scope: CourseScope, activity: string): Promise<{ count: number }> {
  const { db, now } = deps
  await openPlace(deps, actor, scope, { scope: 'activity', id: activity })
  const counted = await one<{ count: number }>(
    db,
    `select coalesce(sum(shown), 0)::int as count from topics where scope = 'activity' and scope_id = $1 and not deleted
       and (opens_at is null or opens_at <= $2)`,
    activity,
    now(),
  )
  return { count: counted?.count ?? 0 }
}
