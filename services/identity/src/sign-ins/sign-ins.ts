// The list of sign-ins, for who reads the audit log; a manager of a department reads of its people alone.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { indexedSql } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../deps.ts'
import type { NotedSignIn, SignInQuery } from './api.ts'

/** Rows that are counted and shown at most, and people whom a search fits at most. */
const [mostCounted, mostPeople] = [10_000, 200]
const keptDays = 90

type Row = Omit<NotedSignIn, 'at'> & { at: Date }

/** A condition that is not named stands nowhere in the statement, so that the index of the one that is there is used. */
export async function listSignIns(deps: Deps, actor: Actor, query: SignInQuery) {
  const values: unknown[] = [actor.org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = ['s.org_id = $1']
  const { person_id, outcome, q = '', from, to } = query
  if (person_id) clauses.push(`s.person_id = ${bind(person_id)}::uuid`)
  if (outcome) clauses.push(`s.outcome = ${bind(outcome)}`)
  if (from) clauses.push(`s.at >= ${bind(from)}::timestamptz`)
  if (to) clauses.push(`s.at < ${bind(to)}::timestamptz`)
  const searched = q.trim()
  if (searched) clauses.push(`(s.person_id = any(${bind(await peopleOf(deps, actor, searched))}::uuid[]) or s.address = ${bind(searched)})`)
  if (actor.department)
    clauses.push(`exists (select from memberships m join departments d on d.id = m.department_id
      where m.org_id = s.org_id and m.person_id = s.person_id and ${bind(actor.department)}::uuid = any(d.path))`)
  const where = `where ${clauses.join(' and ')}`
  const { limit, offset } = limits(query)
  const counted = await one<{ n: number }>(
    deps.db,
    `select count(*)::int as n from (select from sign_ins s ${where} limit ${mostCounted}) counted`,
    ...values,
  )
  const range = `limit ${bind(Math.max(0, Math.min(limit, mostCounted - offset)))}::int offset ${bind(Math.min(offset, mostCounted))}::int`
  const found = await rows<Row>(
    deps.db,
    `
    select s.id::text, s.at, s.how, s.outcome, s.address, s.agent,
      case when p.id is null then null else jsonb_build_object('id', p.id, 'name', p.name, 'user_no', p.user_no) end as person
    from (select * from sign_ins s ${where} order by s.at desc, s.id desc ${range}) s left join persons p on p.id = s.person_id
    order by s.at desc, s.id desc`,
    ...values,
  )
  return pageOf(
    query,
    counted?.n ?? 0,
    found.map((row): NotedSignIn => ({ ...row, at: row.at.toISOString() })),
  )
}

async function peopleOf({ db }: Deps, { org }: Actor, text: string): Promise<string[]> {
  const values: unknown[] = [org]
  const fits = indexedSql('p.folded', text, (value) => `$${values.push(value)}`)
  const found = await rows<{ id: string }>(
    db,
    `
    select p.id::text from memberships m join persons p on p.id = m.person_id where m.org_id = $1 and not p.deleted and ${fits}
    order by p.name, p.id limit ${mostPeople}`,
    ...values,
  )
  return found.map(({ id }) => id)
}

/** Those that are older than 90 days, at most `size`; answers how many they were. */
export const sweepSignIns = ({ sql, now }: Pick<Deps, 'sql' | 'now'>, size: number): Promise<number> =>
  run(
    sql,
    `delete from sign_ins where id in (select id from sign_ins where at < $1::timestamptz - make_interval(days => ${keptDays}) limit $2)`,
    now(),
    size,
  )
