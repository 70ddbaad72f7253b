// Things of a kind by what a source calls them, or by the organisation's own code, for the references between the files of a roster.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { ownIds } from '@lyceum/kit/external-ids/own-ids'
import type { RosterFind } from '@lyceum/kit/rosters/api'
import { userNumber, userNumberSql } from '@lyceum/kit/text/user-number'
import type { Static } from 'typebox'
import { presentDepartmentSql } from '../departments/uses.ts'
import type { Deps } from '../deps.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { joinedPeople } from '../users/numbers.ts'

/** The kinds of external ids; the table, and the fold of its codes. */
const things = {
  departments: { kinds: ['department'], table: 'departments', code: 'code', fold: (text: string) => `kit.caseless(${text})` },
  study_units: {
    kinds: ['grade', 'klass', 'program'],
    table: 'study_units',
    code: 'code',
    fold: (text: string) => `kit.caseless(${text})`,
  },
  people: { kinds: ['person'], table: 'persons', code: 'user_no', fold: userNumberSql },
} as const

const joinedSql = `
    select x.external_id, asked.code, j.id::text from (${joinedPeople('$1')}) j
    join unnest($5::text[], $6::text[]) as asked(code, plain) on ${userNumberSql('asked.plain')} = j.key
    left join kit.external_ids x on x.subject = j.id and x.kind = 'person' and x.org_id = $1 and x.source = $3
    where asked.plain <> ''`

/**
 * A file of ours calls a thing that the source does not know by our own id. A thing found by its external id comes with its own code, one found by its code with the code as it was sent. A code may be several things':
 * a grade and a class may have the same. Guests are found by the number with which they have joined.
 */
export async function findThings(
  deps: Deps,
  actor: Actor,
  of: keyof typeof things,
  { source, external_ids = [], codes = [] }: Static<typeof RosterFind>,
) {
  await managedOrganisation(deps, actor)
  const { kinds, table, code, fold } = things[of]
  const present = of === 'departments' ? presentDepartmentSql : (id: string) => id
  const items = await rows<{ external_id: string | null; code: string | null; id: string }>(
    deps.db,
    `
    select x.external_id, nullif(t.${code}, '') as code, t.id::text from unnest($4::text[]) as asked(id) cross join unnest($2::text[]) as named(kind)
    cross join lateral (
      select * from kit.external_ids x where x.org_id = $1 and x.kind = named.kind and x.source = $3 and x.external_id = asked.id limit 1) x
    cross join lateral (select * from ${table} t where t.id = ${present('x.subject')} and not t.deleted limit 1) t
    union all
    select t.id::text, nullif(t.${code}, ''), t.id::text from ${table} t where t.id = any($7) and t.org_id = $1 and not t.deleted
    union all
    select x.external_id, asked.code, t.id::text from unnest($5::text[], $6::text[]) as asked(code, plain)
    cross join lateral (
      select t.id from ${table} t where t.org_id = $1 and ${fold(`t.${code}`)} = ${fold('asked.plain')} and not t.deleted limit 10) t
    left join lateral (
      select external_id from kit.external_ids where subject = t.id and kind = any($2) and org_id = $1 and source = $3 limit 1) x on true
    where asked.plain <> ''${of === 'people' ? ` union all ${joinedSql}` : ''}`,
    actor.org,
    kinds,
    source,
    external_ids,
    codes,
    codes.map(userNumber),
    ownIds(external_ids),
  )
  return { items }
}
