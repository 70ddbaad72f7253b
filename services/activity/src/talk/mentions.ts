// Mentions: people, groups and the teachers, whose people are notified. Ten at most, and of those alone who read the place.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { sqlOf } from '@lyceum/kit/database/connections'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { amongReaders, peopleOf, type Place } from './place.ts'
import { type Mentions, mostMentions } from './shapes.ts'

/** The people behind mentions, without the writer and those to whom the place is not open yet. 400 post.tooManyMentions, post.unknownMention. */
export async function mentionedPeople(tx: Tx, place: Place, writer: string, now: Date, mentions: Mentions = {}): Promise<string[]> {
  const { person_ids = [], group_ids = [], teachers = false } = mentions
  if (person_ids.length + group_ids.length + Number(teachers) > mostMentions)
    throw invalid({ mentions: ['post.tooManyMentions', { most: mostMentions }] })
  if (person_ids.length + group_ids.length === 0 && !teachers) return []
  const found = await rows<{ person: string }>(
    sqlOf(tx),
    `select distinct m.person_id::text as person
     from mirror.members m
     left join (mirror.group_members g join mirror.groups o on o.id = g.group_id and o.course_id = $1 and not o.deleted)
       on g.person_id = m.person_id and g.until is null and g.group_id = any($3)
     where m.course_id = $1 and m.state = 'active'
       and (m.person_id = any($2) or g.group_id is not null or ($4 and m.role in ('instructor', 'instructor_assistant')))`,
    place.course,
    person_ids,
    group_ids,
    teachers,
  )
  const within = await peopleOf(tx, place)
  const named = new Set(found.map(({ person }) => person))
  const groups = await rows<{ id: string }>(
    sqlOf(tx),
    'select id::text from mirror.groups where id = any($1) and course_id = $2 and not deleted',
    group_ids,
    place.course,
  )
  const unknown =
    person_ids.find((id) => !named.has(id) || (within && !within.includes(id))) ??
    group_ids.find((id) => !groups.some((group) => group.id === id))
  if (unknown) throw invalid({ mentions: notKnownYet('post.unknownMention', { id: unknown }) })
  const people = [...named].filter((person) => person !== writer && (!within || within.includes(person))).sort()
  return await amongReaders(tx, place, people, now)
}
