// Members of a course as its chat at the workplace messenger asks for them: who may be brought in, and by whom.
import { has } from '@lyceum/identity/mirror/permissions'
import { forbidden } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import { type CourseScope, requireIn } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'

/** 403 for who only looks in, and with ids for who may not change the members. */
export async function chatMembers({ db }: Pick<Deps, 'db'>, { org, course, access }: CourseScope, ids: readonly string[] | undefined) {
  const may_change = has(access.can, 'members.change')
  const member = access.role !== undefined
  if (!may_change && !member) throw forbidden()
  if (ids) requireIn(access, 'members.change')
  const named = await one<{ name: string }>(db, 'select name from mirror.courses where id = $1', course)
  const members = await rows<{ id: string }>(
    db,
    `
    select m.person_id::text as id from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
    where m.course_id = $1 and m.state = 'active' and m.person_id = any($2::uuid[])`,
    course,
    ids ?? [],
  )
  return { org_id: org, name: named?.name ?? '', member, may_change, members: members.map(({ id }) => id) }
}
