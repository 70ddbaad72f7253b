// Upkeep of talk: it goes with its course, its activity and the bin; an erased person's posts stay and name nobody; a resync emits it again.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { renewReported } from './looks.ts'
import { holdPostFiles, postColumns, postOf, type SqlPost } from './post-row.ts'
import { emitTopic } from './talk-facts.ts'
import { type SqlTopic, topicColumns, topicOf } from './topic-row.ts'

type HeldPost = SqlPost & { org: string; course: string }
const released = (row: SqlPost) => ({ ...postOf(row), uploadIds: [], version: BigInt(row.version) + 1n })

/** Deletes topics `t` under a condition with their posts, whose files are free; returns their number. */
async function deleteTopics(tx: Tx, condition: string, ...values: unknown[]): Promise<number> {
  const gone = await rows<{ id: string }>(tx, `select t.id::text from topics t where ${condition} for update`, ...values)
  const ids = gone.map(({ id }) => id)
  if (ids.length === 0) return 0
  const holders = await rows<HeldPost>(
    tx,
    `select ${postColumns}, t.org_id::text as org, t.course_id::text as course from posts p join topics t on t.id = p.topic_id
     where p.topic_id = any($1) and p.upload_ids <> '{}'`,
    ids,
  )
  await run(tx, 'delete from topics where id = any($1)', ids)
  for (const [course, of] of Map.groupBy(holders, (post) => post.course))
    await holdPostFiles(tx, { orgId: of[0]!.org, courseId: course }, of.map(released))
  return ids.length
}

/** The topics and comments of activities that are about to be purged. */
export async function purgeTalk(tx: Tx, activities: string[]): Promise<void> {
  await deleteTopics(tx, `t.scope = 'activity' and t.scope_id = any($1)`, activities)
  await run(tx, 'delete from topic_aliases where root_id = any($1)', activities)
  await run(tx, 'delete from participation_marks where activity_id = any($1)', activities)
}

/** The numbers of groups whose topics were purged before go too. */
export async function purgeCourseTalk(tx: Tx, course: string): Promise<void> {
  await run(
    tx,
    `delete from topic_aliases where root_id in (select $1::uuid union select scope_id from topics where course_id = $1::uuid
       union select g.id from mirror.group_sets s join mirror.groups g on g.set_id = s.id where s.course_id = $1::uuid)`,
    course,
  )
  await run(tx, 'delete from talk_settings where course_id = $1', course)
  await deleteTopics(tx, 't.course_id = $1', course)
}

/** Deletes topics that lay in the bin until `before`, and the texts of posts that were removed by then, at most `size` of each; returns their number. */
export async function purgeRemoved(tx: Tx, before: Date, size: number): Promise<number> {
  const topics = await deleteTopics(
    tx,
    't.id in (select id from topics where deleted and deleted_at <= $1 order by deleted_at limit $2 for update skip locked)',
    before,
    size,
  )
  const emptied = await rows<{ id: string }>(
    tx,
    `update posts set body = '', upload_ids = '{}' where id in (
       select id from posts where state = 'removed' and body <> '' and removed_at <= $1 order by removed_at limit $2 for update skip locked) returning id::text`,
    before,
    size,
  )
  await run(
    tx,
    'delete from post_versions where post_id = any($1)',
    emptied.map(({ id }) => id),
  )
  return topics + emptied.length
}

/** Their posts stay for those who answered them, without a name; their reactions, reports, places and marks go; what they marked stays, by nobody. The number of an anonymous student is not used again. */
export async function eraseTalk(tx: Tx, person: string): Promise<void> {
  const sql = tx
  await run(sql, `update posts set author_id = null, version = ${nextVersion()} where author_id = $1`, person)
  await run(sql, 'update posts set removed_by = null where removed_by = $1', person)
  await run(sql, `update topics set created_by = null, version = ${nextVersion()} where created_by = $1`, person)
  await run(sql, 'update topics set deleted_by = null where deleted_by = $1', person)
  await run(sql, 'delete from post_authors where person_id = $1', person)
  await run(sql, 'update post_versions set by_id = null where by_id = $1', person)
  const reported = await rows<{ id: string }>(sql, 'delete from post_reports where person_id = $1 returning post_id::text as id', person)
  await renewReported(tx, [...new Set(reported.map(({ id }) => id))])
  const reacted = await rows<{ id: string }>(sql, 'delete from post_reactions where person_id = $1 returning post_id::text as id', person)
  if (reacted.length > 0)
    await run(
      sql,
      `update posts p set reactions = coalesce((select jsonb_object_agg(x.name, x.n) from (
         select name, count(*) as n from post_reactions where post_id = p.id group by name) x), '{}') where p.id = any($1)`,
      [...new Set(reacted.map(({ id }) => id))],
    )
  await run(sql, 'delete from topic_reads where person_id = $1', person)
  await run(sql, 'delete from participation_marks where person_id = $1', person)
  await run(sql, 'update participation_marks set marker_id = null where marker_id = $1', person)
  await run(sql, 'update topic_aliases set person_id = gen_random_uuid() where person_id = $1', person)
}

/** Emits topics again; no page reads anything of it, and nobody is notified. */
export async function resyncTopics(tx: Tx, ids: string[]): Promise<void> {
  const list = await rows<SqlTopic>(tx, `select ${topicColumns} from topics t where t.id = any($1) order by t.id`, ids)
  for (const row of list) await emitTopic(tx, topicOf(row), new Date(), { hinting: false })
}

/** Emits the files of posts again. */
export async function resyncPosts(tx: Tx, ids: string[]): Promise<void> {
  const list = await rows<HeldPost>(
    tx,
    `select ${postColumns}, t.org_id::text as org, t.course_id::text as course from posts p join topics t on t.id = p.topic_id
     where p.id = any($1) and p.upload_ids <> '{}' order by p.id`,
    ids,
  )
  for (const [course, of] of Map.groupBy(list, (post) => post.course))
    await holdPostFiles(tx, { orgId: of[0]!.org, courseId: course }, of.map(postOf))
}
