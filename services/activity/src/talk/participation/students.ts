// The students of a course by name, and the numbers of their posts in an activity.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { refused } from '@lyceum/kit/calls/errors'
import type { Participant } from './api.ts'

export type Student = Participant['person'] & { previous: string | null; next: string | null }
/** Members `m` of course $1 who learn, with their person `p`. */
export const studentsSql = `from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
  where m.course_id = $1 and m.state = 'active' and m.role = 'student'`

/** A student between their neighbours in the list. 404 marking.notStudent for anybody else. */
export async function studentOf(tx: Tx, course: string, person: string): Promise<Student> {
  const found = await one<Student>(
    tx,
    `select x.* from (
       select m.person_id::text as id, p.name, p.user_no, p.avatar, (lag(m.person_id) over by_name)::text as previous,
         (lead(m.person_id) over by_name)::text as next
       ${studentsSql} window by_name as (order by p.name, m.person_id)) x where x.id = $2`,
    course,
    person,
  )
  if (!found) throw refused(404, 'marking.notStudent')
  return found
}

type Counts = Pick<Participant, 'posts' | 'replies' | 'anonymous'>
/**
 * Posts that are shown in the topics of an activity, of these people. `moderates`: anonymous ones too, as a number of its own; who reads whose a post is, is noted
 * elsewhere.
 */
export async function countsOf(
  tx: Tx,
  activity: string,
  people: readonly string[],
  moderates: boolean,
): Promise<(person: string) => Counts> {
  const named = await rows<{ person: string; posts: number; replies: number }>(
    tx,
    `select p.author_id::text as person, count(*)::int as posts, count(*) filter (where p.n > 1 or t.comments)::int as replies
     from topics t join posts p on p.topic_id = t.id where t.scope = 'activity' and t.scope_id = $1 and not t.deleted
       and p.state = 'shown' and p.author_id = any($2) group by p.author_id`,
    activity,
    people,
  )
  const nameless = moderates
    ? await rows<{ person: string; posts: number }>(
        tx,
        `select w.person_id::text as person, count(*)::int as posts
         from topics t join posts p on p.topic_id = t.id join post_authors w on w.post_id = p.id
         where t.scope = 'activity' and t.scope_id = $1 and not t.deleted and p.state = 'shown' and w.person_id = any($2) group by w.person_id`,
        activity,
        people,
      )
    : []
  const byName = new Map(named.map((one) => [one.person, one]))
  const anonymous = new Map(nameless.map(({ person, posts }) => [person, posts]))
  return (person) => ({
    posts: byName.get(person)?.posts ?? 0,
    replies: byName.get(person)?.replies ?? 0,
    anonymous: moderates ? (anonymous.get(person) ?? 0) : null,
  })
}
