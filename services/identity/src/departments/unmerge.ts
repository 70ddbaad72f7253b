// Merges of departments that are taken back within some days: the department is there again, with the people, units and departments that came from it and
// are still where the merge put them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { takeMoves } from '../../mirror/merge-moves.ts'
import type {} from '../audit-actions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { emitDepartmentsChanged, emitPeopleChanged, emitStudyUnitsChanged } from '../facts.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { DepartmentMerge, UnmergedDepartment } from './api.ts'
import { checkPathWithin } from './binding.ts'
import { lockTree, maxDepth, readDepartment } from './departments.ts'
import { atOnce, timeout } from './merge.ts'

/** Days for which a merge can be taken back, and the most of an organisation that are listed. */
const days = 7
const most = 100

/** Of a manager of one department: those of departments that are part of it or below it now. */
export async function listMerges(deps: Deps, actor: Actor): Promise<{ items: DepartmentMerge[] }> {
  await managedOrganisation(deps, actor)
  const found = await rows<Omit<DepartmentMerge, 'merged_at' | 'until'> & { merged_at: Date }>(
    deps.db,
    `
    select d.id::text, d.name, json_build_object('id', i.id, 'name', i.name) as into, m.merged_at,
      case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as by
    from department_merges m join departments d on d.id = m.department_id join departments i on i.id = m.into_id and not i.deleted
    left join persons p on p.id = m.merged_by and not p.deleted
    where m.org_id = $1 and m.merged_at > $2::timestamptz - make_interval(days => ${days}) and ($3::text = '' or nullif($3, '')::uuid = any(i.path))
    order by m.merged_at desc, d.id limit ${most}`,
    actor.org,
    deps.now(),
    actor.department ?? '',
  )
  return {
    items: found.map(({ merged_at, ...row }) => ({
      ...row,
      merged_at: merged_at.toISOString(),
      until: new Date(merged_at.getTime() + days * 86_400_000).toISOString(),
    })),
  }
}

/** 404 after the days, and once the other is part of a third one or deleted; 409 department.codeTaken; 400 department.tooDeep. */
export const unmergeDepartment = (deps: Deps, actor: Actor, id: string): Promise<UnmergedDepartment> =>
  inTransaction(deps, (txDeps) => unmerge(txDeps, actor, id), { timeout })

type Merge = { into: string; parent: string | null; code: string; into_path: string[] }

