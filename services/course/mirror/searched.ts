// The courses in which a person searches: their own.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { taughtAmong } from './rules.ts'

/** The most courses that are searched, the last made first. */
const most = 1000

/** The actor's courses: those whose drafts they see, and the others that are published. None in which they are a visitor. */
export async function searchedCourses(tx: Tx, actor: Actor): Promise<{ taught: string[]; learned: string[] }> {
  const courses = await rows<{ id: string; shown: boolean }>(
    tx,
    `
    select c.id::text, c.published or coalesce(s.acting_as = 'preview', false) as shown
    from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
    left join mirror.simulations s on s.course_id = c.id and s.session_id = $2
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and coalesce(s.acting_as, '') <> 'visitor'
    order by m.course_id desc limit ${most}`,
    actor.person,
    actor.session,
  )
  const ids = courses.map(({ id }) => id)
  const taught = await taughtAmong(tx, actor, ids)
  return { taught, learned: courses.filter(({ id, shown }) => shown && !taught.includes(id)).map(({ id }) => id) }
}
