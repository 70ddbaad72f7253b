// Runs of the register of an organisation, for those who read its reports: who began each, and how many of its lines did what.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { RegisterRun } from './api.ts'

type Row = Omit<RegisterRun, 'by' | 'started_at' | 'ended_at'> & {
  by_id: string | null
  by_name: string | null
  started_at: Date
  ended_at: Date | null
}
type Query = PageQuery & { state?: RegisterRun['state'] }

export async function listRegisterRuns({ db }: Pick<Deps, 'db'>, { org }: Actor, query: Query) {
  const { limit, offset } = limits(query)
  const values = [org, query.state ?? null]
  const where = `where t.org_id = $1 and t.kind = 'syncRegister' and ($2::text is null or t.state = $2)`
  const total = await one<{ n: number }>(db, `select count(*)::int as n from kit.tasks t ${where}`, ...values)
  const counted = ['done', 'skipped', 'failed'].map(
    (outcome) => `count(*) filter (where line ->> 'outcome' = '${outcome}')::int as ${outcome}`,
  )
  const found = await rows<Row>(
    db,
    `
    with listed as (select * from kit.tasks t ${where} order by t.started_at desc, t.id desc limit $3 offset $4)
    select t.id, t.state, t.error, t.started_at, t.ended_at, p.id::text as by_id, p.name as by_name, (t.result ->> 'courses')::int as courses,
      (t.result -> 'held' ->> 'removals')::int as held, r.done, r.skipped, r.failed
    from listed t left join mirror.persons p on p.id = t.person_id and not p.deleted
    cross join lateral (select ${counted.join(', ')} from jsonb_array_elements(t.report) line) r
    order by t.started_at desc, t.id desc`,
    ...values,
    limit,
    offset,
  )
  return pageOf(
    query,
    total?.n ?? 0,
    found.map(
      ({ by_id, by_name, started_at, ended_at, ...row }): RegisterRun => ({
        ...row,
        by: by_id ? { id: by_id, name: by_name ?? '' } : null,
        started_at: started_at.toISOString(),
        ended_at: ended_at?.toISOString() ?? null,
      }),
    ),
  )
}
