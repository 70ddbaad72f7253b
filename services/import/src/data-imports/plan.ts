// The plan of a run: its lines against what the source had last, by hash. Lines that are the same are counted, and need nobody.
import { rows, run } from '@lyceum/kit/database/database'
import { mostRosterRows, type RosterKind, rosterKinds } from '@lyceum/kit/rosters/api'
import type { Deps } from '../deps.ts'
import type { Run } from './api.ts'
import { codeSql } from './references.ts'
import { type Counts, noCounts, type RunRow } from './run-rows.ts'

/** Chunks of one group may be sent side by side; groups follow each other. */
export const chunksOfGroup = 100_000

const order = `array_position(array[${rosterKinds.map((kind) => `'${kind}'`).join(', ')}], kind)`
const isOf = (row: string) =>
  `($5::text is null or ${row}.data ->> 'department' = $5) and ($6::text is null or ${row}.data ->> 'academic_year' = $6)
   and ($7::text is null or ${row}.data ->> 'semester' = $7)`
/** Rows that count as gone where the files do not have them: of a department or a term only what surely belongs to it. */
const inScope = `
  case when $5::text is null and $6::text is null and $7::text is null then true
    when r.kind = 'people' then $6::text is null and $7::text is null and r.data ->> 'department' = $5
    when r.kind = 'courses' then ${isOf('r')}
    when r.kind = 'enrolments' then r.data ->> 'course' in (
      select k.external_id from roster_rows k where k.source_id = $2 and k.kind = 'courses' and ${isOf('k')}
      union select k.data ->> 'course_code' from roster_rows k where k.source_id = $2 and k.kind = 'courses' group by 1 having bool_and(coalesce(${isOf('k')}, false)))
    else false end`

const shownValue = (json: string) =>
  `nullif(case jsonb_typeof(${json} -> key) when 'array' then translate(${json} ->> key, '[]"', '') else ${json} ->> key end, '')`

/** $1 run, $2 source, $3 take_over, $4 kinds whose files are whole, $5 to $7 scope. */
const plan = `
  insert into roster_changes (run, nth, kind, external_id, file, line, title, outcome, gone, code, params, changes, chunk, target_id)
  with zeros as materialized (
      select kind, params ->> 'known' as known from roster_staged where run = $1 and code = 'roster.zerosLost'),
    lines as (
      select s.kind, s.external_id, s.file, s.line, s.title, s.code, s.params, s.level, r.target_id,
        case when s.code is not null then 'refused'
          when s.gone then case when r.state = 'active' then 'left' else 'same' end
          when r.external_id is null or r.state = 'known' or r.target_id is null then 'made'
          when r.state = 'left' then 'back'
          when r.hash = s.hash and not $3 then 'same' else 'changed' end as outcome,
        r.data as old, s.data as new
      from roster_staged s left join roster_rows r on r.source_id = $2 and r.kind = s.kind and r.external_id = s.external_id
      where s.run = $1 and not (s.gone and s.code is null and exists (
        select from roster_staged o where o.run = s.run and o.kind = s.kind and o.external_id = s.external_id
          and (not o.gone or (o.file, o.line) < (s.file, s.line))))
      union all
      select r.kind, r.external_id, 0, null, left(concat_ws(' · ', coalesce(r.data ->> 'name', r.data ->> 'course'), coalesce(${codeSql('r')}, r.data ->> 'person')), 300),
        null, '{}', 0, r.target_id, 'left', r.data, '{}'
      from roster_rows r where r.source_id = $2 and r.state = 'active' and r.kind = any($4) and ${inScope}
        and not exists (select from roster_staged s where s.run = $1 and s.kind = r.kind and s.external_id = r.external_id)
        and not exists (select from zeros z where z.kind = r.kind and z.known = r.external_id)
        and not exists (select from zeros z where z.kind = 'enrolments' and z.kind = r.kind and z.known = r.data ->> 'person')
        and not exists (select from zeros z where z.kind = 'enrolments' and z.kind = r.kind and z.known = r.data ->> 'course')),
    placed as (
      select *, ${order} as place, outcome = 'left' as is_last,
        row_number() over (partition by code is null, kind, outcome = 'left', level order by file, line, external_id) - 1 as nth_of_group
      from lines where outcome <> 'same'),
    numbered as (
      select *, case when code is null then
        (dense_rank() over (order by code is not null, is_last, case when is_last then -place else place end, level)) * ${chunksOfGroup} + nth_of_group / ${mostRosterRows} end as chunk
      from placed)
  select $1, row_number() over (order by place, file, line nulls last, external_id), kind, external_id, file, line, title, outcome, is_last, code, params,
    case when outcome <> 'changed' then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('field', key, 'before', ${shownValue('old')}, 'after', ${shownValue('new')}) order by key), '[]')
      from jsonb_object_keys(new) key where old -> key is distinct from new -> key) end,
    chunk, target_id
  from numbered`

