// A reader's place in a topic: read up to a number, followed, and the outline by which they scroll.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, run } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { authorsOf } from '../authors.ts'
import { joinAuthor, minePost } from '../post-row.ts'
import { openTopic, seesPostSql, waitsForMine } from '../topic-row.ts'
import type { Outline } from './api.ts'

/** Rows of an outline at most. */
const mostRows = 20_000

/** Repeatable, and never back; a number beyond the last means the last. */
export async function markRead(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  n: number,
): Promise<{ read_n: number; unread: number }> {
  const { db, now } = deps
  const topic = await openTopic(deps, actor, scope, id)
  await run(
    db,
    `insert into topic_reads as r (topic_id, person_id, read_n, version) select t.id, $2, least($3, t.last_n), $4 from topics t where t.id = $1
     on conflict (topic_id, person_id) do update set read_n = excluded.read_n, version = greatest(r.version + 1, excluded.version)
     where r.read_n < excluded.read_n`,
    id,
    actor.person,
    // nobody has read what does not show yet
    waitsForMine(topic) ? Math.min(n, 1) : n,
    now().getTime(),
  )
  const { read, unread } = await openTopic(deps, actor, scope, id)
  return { read_n: read.read_n ?? 0, unread }
}

export async function follow(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  following: boolean,
): Promise<{ following: boolean }> {
  const { db, now } = deps
  await openTopic(deps, actor, scope, id)
  await run(
    db,
    `insert into topic_reads as r (topic_id, person_id, following, version) values ($1, $2, $3, $4)
     on conflict (topic_id, person_id) do update set following = excluded.following, version = greatest(r.version + 1, excluded.version)`,
    id,
    actor.person,
    following ? 1 : 0,
    now().getTime(),
  )
  return { following }
}

type Row = { n: number; thread_n: number; author: string | null; alias: number | null; stub: boolean; mine: boolean }
export async function readOutline(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Outline> {
  const { db } = deps
  const { row, read, place } = await openTopic(deps, actor, scope, id)
  const list = await rows<Row>(
    db,
    `select p.n, p.thread_n, p.author_id::text as author, p.alias, p.state <> 'shown' as stub, ${minePost('$2')} as mine
     from posts p join topics t on t.id = p.topic_id left join topic_reads r on r.topic_id = t.id and r.person_id = $2::uuid ${joinAuthor}
     where p.topic_id = $1 and p.n is not null and (${seesPostSql('$3')} or ${minePost('$2')}) order by p.thread_n, p.n limit ${mostRows}`,
    id,
    actor.person,
    place.can.moderate,
  )
  const authors = await authorsOf(
    db,
    row.courseId,
    list.map(({ author, alias }) => ({ id: author, alias })),
  )
  const places = new Map<string, number>()
  const named: Outline['authors'] = []
  const placeOf = ({ author, alias }: Row): number => {
    const key = alias === null ? author : `#${alias}`
    if (key === null) return -1
    let at = places.get(key)
    if (at === undefined) {
      at = named.push(authors({ id: author, alias })) - 1
      places.set(key, at)
    }
    return at
  }
  const readN = read.read_n ?? 0
  const unread = list.flatMap(({ n, stub, mine }) => (n > readN && !stub && !mine ? [n] : []))
  return {
    rows: list.map((one) => [one.n, one.thread_n, placeOf(one), one.stub ? 1 : 0]),
    authors: named,
    last_n: row.lastN,
    read_n: readN,
    first_unread: unread.length === 0 ? null : unread.reduce((least, n) => Math.min(least, n)),
  }
}
