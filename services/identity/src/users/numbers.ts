// User numbers: one person each in an organisation, whatever their case. Earlier releases kept numbers that differ in case alone apart; such pairs stay
// until somebody changes one, and are listed meanwhile.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { userNumberKey, userNumberSql } from '@lyceum/kit/text/user-number'
import { isWithin } from '../departments/binding.ts'
import type { Deps } from '../deps.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { SameNumber } from './api.ts'
import { joinedNumber } from './joined-number.ts'

/** Guests of an organisation by the number with which they have joined: `id`, `user_no`, `key`. Few have one: they are read whole. */
export const joinedPeople = (org: string) => `
    select n.subject as id, n.external_id as user_no, ${userNumberSql('n.external_id')} as key from kit.external_ids n
    join memberships m on m.person_id = n.subject and m.org_id = n.org_id join persons p on p.id = n.subject and p.org_id <> n.org_id and not p.deleted
    where n.org_id = ${org} and n.kind = 'person' and n.source = '${joinedNumber}'`

/** 409 when another person of the organisation has the number, a guest too; it names them to who manages them. Writers of one number come one after the other. */
export async function checkNumber(tx: Tx, actor: Actor, user_no: string, id?: string): Promise<void> {
  await run(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `user number ${actor.org} ${userNumberKey(user_no)}`)
  const other = await one<{ name: string; user_no: string; department: string | null }>(
    tx,
    `
    select p.name, p.user_no, m.department_id::text as department from persons p left join memberships m on m.person_id = p.id and m.org_id = p.org_id
    where p.org_id = $1 and ${userNumberSql('p.user_no')} = ${userNumberSql('$2')} and p.id is distinct from $3::uuid
    union all
    select p.name, n.external_id, m.department_id::text from kit.external_ids n
    join memberships m on m.person_id = n.subject and m.org_id = n.org_id join persons p on p.id = n.subject and p.org_id <> n.org_id and not p.deleted
    where n.org_id = $1 and n.kind = 'person' and n.source = '${joinedNumber}' and ${userNumberSql('n.external_id')} = ${userNumberSql('$2')}
      and p.id is distinct from $3::uuid
    limit 1`,
    actor.org,
    user_no,
    id ?? null,
  )
  if (!other) return
  if (await isWithin(tx, actor.department, other.department ?? undefined))
    throw conflict('user.numberTakenBy', { name: other.name, user_no: other.user_no })
  throw conflict('user.numberTaken')
}

const uniqueIndex = 'persons_org_caseless_key'

/** Numbers that several people of one organisation have, by their case apart; of all organisations without `org`. */
const pairsSql = (org: string) => `
  select org_id::text as org, json_agg(json_build_object('id', id, 'name', name, 'user_no', user_no) order by user_no, id) as people
  from persons where ${org} group by org_id, ${userNumberSql('user_no')} having count(*) > 1 order by min(user_no), org_id`

export async function sameNumbers(deps: Deps, actor: Actor): Promise<SameNumber[]> {
  await managedOrganisation(deps, actor)
  if (await isUnique(deps.db)) return []
  return await rows<SameNumber>(deps.db, `${pairsSql('org_id = $1')} limit 100`, actor.org)
}

/** For the doctor: the pairs of every organisation, the first hundred. */
export const pairsOfAll = `${pairsSql('true')} limit 100`

const isUnique = async (tx: Tx): Promise<boolean> =>
  (await one<{ there: boolean }>(tx, `select to_regclass('${uniqueIndex}') is not null as there`))!.there

/** Once no two people of an organisation have one number, the database itself refuses another. Until then it is tried again. */
export async function makeNumbersUnique({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<void> {
  if (await isUnique(sql)) return
  const pair = await one(sql, `${pairsSql('true')} limit 1`)
  if (pair) return log.info('user numbers that differ in case alone: lyceum doctor lists them')
  await run(sql, `create unique index if not exists "${uniqueIndex}" on persons (org_id, (${userNumberSql('user_no')}))`)
}
