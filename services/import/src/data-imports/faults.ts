// Faults of lines that only all of them together show: doubled ids and numbers, circles of departments, zeros that a spreadsheet has taken.
import { run } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { RunRow } from './run-rows.ts'

/**
 * Of lines that are the same in all fields the first counts; of others with one id none. The first names the last, the others the first. A line that says
 * that a thing is gone says nothing beside another one of its id.
 */
const doubledIds = `
  update roster_staged s
  set code = 'roster.doubledId', params = jsonb_build_object('line', case when array[s.file::int, s.line] = d.first then d.last[2] else d.first[2] end)
  from (select kind, external_id, min(array[file::int, line]) as first, max(array[file::int, line]) as last,
      count(distinct split_part(hash, '~', 1)) as hashes
    from roster_staged where run = $1 and external_id <> '' and not gone group by kind, external_id having count(*) > 1) d
  where s.run = $1 and s.kind = d.kind and s.external_id = d.external_id and s.code is null and not s.gone
    and (d.hashes > 1 or array[s.file::int, s.line] <> d.first)`

const doubled = (field: string, code: string) => `
  update roster_staged s
  set code = '${code}', params = jsonb_build_object('value', s.data ->> '${field}', 'line', case when s.line = d.first then d.last else d.first end)
  from (select lower(data ->> '${field}') as value, min(line) as first, max(line) as last from roster_staged
    where run = $1 and kind = 'people' and code is null and not gone and data ->> '${field}' is not null group by 1 having count(*) > 1) d
  where s.run = $1 and s.kind = 'people' and s.code is null and not s.gone and lower(s.data ->> '${field}') = d.value`

/** Ids and numbers that the source has had with zeros before them, and has no more. */
const zerosOfIds = `
  update roster_staged s set code = 'roster.zerosLost', params = jsonb_build_object('value', s.external_id, 'known', r.external_id)
  from roster_rows r
  where s.run = $1 and s.code is null and not s.gone and s.kind <> 'enrolments' and s.external_id ~ '^[1-9][0-9]*$'
    and r.source_id = $2 and r.kind = s.kind and r.state = 'active' and r.external_id like '0%' and ltrim(r.external_id, '0') = s.external_id
    and not exists (select from roster_rows k where k.source_id = $2 and k.kind = s.kind and k.external_id = s.external_id and k.state = 'active')`
const zerosOfNumbers = `
  update roster_staged s set code = 'roster.zerosLost', params = jsonb_build_object('value', s.data ->> 'user_no', 'known', r.data ->> 'user_no')
  from roster_rows r
  where s.run = $1 and s.code is null and not s.gone and s.kind = 'people' and s.data ->> 'user_no' ~ '^[1-9][0-9]*$'
    and r.source_id = $2 and r.kind = 'people' and r.external_id = s.external_id and r.data ->> 'user_no' like '0%'
    and ltrim(r.data ->> 'user_no', '0') = s.data ->> 'user_no'`

const mostLevels = 60
/** Departments from the top; those below none of the file's tops are in a circle, or below one. */
const levels = `
  with recursive edges as materialized (
      select s.external_id, r.external_id as parent from roster_staged s
      left join roster_references r on r.run = s.run and r.kind = 'departments' and r.value = s.data ->> 'parent'
      where s.run = $1 and s.kind = 'departments' and s.code is null and not s.gone),
    levels as (
      select e.external_id, 1 as level from edges e left join edges p on p.external_id = e.parent where p.external_id is null
      union all
      select e.external_id, l.level + 1 from levels l join edges e on e.parent = l.external_id where l.level < ${mostLevels})
  update roster_staged s set level = l.level from levels l
  where s.run = $1 and s.kind = 'departments' and s.external_id = l.external_id and s.code is null`
const circles = `update roster_staged set code = 'roster.circle' where run = $1 and kind = 'departments' and code is null and not gone and level = 0`
/** Classes name grades and programs. */
const unitLevels = `
  update roster_staged set level = case data ->> 'kind' when 'klass' then 2 else 1 end where run = $1 and kind = 'study_units'`

/** Before references are looked for, so that none names a line that is left out. */
export async function writeFaults({ sql }: Pick<Deps, 'sql'>, { id, source_id }: RunRow): Promise<void> {
  await run(sql, doubledIds, id)
  await run(sql, doubled('user_no', 'roster.doubledNumber'), id)
  await run(sql, doubled('email', 'roster.doubledEmail'), id)
  for (const zeros of [zerosOfIds, zerosOfNumbers]) await run(sql, zeros, id, source_id)
}

/** After references are known. */
export async function writeLevels({ sql }: Pick<Deps, 'sql'>, { id }: RunRow): Promise<void> {
  for (const statement of [levels, circles, unitLevels]) await run(sql, statement, id)
}
