// The authors of topics and posts, as everybody reads them: by name, by number where a post is anonymous, nobody once they are erased.
import type { CourseRole } from '@lyceum/course/mirror/rules'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { TalkAuthor } from './shapes.ts'

export type AuthorRef = { id: string | null; alias: number | null }
export type Authors = (ref: AuthorRef) => TalkAuthor

const nobody = { id: null, name: '', avatar: '', alias: null, role: null }

/** Names and roles of these authors, in one query. */
export async function authorsOf(tx: Tx, course: string, refs: readonly AuthorRef[]): Promise<Authors> {
  const ids = [...new Set(refs.flatMap(({ id }) => id ?? []))]
  const list =
    ids.length === 0
      ? []
      : await rows<{ id: string; name: string; avatar: string; role: CourseRole | null }>(
          tx,
          `select p.id::text, p.name, p.avatar, m.role from mirror.persons p
           left join mirror.members m on m.course_id = $1 and m.person_id = p.id and m.state = 'active'
           where p.id = any($2) and not p.deleted`,
          course,
          ids,
        )
  const byId = new Map(list.map((person) => [person.id, { ...person, alias: null }]))
  return ({ id, alias }) => (alias !== null ? { ...nobody, alias } : ((id === null ? undefined : byId.get(id)) ?? nobody))
}
