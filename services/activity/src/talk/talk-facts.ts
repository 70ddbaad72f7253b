// Facts of talk, and the hints that go without one: those whom a post concerns are named by its fact, all others read again at most once in a second.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact, type OutgoingFact } from '@lyceum/kit/facts/outbox'
import { hint } from '@lyceum/kit/kv/hints'
import type { Kv } from '@lyceum/kit/kv/kv'
import { PostChangedSchema, TopicChangedSchema } from '@lyceum/proto/activity'
import { amongReaders, peopleOf } from './place.ts'
import type { PostRow } from './post-row.ts'
import { type TopicRow, waitsForLook } from './topic-row.ts'

/** People that one fact names at most. */
const mostNamed = 500

const placeOf = ({ scope, scopeId, courseId }: TopicRow) => ({ scope, id: scopeId, course: courseId })

/** The actor of a fact about what somebody wrote anonymously: nobody. */
const byNobody = { actor: '' }

/**
 * `accepted`: the author of a post that has just become the answer. `nameless`: by nobody, for it was begun anonymously. `hinting`: not in a resync. The
 * title is there once the text was looked at and the topic has opened. */
export async function emitTopic(
  tx: Tx,
  row: TopicRow,
  now: Date,
  { accepted, nameless = false, hinting = true }: { accepted?: string | null; nameless?: boolean; hinting?: boolean } = {},
): Promise<void> {
  const people = hinting ? await peopleOf(tx, placeOf(row)) : []
  await emitAll(tx, [topicFact(row, now, people, { accepted: accepted ?? undefined, nameless })])
}

/** Undefined `people`: everybody in the course has its hint. */
const topicFact = (
  row: TopicRow,
  now: Date,
  people: string[] | undefined,
  { accepted, nameless = false }: { accepted?: string | undefined; nameless?: boolean } = {},
) =>
  fact(
    TopicChangedSchema,
    {
      key: `course:${row.courseId}`,
      org: row.orgId,
      version: row.version,
      hint: { ...(people && { people }), of: row.id },
      ...(nameless && byNobody),
    },
    {
      id: row.id,
      orgId: row.orgId,
      courseId: row.courseId,
      scope: row.scope,
      scopeId: row.scopeId ?? undefined,
      kind: row.kind,
      title: waitsForLook(row) || (row.opensAt !== null && row.opensAt > now) ? '' : row.title,
      authorId: row.createdBy ?? undefined,
      closed: row.closed,
      pinned: row.pinned > 0,
      answerN: row.answerN ?? undefined,
      deleted: row.deleted,
      version: row.version,
      acceptedId: accepted,
    },
  )

/** Whom a new post is news for. */
export type Concerned = { people: string[]; mentioned: string[] }

/**
 * The author of the answered post, where it names them, and who follows the topic; of a group or a team those alone who are in it, of an
 * activity those to whom it is open. */
export async function followersOf(tx: Tx, row: TopicRow, writer: string, answered: string | null, now: Date): Promise<string[]> {
  const people = await rows<{ person: string }>(
    tx,
    `select r.person_id::text as person from topic_reads r where r.topic_id = $1 and r.following = 1 and r.person_id <> $2::uuid
     union select answered::text from (select $3::uuid as answered) a where answered is not null and answered <> $2::uuid
       and not exists (select from topic_reads r where r.topic_id = $1 and r.person_id = answered and r.following = 0)`,
    row.id,
    writer,
    answered,
  )
  const within = await peopleOf(tx, placeOf(row))
  const among = within && new Set(within)
  const found = people.flatMap(({ person }) => (!among || among.has(person) ? [person] : [])).sort()
  return await amongReaders(tx, placeOf(row), found, now)
}

/** Emits a post, at most 500 people a fact. Nobody is named for a change. `actor`: its author, where somebody else shows it. */
export async function emitPost(
  tx: Tx,
  row: TopicRow,
  post: Pick<PostRow, 'id' | 'n' | 'authorId' | 'alias' | 'state' | 'version'>,
  { people, mentioned }: Concerned = { people: [], mentioned: [] },
  { actor }: { actor?: string } = {},
): Promise<void> {
  await emitAll(tx, postFacts(row, post, { people, mentioned }, { ...(actor !== undefined && { actor }) }))
}

function postFacts(
  row: TopicRow,
  post: Pick<PostRow, 'id' | 'n' | 'authorId' | 'alias' | 'state' | 'version'>,
  { people, mentioned }: Concerned,
  { actor }: { actor?: string } = {},
): OutgoingFact[] {
  const notified = people.filter((person) => !mentioned.includes(person))
  const parts = Math.max(1, Math.ceil(notified.length / mostNamed), Math.ceil(mentioned.length / mostNamed))
  const part = (list: string[], nth: number) => list.slice(nth * mostNamed, (nth + 1) * mostNamed)
  return Array.from({ length: parts }, (_, nth) => {
    const named = { people: part(notified, nth), mentioned: part(mentioned, nth) }
    return fact(
      PostChangedSchema,
      {
        key: `course:${row.courseId}`,
        org: row.orgId,
        version: post.version,
        ...(actor !== undefined && { actor }),
        ...(post.alias !== null && byNobody),
        ...(named.people.length + named.mentioned.length > 0 && { hint: { people: [...named.people, ...named.mentioned], of: row.id } }),
      },
      {
        id: post.id,
        orgId: row.orgId,
        courseId: row.courseId,
        topicId: row.id,
        n: post.n ?? 0,
        scope: row.scope,
        scopeId: row.scopeId ?? undefined,
        kind: row.kind,
        authorId: post.authorId ?? undefined,
        state: post.state,
        version: post.version,
        // for whom it names: a topic may not be open yet, or not looked at
        title: named.people.length + named.mentioned.length > 0 ? row.title : '',
        personIds: named.people,
        mentionedIds: named.mentioned,
      },
    )
  })
}

/** Emits topics that were begun at once with their texts, in one statement. `peopleIn`: the people of each group. */
export async function emitBegun(
  tx: Tx,
  topics: readonly TopicRow[],
  posts: readonly PostRow[],
  peopleIn: ReadonlyMap<string, string[]>,
  now: Date,
): Promise<void> {
  const textOf = new Map(posts.map((post) => [post.topicId, post]))
  const nobody: Concerned = { people: [], mentioned: [] }
  await emitAll(
    tx,
    topics.flatMap((row) => [...postFacts(row, textOf.get(row.id)!, nobody), topicFact(row, now, peopleIn.get(row.scopeId ?? '') ?? [])]),
  )
}

/** Milliseconds in which the changes of a topic are one hint. */
const together = 1000
const waiting = new Map<string, NodeJS.Timeout>()

/**
 * A hint without a fact to everybody who may have the topic open, at the end of the second in which it changed: by then the change is committed. One that
 * is lost with its process is made good by the next.
 */
export async function hintTopic(tx: Tx, kv: Kv, row: TopicRow): Promise<void> {
  if (waiting.has(row.id)) return
  const people = await peopleOf(tx, placeOf(row))
  if (waiting.has(row.id)) return
  const timer = setTimeout(() => {
    waiting.delete(row.id)
    void hint(kv, {
      subject: 'postChanged',
      aggregate: 'course',
      id: row.courseId,
      org: row.orgId,
      of: row.id,
      ...(people && { people }),
    }).catch(() => {})
  }, together)
  waiting.set(row.id, timer.unref())
}