/** Compares anew. `roster_changes` has then what differs, `counts` of the row are written. */
export async function writePlan({ sql }: Pick<Deps, 'sql'>, row: RunRow): Promise<void> {
  const { department, academic_year, semester } = row.scope
  // a kind is whole where all its files are: what one of changes does not name stays
  const kinds = new Set(row.files.flatMap(({ kind }) => kind ?? []))
  const partial = new Set(row.files.flatMap(({ kind, delta }) => (kind && delta ? [kind] : [])))
  const whole = row.mode === 'whole' ? [...kinds].filter((kind) => !partial.has(kind)) : []
  await run(sql, 'delete from roster_changes where run = $1', row.id)
  await run(sql, plan, row.id, row.source_id, row.take_over, whole, department ?? null, academic_year ?? null, semester ?? null)
  await run(sql, 'analyze roster_changes')
}

/** Counts by kind, in the order of kinds. `same`: lines that the plan leaves out. */
export async function countsOf(
  { sql }: Pick<Deps, 'sql'>,
  { id }: Pick<RunRow, 'id'>,
  same: ReadonlyMap<RosterKind, number>,
): Promise<Counts[]> {
  const counts = new Map<RosterKind, Counts>()
  const of = (kind: RosterKind) => counts.get(kind) ?? counts.set(kind, noCounts(kind)).get(kind)!
  const found = await rows<{ kind: RosterKind; outcome: Exclude<keyof Counts, 'kind'>; n: number; pinned: number; done: number }>(
    sql,
    `select kind, outcome, count(*)::int as n, count(*) filter (where pinned <> '{}')::int as pinned, count(*) filter (where done)::int as done
     from roster_changes where run = $1 group by 1, 2`,
    id,
  )
  for (const { kind, outcome, n, pinned, done } of found) {
    const count = of(kind)
    count[outcome] += n
    count.pinned += pinned
    count.done += done
  }
  for (const [kind, n] of same) of(kind).same += n
  return rosterKinds.flatMap((kind) => counts.get(kind) ?? [])
}

/** Lines that nobody needs to be asked about, by kind. */
export async function unchanged({ sql }: Pick<Deps, 'sql'>, { id }: Pick<RunRow, 'id'>): Promise<Map<RosterKind, number>> {
  const found = await rows<{ kind: RosterKind; n: number }>(
    sql,
    `select s.kind, (count(*) - (select count(*) from roster_changes c where c.run = $1 and c.kind = s.kind and c.line is not null))::int as n
     from roster_staged s where s.run = $1 group by s.kind`,
    id,
  )
  return new Map(found.map(({ kind, n }) => [kind, n]))
}

const many = { removals: 20, changes: 5 }
/** Shares of a kind's rows beyond which somebody has to look. */
const share = { removals: 0.05, changes: 0.1 }

/** Fields of people that a file with another order of columns, or an empty one, changes in many lines. */
const watched = ['user_no', 'email', 'roles', 'department', 'klass', 'mobile_phone']

/**
 * Reasons to hold a run until somebody has typed how much would leave: by the judgement of the owners, so that people who are suspended count, and who is
 * another source's too and stays does not. Refused are departments that are in use until those in them have left.
 */
