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

type Counts = Pick<Participant, 'posts' | 'replies'>
/** Posts that are shown in the topics of an activity and name one of these people. A number of anonymous ones would name their only writer. */
export async function countsOf(tx: Tx, activity: string, people: readonly string[]): Promise<(person: string) => Counts> {
  const found = await rows<Counts & { person: string }>(
    tx,
    `select p.author_id::text as person, count(*)::int as posts, count(*) filter (where p.n > 1 or t.comments)::int as replies
     from topics t join posts p on p.topic_id = t.id where t.scope = 'activity' and t.scope_id = $1 and not t.deleted
       and p.state = 'shown' and p.author_id = any($2) group by p.author_id`,
    activity,
    people,
  )
  const byPerson = new Map(found.map(({ person, ...counts }) => [person, counts]))
  return (person) => byPerson.get(person) ?? { posts: 0, replies: 0 }
}
