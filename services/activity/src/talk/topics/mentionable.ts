// Mentions that a form of a post offers: people who read its place, and groups of the course.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import { amongReaders, openPlace, peopleOf } from '../place.ts'
import { type Mentionable, type MentionableQuery, mostOffered } from './api.ts'

/** Names that begin with what was typed first, of them those who teach, then by name. 403 for who does not write there. */
export async function listMentionable(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  { scope: name, scope_id, keyword = '' }: MentionableQuery,
): Promise<{ items: Mentionable[] }> {
  const { db, now } = deps
  const place = await openPlace(deps, actor, scope, { scope: name, id: scope_id ?? null })
  if (!place.can.write) throw forbidden()
  const patterns = wordPatterns(keyword)
  const people = await rows<{ id: string; name: string }>(
    db,
    `select p.id::text, p.name from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
     where m.course_id = $1 and m.state = 'active' and m.person_id <> $3::uuid and ${heldSql('p.folded', '$2')} and ($4::uuid[] is null or m.person_id = any($4))
     order by not starts_with(lower(p.name), lower($5)), m.role = 'student', p.name, p.id limit ${mostOffered}`,
    place.course,
    patterns,
    actor.person,
    (await peopleOf(db, place)) ?? null,
    keyword.trim(),
  )
  const readers = new Set(
    await amongReaders(
      db,
      place,
      people.map(({ id }) => id),
      now(),
    ),
  )
  // of a group's topics its own people are the readers
  const groups =
    name === 'course' || name === 'activity'
      ? await rows<{ id: string; name: string }>(
          db,
          `select g.id::text, g.name from mirror.group_sets s join mirror.groups g on g.set_id = s.id and not g.deleted
           where s.course_id = $1 and not s.deleted and lower(g.name) like all($2::text[]) order by g.name, g.id limit ${mostOffered}`,
          place.course,
          patterns,
        )
      : []
  const items = [
    ...people.flatMap(({ id, name }) => (readers.has(id) ? [{ of: `person:${id}`, name }] : [])),
    ...groups.map(({ id, name }) => ({ of: `group:${id}`, name })),
  ]
  return { items: items.slice(0, mostOffered) }
}
