// Reads of the identity mirror's people. Ids are UUIDs; anything else is a caller's mistake.
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'

export type PersonName = { id: string; name: string; user_no: string; avatar: string; deleted: boolean }
export type OrgMember = PersonName & { email: string; roles: string[]; department_id: string | null; department_name: string }

/** Names of these people, by id; one that is not in the mirror yet is missing from the map. */
export async function personNames(tx: Tx, ids: string[]): Promise<Map<string, PersonName>> {
  if (ids.length === 0) return new Map()
  const persons = await rows<PersonName>(tx, 'select id::text, name, user_no, avatar, deleted from mirror.persons where id = any($1)', [
    ...new Set(ids),
  ])
  return new Map(persons.map((person) => [person.id, person]))
}

/** Whether the person in a column may hear of what is in the organisation of a parameter: not once it, or every organisation of theirs, has suspended them. */
export const hearsSql = (person: string, org: string): string =>
  `not exists (select from mirror.persons heard where heard.id = ${person} and heard.suspended_in <> '{}'
     and (${org} = any(heard.suspended_in) or not exists (select from mirror.memberships held where held.person_id = heard.id)))`

/** The roles of a person in an organisation; none: not a member. */
export async function orgRoles(tx: Tx, person: string, org: string): Promise<string[]> {
  const membership = await one<{ roles: string[] }>(
    tx,
    'select roles from mirror.memberships where person_id = $1 and org_id = $2',
    person,
    org,
  )
  return membership?.roles ?? []
}

export type MemberSearch = {
  org: string
  /** Part of a name, user number or e-mail. */
  keywords?: string
  /** Leaves out people whose only role is student. */
  excludeStudents?: boolean
  department?: string
  /** Only these people. */
  ids?: string[]
  limit?: number
  offset?: number
}

/** Members of an organisation by name, deleted people left out. */
export const searchMembers = (
  tx: Tx,
  { org, keywords = '', excludeStudents = false, department, ids, limit = 50, offset = 0 }: MemberSearch,
): Promise<OrgMember[]> =>
  rows<OrgMember>(
    tx,
    `
    select p.id::text, p.name, p.user_no, p.avatar, p.deleted, p.email, m.roles, m.department_id::text, m.department_name
    from mirror.memberships m join mirror.persons p on p.id = m.person_id
    where m.org_id = $1 and not p.deleted
      and ${heldSql(foldedSql('p.name', 'p.user_no', 'p.email'), '$2')}
      and (not $3::bool or not m.roles <@ array['student'])
      and ($4::uuid is null or m.department_id = $4::uuid)
      and ($5::uuid[] is null or p.id = any($5::uuid[]))
    order by p.name, p.id limit $6 offset $7`,
    org,
    wordPatterns(keywords),
    excludeStudents,
    department ?? null,
    ids ?? null,
    limit,
    offset,
  )

/** Members by e-mail address (any case): for invitations by list. */
export const membersByEmail = (tx: Tx, org: string, emails: string[]): Promise<OrgMember[]> =>
  rows<OrgMember>(
    tx,
    `
    select p.id::text, p.name, p.user_no, p.avatar, p.deleted, p.email, m.roles, m.department_id::text, m.department_name
    from mirror.persons p join mirror.memberships m on m.person_id = p.id and m.org_id = $1
    where not p.deleted and p.email <> '' and p.email = any($2)`,
    org,
    emails.map((email) => email.trim().toLowerCase()),
  )
