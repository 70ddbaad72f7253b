// A new post: its text, files and mentions are checked, it takes the next number of its topic or waits for who moderates, and its writer follows it.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid, tooMany } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { textOfHtml } from '../activity/excerpt.ts'
import type { Deps } from '../deps.ts'
import { record } from '../progress/progress.ts'
import { recordedActivity } from '../progress/recorded-activity.ts'
import { criterionOf } from '../types/rules.ts'
import { countsProgress } from '../trial.ts'
import { aliasIn } from './aliases.ts'
import { renewLook } from './looks.ts'
import { mentionedPeople, withMentions } from './mentions.ts'
import { mustWait } from './moderated.ts'
import type { Place } from './place.ts'
import { checkedUploads, namelessBody } from './post-files.ts'
import { holdPostFiles, postColumns, postOf, type PostRow, type SqlPost } from './post-row.ts'
import { mostInTenMinutes, mostLetters } from './shapes.ts'
import { emitPost, followersOf, hintTopic } from './talk-facts.ts'
import { takeNumber, type TopicRow } from './topic-row.ts'

const tenMinutes = 600_000

export type NewPost = {
  body: string
  parent_n?: number | null
  quote_n?: number | null
  anonymous?: boolean
}

/** The cleaned text of a post. 400 post.tooLong, and field.required for one without words and files. */
export function cleanBody(html: string): string {
  const body = cleanHtml('body', html)
  const text = textOfHtml(body)
  if (text === '' && filesIn(body).length === 0 && !/\sdata-latex="[^"]/.test(body)) throw invalid({ body: 'field.required' })
  if ([...text].length > mostLetters) throw invalid({ body: ['post.tooLong', { most: mostLetters }] })
  return body
}

/** 400 post.notAnonymous where the topic does not offer it, and for who teaches. */
export function checkAnonymous({ can }: Place, offered: boolean, wanted: boolean): void {
  if (wanted && !(can.hide && offered)) throw invalid({ anonymous: 'post.notAnonymous' })
}

/**
 * 403 for who only reads; 409 topic.closed, 404, 429 post.tooOften, and 400 as the checks above. `notifies`: those whom it mentions; `begins`: it is
 * the text of a new topic. */
export async function addPost(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  { row, place }: { row: TopicRow; place: Place },
  draft: NewPost,
  { notifies = true, begins = false }: { notifies?: boolean; begins?: boolean } = {},
): Promise<PostRow> {
  const { db, kv } = deps
  const now = deps.now()
  if (!place.can.write) throw forbidden()
  const { parent_n, quote_n, anonymous = false } = draft
  checkAnonymous(place, row.anonymous, anonymous)
  const text = await withMentions(db, place, cleanBody(draft.body))
  const uploadIds = await checkedUploads(deps, actor, text)
  const body = anonymous ? await namelessBody(deps, text, uploadIds) : text
  await checkFrequency(db, actor.person, now)
  const waits = await mustWait(db, place, actor.person)
  const last = await takeNumber(db, row.id, now, { first: begins, counts: !waits })
  // the text of a topic is its first post, also while it waits
  const n = begins ? 1 : waits ? null : last
  // an answer to the text of the topic itself begins a thread
  const parent = parent_n === 1 && !row.comments ? null : (parent_n ?? null)
  const named = await shownPosts(db, row.id, { parent_n: parent, quote_n: quote_n ?? null })
  const thread = parent === null ? n : named.get(parent)!.thread_n
  const alias = anonymous ? await aliasIn(db, row.scopeId ?? row.courseId, actor.person) : null
  const [written] = await rows<SqlPost>(
    db,
    `insert into posts as p (id, topic_id, n, thread_n, parent_n, quote_n, author_id, alias, body, upload_ids, version, created_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${postColumns}`,
    newId(),
    row.id,
    n,
    thread,
    parent,
    quote_n ?? null,
    anonymous ? null : actor.person,
    alias,
    body,
    uploadIds,
    now.getTime(),
    now,
    waits ? 'waiting' : 'shown',
  )
  const post = postOf(written!)
  if (anonymous) await run(db, 'insert into post_authors (post_id, person_id) values ($1, $2)', post.id, actor.person)
  await run(
    db,
    `insert into topic_reads as r (topic_id, person_id, read_n, following, posted, version)
     values ($1, $2, case when $3::int = 1 then 1 else 0 end, 1, $5, $4)
     on conflict (topic_id, person_id) do update set read_n = case when r.read_n = $3::int - 1 then $3::int else r.read_n end,
       following = coalesce(r.following, 1), posted = r.posted or excluded.posted, version = greatest(r.version + 1, excluded.version)`,
    row.id,
    actor.person,
    n,
    now.getTime(),
    !waits,
  )
  if (uploadIds.length > 0) await holdPostFiles(db, row, [post])
  if (waits) {
    await renewLook(db, post.id, now)
    await emitPost(db, row, post)
  } else {
    const answered = parent === null ? null : named.get(parent)!.author_id
    const mentioned = notifies ? await mentionedPeople(db, place, actor.person, now, body) : []
    await emitPost(db, row, post, { people: await followersOf(db, row, actor.person, answered, now), mentioned })
    if (!anonymous) await recordPosts(deps, actor.person, place, countsProgress(scope))
  }
  await hintTopic(db, kv, row)
  return post
}

