// References between lines: things that are named by their id in the source, or by the organisation's own code.
import { one, rows, run } from '@lyceum/kit/database/database'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import type { Deps } from '../deps.ts'
import { kinds } from './fields.ts'
import type { Owners } from './owners.ts'
import type { RunRow } from './run-rows.ts'

/** Fields that name a thing: of a kind, the field, the kind of the thing. */
const referring = Object.entries(kinds).flatMap(([kind, { fields }]) => fields.flatMap(({ name, of }) => (of ? [{ kind, name, of }] : [])))
const referringSql = `(values ${referring.map(({ kind, name, of }) => `('${kind}', '${name}', '${of}')`).join(', ')}) f(in_kind, field, kind)`
/** The organisation's code of a row with `kind` and `data`. */
export const codeSql = (
  row: string,
) => `case ${row}.kind when 'people' then ${row}.data ->> 'user_no' when 'courses' then ${row}.data ->> 'course_code'
  when 'enrolments' then null else ${row}.data ->> 'code' end`

/** Codes that name one thing alone. */
const byCode = (from: string) => `
  update roster_references r set external_id = c.external_id
  from (select s.kind, ${codeSql('s')} as code, min(s.external_id) as external_id from ${from}
    group by 1, 2 having count(distinct s.external_id) = 1) c
  where r.run = $1 and r.external_id is null and c.kind = r.kind and c.code = r.value`

/** Finds what each reference names: in the files, among the source's rows, and with the owners. Faults of lines are written for those that name nothing. */
export async function resolveReferences({ sql }: Pick<Deps, 'sql'>, { id, source_id }: RunRow, owners: Owners): Promise<void> {
  await run(sql, 'delete from roster_references where run = $1', id)
  await run(sql, `delete from roster_rows where source_id = $1 and state = 'known'`, source_id)
  await run(
    sql,
    `
    insert into roster_references (run, kind, value)
    select distinct $1::uuid, f.kind, s.data ->> f.field from roster_staged s join ${referringSql} on f.in_kind = s.kind
    where s.run = $1 and s.code is null and not s.gone and s.data ->> f.field is not null`,
    id,
  )
  await run(sql, 'analyze roster_references')
  await run(
    sql,
    `
    update roster_references r set external_id = value where run = $1 and (
      exists (select from roster_staged s where s.run = r.run and s.kind = r.kind and s.external_id = r.value and s.code is null and not s.gone)
      or exists (select from roster_rows k where k.source_id = $2 and k.kind = r.kind and k.external_id = r.value and k.target_id is not null))`,
    id,
    source_id,
  )
  await run(sql, byCode(`roster_staged s where s.run = $1 and s.code is null and not s.gone`), id)
  await run(sql, byCode(`roster_rows s where s.source_id = $2 and s.target_id is not null`), id, source_id)
  await findAtOwners({ sql }, { id, source_id }, owners)
  const unknown = await one(sql, 'select 1 from roster_references where run = $1 and external_id is null limit 1', id)
  if (unknown) await writeFaults({ sql }, { id, source_id })
}

const asked = 1000

async function findAtOwners(
  { sql }: Pick<Deps, 'sql'>,
  { id, source_id }: Pick<RunRow, 'id' | 'source_id'>,
  owners: Owners,
): Promise<void> {
  const unknown = await rows<{ kind: RosterKind; value: string }>(
    sql,
    'select kind, value from roster_references where run = $1 and external_id is null order by kind, value',
    id,
  )
  for (const [kind, list] of Map.groupBy(unknown, (one) => one.kind))
    for (let from = 0; from < list.length; from += asked) {
      const values = list.slice(from, from + asked).map(({ value }) => value)
      const items = await owners.find(kind, values)
      // an id of the source goes before a code that is spelled the same
      const found = new Map([
        ...items.map(({ code, id }) => [code, id] as const),
        ...items.map(({ external_id, id }) => [external_id, id] as const),
      ])
      const known = values.flatMap((value) => (found.has(value) ? [{ value, id: found.get(value)! }] : []))
      await run(
        sql,
        `
        with known as (select * from jsonb_to_recordset($4::jsonb) as k(value text, id uuid)),
          written as (
            insert into roster_rows (source_id, kind, external_id, hash, data, target_id, state, seen_run)
            select $2::uuid, $3, k.value, '', '{}', k.id, 'known', $1::uuid from known k
            on conflict (source_id, kind, external_id) do update set target_id = excluded.target_id, state = 'known', hash = '')
        update roster_references r set external_id = k.value from known k where r.run = $1::uuid and r.kind = $3 and r.value = k.value`,
        id,
        source_id,
        kind,
        JSON.stringify(known),
      )
    }
}

const faulted = (code: string, params: string, from: string) => `
  update roster_staged s set code = '${code}', params = ${params}
  from roster_references r, ${referringSql}${from}
  where s.run = $1 and s.code is null and not s.gone and f.in_kind = s.kind and r.run = $1 and r.kind = f.kind and r.value = s.data ->> f.field
    and r.external_id is null`

async function writeFaults({ sql }: Pick<Deps, 'sql'>, { id, source_id }: Pick<RunRow, 'id' | 'source_id'>): Promise<void> {
  // a spreadsheet has taken the zeros that a number begins with
  const known = `, (
    select k.kind, ltrim(k.value, '0') as bare, min(k.value) as value from (
      select s.kind, s.external_id as value from roster_staged s where s.run = $1 union
      select s.kind, ${codeSql('s')} from roster_staged s where s.run = $1 union
      select s.kind, s.external_id from roster_rows s where s.source_id = $2 and s.target_id is not null union
      select s.kind, ${codeSql('s')} from roster_rows s where s.source_id = $2 and s.target_id is not null) k
    where k.value like '0%' group by 1, 2) z`
  await run(
    sql,
    `${faulted('roster.zerosLost', `jsonb_build_object('value', r.value, 'known', z.value)`, known)} and z.kind = r.kind and z.bare = r.value`,
    id,
    source_id,
  )
  await run(sql, faulted('roster.unknownReference', `jsonb_build_object('field', f.field, 'value', r.value)`, ''), id)
}
