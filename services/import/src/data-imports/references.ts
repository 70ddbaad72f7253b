// References between lines: things that are named by their id in the source, or by the organisation's own code.
import { one, rows, run } from '@lyceum/kit/database/database'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import type { Deps } from '../deps.ts'
import { kinds } from './fields.ts'
import { mergesSql } from './merged-departments.ts'
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

/** Codes that name one thing alone, of the lines and of rows in one of some states; `several` where there are more. */
const byCode = (states: string) => `
  update roster_references r set external_id = case when c.n = 1 then c.external_id end, several = c.n > 1
  from (
    select kind, code, min(external_id) as external_id, count(distinct external_id) as n from (
      select s.kind, ${codeSql('s')} as code, s.external_id from roster_staged s where s.run = $1 and s.code is null and not s.gone
      union all
      select k.kind, ${codeSql('k')}, k.external_id from roster_rows k where k.source_id = $2 and k.state in (${states}) and k.target_id is not null
        and not exists (select from roster_staged s where s.run = $1 and s.kind = k.kind and s.external_id = k.external_id and s.code is null)) o
    group by 1, 2) c
  where r.run = $1 and r.external_id is null and not r.several and c.kind = r.kind and c.code = r.value`

/** A line says the same only while what it names is the same thing: of what is named otherwise than by its id, the thing is a part of the hash. */
const hashes = `
  update roster_staged s set hash = split_part(s.hash, '~', 1) || coalesce('~' || left(md5(n.things), 16), '')
  from (
    select s.ctid as place, string_agg(f.field || ' ' || coalesce(r.target_id::text, r.external_id), ' ' order by f.field)
      filter (where r.target_id is not null or r.external_id <> r.value) as things
    from roster_staged s join ${referringSql} on f.in_kind = s.kind join roster_references r on r.run = s.run and r.kind = f.kind and r.value = s.data ->> f.field
    where s.run = $1 and s.code is null and not s.gone group by s.ctid) n
  where s.ctid = n.place and s.hash <> split_part(s.hash, '~', 1) || coalesce('~' || left(md5(n.things), 16), '')`

/** Finds what each reference names: in the files, among the source's rows, and with the owners. Faults of lines are written for those that name nothing. */
export async function resolveReferences({ sql }: Pick<Deps, 'sql'>, { id, source_id }: RunRow, owners: Owners): Promise<void> {
  await run(sql, 'delete from roster_references where run = $1', id)
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
      or exists (select from roster_rows k where k.source_id = $2 and k.kind = r.kind and k.external_id = r.value and k.target_id is not null
        and k.state <> 'known'))`,
    id,
    source_id,
  )
  // the course of a term that is over has its code no more where one of this term has it
  for (const states of [`'active'`, `'left'`]) await run(sql, byCode(states), id, source_id)
  await findAtOwners({ sql }, { id, source_id }, owners)
  const unknown = await one(sql, 'select 1 from roster_references where run = $1 and external_id is null limit 1', id)
  if (unknown) await writeFaults({ sql }, { id, source_id })
  await run(sql, hashes, id)
}

const asked = 1000

type Found = Awaited<ReturnType<Owners['find']>>
/** Ids of the things that a value names as an id of the source, or else as a code. */
function idsOf(items: Found): (value: string) => ReadonlySet<string> {
  const groups = (name: 'external_id' | 'code') =>
    Map.groupBy(
      items.filter((one) => one[name] !== null),
      (one) => one[name],
    )
  const [ids, codes] = [groups('external_id'), groups('code')]
  return (value) => new Set((ids.get(value) ?? codes.get(value) ?? []).map(({ id }) => id))
}

async function findAtOwners(
  { sql }: Pick<Deps, 'sql'>,
  { id, source_id }: Pick<RunRow, 'id' | 'source_id'>,
  owners: Owners,
): Promise<void> {
  const unknown = await rows<{ kind: RosterKind; value: string; several: boolean }>(
    sql,
    'select kind, value, several from roster_references where run = $1 and external_id is null order by kind, value',
    id,
  )
  for (const [kind, list] of Map.groupBy(unknown, (one) => one.kind))
    for (let from = 0; from < list.length; from += asked) {
      const part = list.slice(from, from + asked)
      const items = await owners.find(
        kind,
        part.map(({ value }) => value),
      )
      const found = idsOf(items)
      const isId = new Set(items.map(({ external_id }) => external_id))
      const named = part.flatMap(({ value, several }) => {
        const [target, ...others] = found(value)
        // a code that several of the source have is not one thing's because the owner has one of them
        if (target === undefined || (several && !isId.has(value))) return []
        return [{ value, id: others.length === 0 ? target : null }]
      })
      // the source's rows keep what a value named, for the erasure of people; runs read their own references alone
      await run(
        sql,
        `
        with named as (select * from jsonb_to_recordset($4::jsonb) as k(value text, id uuid)),
          written as (
            insert into roster_rows (source_id, kind, external_id, hash, data, target_id, state, seen_run)
            select $2::uuid, $3, k.value, '', '{}', k.id, 'known', $1::uuid from named k where k.id is not null
            on conflict (source_id, kind, external_id) do update set target_id = excluded.target_id, seen_run = excluded.seen_run,
              merges = ${mergesSql('roster_rows', 'excluded.target_id')}
              where roster_rows.state = 'known')
        update roster_references r set external_id = case when k.id is not null then k.value end, target_id = k.id, several = k.id is null
        from named k where r.run = $1::uuid and r.kind = $3 and r.value = k.value`,
        id,
        source_id,
        kind,
        JSON.stringify(named),
      )
    }
}

const faulted = (code: string, params: string, from = '') => `
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
  const named = `jsonb_build_object('field', f.field, 'value', r.value)`
  await run(sql, `${faulted('roster.codeTwice', named)} and r.several`, id)
  await run(sql, faulted('roster.unknownReference', named), id)
}