/** 429 post.tooOften; topics that were begun in all groups at once are one post. Behind a lock of the person, so that posts sent at once, also to topics begun with them, are counted one after the other. */
export async function checkFrequency(tx: Tx, person: string, now: Date): Promise<void> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('posts:' || $1, 0))`, person)
  const since = new Date(now.getTime() - tenMinutes)
  const recent = await one<{ n: number; first: Date | null }>(
    tx,
    `select count(distinct mine.id)::int as n, min(mine.at) as first from (
       select case when p.n = 1 then coalesce(t.begun_with, p.id) else p.id end as id, p.created_at as at
       from posts p join topics t on t.id = p.topic_id where p.author_id = $1 and p.created_at > $2
       union all select p.id, p.created_at from post_authors a join posts p on p.id = a.post_id where a.person_id = $1 and p.created_at > $2) mine`,
    person,
    since,
  )
  if (recent && recent.n >= mostInTenMinutes) throw tooMany((recent.first!.getTime() - since.getTime()) / 1000, 'post.tooOften')
}

type NamedPost = { n: number; thread_n: number; author_id: string | null }
/** 400 post.unknown at the field whose post is not shown in the topic. */
async function shownPosts(
  tx: Tx,
  topic: string,
  fields: { parent_n: number | null; quote_n: number | null },
): Promise<Map<number, NamedPost>> {
  const numbers = Object.values(fields).filter((n) => n !== null)
  if (numbers.length === 0) return new Map()
  const list = await rows<NamedPost>(
    tx,
    `select n, thread_n, author_id::text from posts where topic_id = $1 and n = any($2) and state = 'shown'`,
    topic,
    numbers,
  )
  const found = new Map(list.map((post) => [post.n, post]))
  for (const [field, n] of Object.entries(fields)) if (n !== null && !found.has(n)) throw invalid({ [field]: 'post.unknown' })
  return found
}

/**
 * The posts of a person in a forum, by name, for its completion: with replies required, those that begin topics fill the rest of the number alone. An
 * anonymous post does not count, for the count would say whose it is.
 */
export async function recordPosts({ db, now }: Deps, person: string, { activity, rules }: Place, counts: boolean): Promise<void> {
  if (!activity || !rules || activity.criterionKey === 'none') return
  const counted = await one<{ topics: number; replies: number }>(
    db,
    `select count(*) filter (where p.n = 1)::int as topics, count(*) filter (where p.n > 1)::int as replies
     from posts p join topics t on t.id = p.topic_id and t.scope = 'activity' and t.scope_id = $1 and not t.deleted
     where p.author_id = $2 and p.state = 'shown'`,
    activity.id,
    person,
  )
  const { topics, replies } = counted!
  const wanted = criterionOf(activity.criterionKey).posts
  const posts = wanted === null ? topics + replies : Math.min(topics, Math.max(0, wanted - rules.repliesRequired)) + replies
  await record(db, await recordedActivity(db, activity), person, { kind: 'posted', posts }, { now: now(), counts })
}
