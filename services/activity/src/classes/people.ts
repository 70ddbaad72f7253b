// The people of classes: the students of a course who count in it, and people as classes show them.
import { suspendedSql } from '@lyceum/course/mirror/rules'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { ClassPerson } from './shapes.ts'

/** The students of the course of a parameter, members `m` and people `ps`, with more tables; whom the organisation has suspended is not among them. */
export const studentsSql = (course: string, joins = '') => `mirror.members m join mirror.courses c on c.id = m.course_id
  join mirror.persons ps on ps.id = m.person_id and not ps.deleted left join mirror.orgs o on o.id = c.org_id ${joins}
  where m.course_id = ${course} and m.state = 'active' and m.role = 'student' and not ${suspendedSql}`

/** Milliseconds for which somebody counts as here after their page has read the class. */
export const hereFor = 60_000

/** Names of these people, erased ones left out. */
export async function classPeople(tx: Tx, ids: readonly string[]): Promise<Map<string, ClassPerson>> {
  if (ids.length === 0) return new Map()
  const list = await rows<ClassPerson>(
    tx,
    'select id::text, name, user_no, avatar from mirror.persons where id = any($1) and not deleted',
    [...new Set(ids)],
  )
  return new Map(list.map((person) => [person.id, person]))
}
export const named = (people: ReadonlyMap<string, ClassPerson>, ids: readonly string[]): ClassPerson[] =>
  ids.flatMap((id) => people.get(id) ?? [])