async function unmerge(deps: Deps, actor: Actor, id: string): Promise<UnmergedDepartment> {
  await lockTree(deps, actor)
  const { db } = deps
  const { org } = actor
  const merge = await one<Merge>(
    db,
    `
    select m.into_id::text as into, m.parent_id::text as parent, d.code, i.path::text[] as into_path
    from department_merges m join departments d on d.id = m.department_id join departments i on i.id = m.into_id and not i.deleted
    where m.department_id = $1 and m.org_id = $2 and m.merged_at > $3::timestamptz - make_interval(days => ${days}) for update of m`,
    id,
    org,
    deps.now(),
  )
  if (!merge) throw notFound('departmentMerge', id)
  const { into } = merge
  checkPathWithin(actor, merge.into_path)
  const above = await placeOf(db, org, merge)
  checkPathWithin(actor, [...above, id])
  if (merge.code && (await one(db, codeTaken, org, merge.code, id))) throw conflict('department.codeTaken')
  const moved = (await takeMoves(db, id, 'department')).map((one) => one.id)
  // one below which its place is by now stays: it would hang under itself
  const children = await rows<{ id: string; deleted: boolean; returns: boolean }>(
    db,
    `select id::text, deleted, parent_id = $2 and not id = any($3::uuid[]) as returns from departments where id = any($1::uuid[])`,
    moved,
    into,
    above,
  )
  const returning = children.filter((one) => one.returns).map((one) => one.id)
  const below = await rows<{ id: string; levels: number }>(
    db,
    'select id::text, cardinality(path) - $3::int as levels from departments where org_id = $2 and path && $1::uuid[]',
    returning,
    org,
    merge.into_path.length,
  )
  if (above.length + 1 + Math.max(0, ...below.map(({ levels }) => levels)) > maxDepth)
    throw invalid({ id: ['department.tooDeep', { limit: maxDepth }] })
  const path = [...above, id]
  await run(
    db,
    'update departments set deleted = false, merged_into = null, parent_id = $2, path = $3::uuid[], updated_at = now() where id = $1',
    id,
    above.at(-1) ?? null,
    path,
  )
  await run(
    db,
    `update departments set path = $2::uuid[] || path[$3::int:], parent_id = case when id = any($4::uuid[]) then $5::uuid else parent_id end,
       updated_at = now() where id = any($1::uuid[])`,
    below.map((one) => one.id),
    path,
    merge.into_path.length + 1,
    returning,
    id,
  )
  const back = await bringBack(db, { id, into, org })
  await run(db, 'delete from department_merges where department_id = $1', id)
  await emitDepartmentsChanged(db, [id, ...below.map((one) => one.id), ...back.merged])
  await emitStudyUnitsChanged(db, back.units)
  for (let from = 0; from < back.people.length; from += atOnce) await emitPeopleChanged(db, back.people.slice(from, from + atOnce))
  const present = children.filter((one) => !one.deleted)
  const departments = present.filter((one) => one.returns).length
  const stayed = back.stayed + present.length - departments
  const counts = { people: back.people.length, units: back.units.length }
  await audit(db, { action: 'department.unmerged', subject: `department:${id}`, before: { department_id: into }, after: counts })
  return { department: await readDepartment(deps, org, id), ...counts, departments, stayed }
}

const codeTaken = 'select from departments where org_id = $1 and kit.caseless(code) = kit.caseless($2) and not deleted and id <> $3'

/** The path above it: of the department that it stood under, or of what that is part of by now; where there is none, of the one above the other. */
async function placeOf(tx: Tx, org: string, { parent, into_path }: Merge): Promise<string[]> {
  if (parent === null) return []
  const row = await one<{ path: string[] }>(
    tx,
    `select p.path::text[] as path from departments d join departments p on p.id = coalesce(d.merged_into, d.id) and not p.deleted
     where d.id = $1 and d.org_id = $2`,
    parent,
    org,
  )
  return row?.path ?? into_path.slice(0, -1)
}

type Back = { people: string[]; units: string[]; merged: string[]; stayed: number }

/** People, units, open requests, and departments that were merged into it before. */
async function bringBack(tx: Tx, { id, into, org }: { id: string; into: string; org: string }): Promise<Back> {
  const taken = async (kind: string) => (await takeMoves(tx, id, kind)).map((one) => one.id)
  const [people, units, requests, merged] = [await taken('person'), await taken('unit'), await taken('request'), await taken('merged')]
  const returned = await rows<{ id: string }>(
    tx,
    `update memberships set department_id = $1 where department_id = $2 and org_id = $3 and person_id = any($4::uuid[])
     returning person_id::text as id`,
    id,
    into,
    org,
    people,
  )
  const ofUnits = await rows<{ id: string }>(
    tx,
    `update study_units set department_id = $1, version = ${nextVersion()} where department_id = $2 and id = any($3::uuid[]) returning id::text`,
    id,
    into,
    units,
  )
  await run(
    tx,
    `update org_requests set body = jsonb_set(body, '{department_id}', to_jsonb($1::text)), version = ${nextVersion()}
     where id = any($3::uuid[]) and state = 'open' and body ->> 'department_id' = $2`,
    id,
    into,
    requests,
  )
  const again = await rows<{ id: string }>(
    tx,
    'update departments set merged_into = $1 where merged_into = $2 and id = any($3::uuid[]) returning id::text',
    id,
    into,
    merged,
  )
  const stayed = people.length - returned.length + units.length - ofUnits.length
  return { people: returned.map((one) => one.id), units: ofUnits.map((one) => one.id), merged: again.map((one) => one.id), stayed }
}
