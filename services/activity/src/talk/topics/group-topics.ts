// Topics in all groups of a set at once: the same words in each, from then on a topic of its own.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { mentionsIn } from '@lyceum/kit/text/rich-text'
import type { Deps } from '../../deps.ts'
import { checkFrequency, cleanBody } from '../add-post.ts'
import { checkedUploads } from '../post-files.ts'
import { holdPostFiles, postColumns, postOf, type SqlPost } from '../post-row.ts'
import { emitBegun } from '../talk-facts.ts'
import { type SqlTopic, topicColumns, topicOf } from '../topic-row.ts'
import { type GroupTopicDraft, mostGroups, type TopicsOfGroups } from './api.ts'
import { checkedTitle, datesAfter } from './drafts.ts'
import { followOpening } from './opening.ts'

/**
 * In one transaction, all or none. 409 topic.noGroups, also for a set of another course; 400 topic.tooManyGroups beyond 200, post.unknownMention for any mention: whom it names is not in every group. It counts as one post.
 */
export async function beginInGroups(deps: Deps, actor: Actor, scope: CourseScope, draft: GroupTopicDraft): Promise<TopicsOfGroups> {
  const { db } = deps
  const now = deps.now()
  const groups = await groupsOf(db, scope.course, draft.group_set_id)
  const { opensAt, closesAt } = datesAfter(draft, { opensAt: null, closesAt: null })
  const title = checkedTitle(draft.title)
  const body = cleanBody(draft.body)
  if (mentionsIn(body).length > 0) throw invalid({ body: 'post.unknownMention' })
  const uploadIds = await checkedUploads(deps, actor, body)
  await checkFrequency(db, actor.person, now)
  const made = groups.map((group) => ({ topic: newId(), post: newId(), group }))
  const ids = [made.map(({ topic }) => topic), made.map(({ post }) => post), groups]
  const topics = await rows<SqlTopic>(
    db,
    `insert into topics as t (id, org_id, course_id, scope, scope_id, kind, title, anonymous, post_first, opens_at, closes_at, last_n, shown, last_at,
       created_by, created_at, version, begun_with)
     select m.topic, $3::uuid, $4::uuid, 'group', m.scope_id, $5, $6, $7::bool, $8::bool, $9::timestamptz, $10::timestamptz, 1, 1, $11::timestamptz,
       $12::uuid, $11::timestamptz, $13::bigint, $14::uuid
     from unnest($1::uuid[], $2::uuid[]) as m(topic, scope_id) returning ${topicColumns}`,
    ids[0],
    groups,
    scope.org,
    scope.course,
    draft.kind,
    title,
    draft.anonymous_posts ?? false,
    draft.post_first ?? false,
    opensAt,
    closesAt,
    now,
    actor.person,
    now.getTime(),
    made[0]!.topic,
  )
  const posts = await rows<SqlPost>(
    db,
    `insert into posts as p (id, topic_id, n, thread_n, author_id, body, upload_ids, version, created_at, state)
     select m.post, m.topic, 1, 1, $3::uuid, $4, $5::uuid[], $6::bigint, $7::timestamptz, 'shown' from unnest($1::uuid[], $2::uuid[]) as m(topic, post) returning ${postColumns}`,
    ids[0],
    ids[1],
    actor.person,
    body,
    uploadIds,
    now.getTime(),
    now,
  )
  await run(
    db,
    `insert into topic_reads (topic_id, person_id, read_n, following, posted, version) select m.topic, $2::uuid, 1, 1, true, $3::bigint from unnest($1::uuid[]) as m(topic)`,
    ids[0],
    actor.person,
    now.getTime(),
  )
  const list = topics.map(topicOf)
  if (uploadIds.length > 0) await holdPostFiles(db, list[0]!, posts.map(postOf))
  await emitBegun(db, list, posts.map(postOf), await peopleOfGroups(db, scope.course, groups), now)
  if (opensAt !== null && opensAt > now) for (const { id } of list) await followOpening(db, id, opensAt, { mentions: false })
  return { topics: made.map(({ topic, group }) => ({ id: topic, group_id: group })) }
}

async function groupsOf(tx: Tx, course: string, set: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    `select g.id::text from mirror.groups g join mirror.group_sets s on s.id = g.set_id and not s.deleted
     where g.set_id = $1 and g.course_id = $2 and not g.deleted order by g.name, g.id limit $3`,
    set,
    course,
    mostGroups + 1,
  )
  if (found.length === 0) throw conflict('topic.noGroups')
  if (found.length > mostGroups) throw invalid({ group_set_id: ['topic.tooManyGroups', { most: mostGroups }] })
  return found.map(({ id }) => id)
}

/** Group → its people and those who teach. */
async function peopleOfGroups(tx: Tx, course: string, groups: readonly string[]): Promise<Map<string, string[]>> {
  const found = await rows<{ group: string | null; person: string }>(
    tx,
    `select null as group, m.person_id::text as person from mirror.members m
     where m.course_id = $1 and m.state = 'active' and m.role in ('instructor', 'instructor_assistant')
     union select g.group_id::text, g.person_id::text from mirror.group_members g
     join mirror.members m on m.course_id = $1 and m.person_id = g.person_id and m.state = 'active'
     where g.group_id = any($2) and g.until is null`,
    course,
    groups,
  )
  const byGroup = Map.groupBy(found, ({ group }) => group)
  const namesOf = (group: string | null) => (byGroup.get(group) ?? []).map(({ person }) => person)
  const teachers = namesOf(null)
  return new Map(groups.map((group) => [group, [...new Set([...teachers, ...namesOf(group)])].sort()]))
}
