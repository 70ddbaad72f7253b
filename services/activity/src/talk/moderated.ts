// Moderated places: whether a post waits for who moderates, by the settings of its forum, or of the course's own topics.
import { sqlOf } from '@lyceum/kit/database/connections'
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Place } from './place.ts'
import type { Moderation } from './shapes.ts'

type Settings = { moderation: Moderation; version: number }
/** Of the topics of a course; version 0 before they were ever set. */
export async function talkSettings(tx: Tx, course: string): Promise<Settings> {
  const found = await one<{ moderation: Moderation; version: string }>(
    sqlOf(tx),
    'select moderation, version from talk_settings where course_id = $1',
    course,
  )
  return found ? { moderation: found.moderation, version: Number(found.version) } : { moderation: 'nobody', version: 0 }
}

/** With `first`: as long as no post of theirs is shown there, by name or not. Those of who moderates never wait. */
export async function mustWait(tx: Tx, place: Place, person: string): Promise<boolean> {
  const { moderation, scope, id, course } = place
  if (moderation !== 'first') return moderation === 'all'
  const shown = await one(
    sqlOf(tx),
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