export async function holdsOf({ sql }: Pick<Deps, 'sql'>, row: RunRow): Promise<{ holds: Run['holds']; removals: number }> {
  const leaving = await rows<{ kind: RosterKind; n: number; absent: number; of: number; nameless: number; unheard: number }>(
    sql,
    `
    select c.kind, count(*) filter (where c.outcome = 'left' or (c.gone and c.outcome = 'refused'))::int as n, count(*) filter (where c.gone and c.line is null)::int as absent,
      (select count(*)::int from roster_rows r where r.source_id = $2 and r.kind = c.kind and r.state = 'active') as of,
      count(*) filter (where c.outcome = 'refused' and not c.gone and c.external_id = '')::int as nameless,
      count(*) filter (where c.outcome = 'refused' and not c.gone and c.external_id <> '' and r.external_id is null)::int as unheard
    from roster_changes c left join roster_rows r on r.source_id = $2 and r.kind = c.kind and r.external_id = c.external_id and r.state = 'active'
      and c.outcome = 'refused'
    where c.run = $1 group by c.kind`,
    row.id,
    row.source_id,
  )
  const holds: Run['holds'] = []
  const inOrder = leaving.toSorted((a, b) => rosterKinds.indexOf(a.kind) - rosterKinds.indexOf(b.kind))
  for (const { kind, n, absent, of, nameless, unheard } of inOrder) {
    if (n > Math.max(many.removals, share.removals * of)) holds.push({ code: 'roster.manyLeave', params: { kind, number: n, of } })
    // any of those that leave may be one of these lines; a refused line of a row that the source has had is that row's
    if (absent > 0 && nameless > 0) holds.push({ code: 'roster.linesWithoutId', params: { kind, number: nameless } })
    if (absent > 0 && unheard > 0) holds.push({ code: 'roster.linesRefused', params: { kind, number: unheard } })
  }
  for (const { name, kind, lines, endsEarly, delta } of row.files) {
    if (kind && lines === 0 && row.mode === 'whole' && !delta) holds.push({ code: 'roster.emptyFile', params: { file: name } })
    if (endsEarly !== null) holds.push({ code: 'roster.endsEarly', params: { file: name, line: endsEarly } })
  }
  // same: the owner was asked before what the field names is made
  const changed = await rows<{ field: string; n: number; of: number }>(
    sql,
    `
    select f ->> 'field' as field, count(*)::int as n,
      (select count(*)::int from roster_staged s where s.run = $1 and s.kind = 'people') as of
    from roster_changes c cross join lateral jsonb_array_elements(c.changes) f
    where c.run = $1 and c.kind = 'people' and c.outcome in ('changed', 'same') and f ->> 'before' is not null
      and f ->> 'field' = any($2) and not f ->> 'field' = any(c.pinned)
    group by 1 order by array_position($2, f ->> 'field')`,
    row.id,
    watched,
  )
  for (const { field, n, of } of changed)
    if (n > Math.max(many.changes, share.changes * of)) holds.push({ code: 'roster.manyChanged', params: { field, number: n, of } })
  return { holds, removals: leaving.reduce((sum, { n }) => sum + n, 0) }
}

type Seen = Pick<Run, 'holds' | 'removals' | 'counts'>
const holdOf = ({ code, params }: Run['holds'][number]) => {
  const { number = 0, of: _, ...about } = params as { number?: number; of?: number }
  return { number, name: JSON.stringify([code, about]) }
}
/** Whether more would leave, or more lines are a reason to look, than somebody has seen. */
export function isMore(now: Seen, seen: Seen): boolean {
  const known = new Map(seen.holds.map(holdOf).map(({ name, number }) => [name, number]))
  const left = new Map(seen.counts.map((one) => [one.kind, one.left]))
  return (
    now.removals > seen.removals ||
    now.counts.some((one) => one.left > (left.get(one.kind) ?? 0)) ||
    now.holds.map(holdOf).some(({ name, number }) => number > (known.get(name) ?? -1))
  )
}
