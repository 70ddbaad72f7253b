// Posts of a topic, by fifty: from one number to another, of a thread, of a person, or by their numbers.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Deps } from '../../deps.ts'
import { minePost, readPosts } from '../post-row.ts'
import { toPosts } from '../post-view.ts'
import { mostPosts } from '../shapes.ts'
import { openTopic, seesPostSql } from '../topic-row.ts'
import type { Posts, PostsQuery } from './api.ts'

const mine = minePost('$2')
/** Without a number: they wait, or were hidden before they were shown. */
const unnumbered = `p.n is null and p.state in ('waiting', 'hidden') and (${seesPostSql('$3')} or ${mine})`

/** By thread and number; of a range the first fifty numbers, so that the next page begins behind the greatest. */
export async function listPosts(deps: Deps, actor: Actor, scope: CourseScope, id: string, query: PostsQuery): Promise<Posts> {
  const topic = await openTopic(deps, actor, scope, id)
  if (query.waiting) {
    const list = await readPosts(
      deps.db,
      id,
      actor.person,
      `${unnumbered} order by p.created_at, p.id limit ${mostPosts + 1}`,
      topic.place.can.moderate,
    )
    const shown = await toPosts(deps, actor, scope, topic, list.slice(0, mostPosts))
    return { ...shown, last_n: topic.row.lastN, more: list.length > mostPosts }
  }
  const values: unknown[] = [topic.place.can.moderate]
  const bind = (value: unknown) => `$${values.push(value) + 2}`
  const clauses = [`p.n is not null and (${seesPostSql('$3')} or ${mine})`]
  const { from, to, thread, person_id, numbers } = query
  if (from !== undefined) clauses.push(`p.n >= ${bind(from)}`)
  if (to !== undefined) clauses.push(`p.n <= ${bind(to)}`)
  if (thread !== undefined) clauses.push(`p.thread_n = ${bind(thread)}`)
  if (person_id !== undefined) clauses.push(`p.author_id = ${bind(person_id)} and p.state = 'shown'`)
  if (numbers !== undefined) clauses.push(`p.n = any(${bind(numbers.split(',').map(Number))})`)
  const condition = clauses.map((one) => `(${one})`).join(' and ')
  const found = await readPosts(deps.db, id, actor.person, `${condition} order by p.n limit ${mostPosts + 1}`, ...values)
  const page = found.slice(0, mostPosts).sort((a, b) => a.threadN! - b.threadN! || a.n! - b.n!)
  const shown = await toPosts(deps, actor, scope, topic, page)
  return { ...shown, last_n: topic.row.lastN, more: found.length > mostPosts }
}
