// Whom a pasted list names, before anybody is enrolled.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { byUserNumber, userNumber, userNumberSql, userNumbersSql } from '@lyceum/kit/text/user-number'
import { plainWidth } from '@lyceum/kit/text/width'
import type { CourseScope } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { PreviewLine } from './api.ts'
import { addressForms } from './addresses.ts'

type Candidate = NonNullable<PreviewLine['person']> & { email: string; own: boolean }

/** People of an organisation by user number or address. */
const candidates = (tx: Tx, org: string, lines: string[]): Promise<Candidate[]> =>
  rows<Candidate>(
    tx,
    `
    select p.id::text, p.name, p.user_no, p.email, p.avatar, k.name as klass, p.org_id = $1 as own
    from mirror.persons p join mirror.memberships m on m.person_id = p.id and m.org_id = $1
    left join mirror.study_units k on k.id = m.klass_id and not k.deleted
    where not p.deleted and (${userNumberSql('p.user_no')} = any(${userNumbersSql('$2')}) or p.email = any($3))
    order by p.org_id <> $1, p.id`,
    org,
    lines.map(userNumber),
    lines.flatMap(addressForms),
  )

/** Each line with its person, in the order of the list. */
export async function previewEnrolments({ db }: Deps, scope: CourseScope, course: string, given: string[]): Promise<PreviewLine[]> {
  const lines = given.map((line) => plainWidth(line).trim())
  const found = await candidates(db, scope.org, [...new Set(lines)].filter(Boolean))
  const byNumber = byUserNumber(found, ({ own }) => (own ? 0 : 1))
  const byAddress = new Map<string, Candidate>()
  for (const person of found) if (person.email) byAddress.set(person.email, person)
  const members = await rows<{ person: string; role: CourseRole }>(
    db,
    `select person_id::text as person, role from enrolments where course_id = $1 and person_id = any($2) and state = 'active'`,
    course,
    found.map(({ id }) => id),
  )
  const roleOf = new Map(members.map(({ person, role }) => [person, role]))
  const seen = new Set<string>()
  return lines.map((line): PreviewLine => {
    const named = byNumber(line)
    if (named.length > 1) return { line, state: 'ambiguous', person: null, role: null }
    const candidate =
      named[0] ??
      addressForms(line)
        .map((form) => byAddress.get(form))
        .find(Boolean)
    if (!candidate) return { line, state: 'unknown', person: null, role: null }
    const { email: _, own: __, ...person } = candidate
    const role = roleOf.get(person.id) ?? null
    const state = seen.has(person.id) ? 'repeated' : role ? 'member' : 'found'
    seen.add(person.id)
    return { line, state, person, role }
  })
}
