// Moderated places: whether a post waits for who moderates.
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Place } from './place.ts'

/** With `first`: as long as no post of theirs is shown there, by name or not. Those of who moderates never wait. */
export async function mustWait(tx: Tx, place: Place, person: string): Promise<boolean> {
  const { moderation, scope, id, course } = place
  if (moderation !== 'first') return moderation === 'all'
  const shown = await one(
    tx,
    `select from (select topic_id, state from posts where author_id = $4
       union all select p.topic_id, p.state from post_authors a join posts p on p.id = a.post_id where a.person_id = $4) mine
     join topics t on t.id = mine.topic_id
     where mine.state = 'shown' and t.course_id = $1 and t.scope = $2 and t.scope_id is not distinct from $3::uuid limit 1`,
    course,
    scope,
    id,
    person,
  )
  return shown === undefined
}
