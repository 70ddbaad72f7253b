// Departments that become one: everybody and everything of the one is of the other from then on, and what other systems call it stands for the other.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { recordMoves } from '../../mirror/merge-moves.ts'
import type {} from '../audit-actions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { emitDepartmentsChanged, emitPeopleChanged, emitStudyUnitsChanged } from '../facts.ts'
import { deleteKeepers } from '../keepers/keepers.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { DepartmentRow, DepartmentUses } from './api.ts'
import { checkPathWithin } from './binding.ts'
import { lockDepartment, lockTree, maxDepth, readDepartment } from './departments.ts'
import { usesOf } from './uses.ts'

/** People whose facts are written at once, and the milliseconds that a merge may take: 100,000 people take about ten seconds. */
export const atOnce = 500
export const timeout = 60_000

/** 404, and 403 outside the department to which the actor is bound. */
export async function departmentUses(deps: Deps, actor: Actor, id: string): Promise<DepartmentUses> {
  await managedOrganisation(deps, actor)
  checkPathWithin(actor, (await readDepartment(deps, actor.org, id)).path)
  return await usesOf(deps.db, actor.org, id)
}

/** 400 department.cycle and tooDeep at `into`; 409 department.newer; 403 where the actor is bound to a department that does not hold both. */
export const mergeDepartment = (deps: Deps, actor: Actor, id: string, body: { into: string; version: number }): Promise<DepartmentRow> =>
  inTransaction(deps, (txDeps) => merge(txDeps, actor, id, body), { timeout })

async function merge(deps: Deps, actor: Actor, id: string, { into, version }: { into: string; version: number }): Promise<DepartmentRow> {
  await lockTree(deps, actor)
  const { db } = deps
  const { org } = actor
  const old = await lockDepartment(deps, actor, id, version)
  const target = await one<{ path: string[] }>(db, 'select path from departments where id = $1 and org_id = $2 and not deleted', into, org)
  if (!target) throw invalid({ into: 'department.unknown' })
  checkPathWithin(actor, target.path)
  // itself and those below it, which would hang under what they are part of
  if (target.path.includes(id)) throw invalid({ into: 'department.cycle' })
  const below = await rows<{ id: string; levels: number }>(
    db,
    'select id::text, cardinality(path) - $2::int as levels from departments where org_id = $3 and path @> array[$1]::uuid[] and id <> $1',
    id,
    old.path.length,
    org,
  )
  if (target.path.length + Math.max(0, ...below.map(({ levels }) => levels)) > maxDepth)
    throw invalid({ into: ['department.tooDeep', { limit: maxDepth }] })
  // deleted ones too, which can be restored
  const children = await rows<{ id: string }>(db, 'select id::text from departments where parent_id = $1 and org_id = $2', id, org)
  await run(
    db,
    `update departments set path = $2::uuid[] || path[$3::int:], parent_id = case when parent_id = $1 then $4::uuid else parent_id end, updated_at = now()
     where org_id = $5 and path @> array[$1]::uuid[] and id <> $1`,
    id,
    target.path,
    old.path.length + 1,
    into,
    org,
  )
  // below the new one: whatever has not heard of it yet is decided by its managers
  await run(
    db,
    `update departments set deleted = true, merged_into = $2, parent_id = $2, path = $3::uuid[] || $1::uuid, updated_at = now() where id = $1`,
    id,
    into,
    target.path,
  )
  const merged = await rows<{ id: string }>(
    db,
    'update departments set merged_into = $2 where merged_into = $1 returning id::text',
    id,
    into,
  )
  const people = await rows<{ id: string }>(
    db,
    'update memberships set department_id = $2 where department_id = $1 returning person_id::text as id',
    id,
    into,
  )
  const units = await rows<{ id: string }>(
    db,
    `update study_units set department_id = $2, version = ${nextVersion()} where department_id = $1 returning id::text`,
    id,
    into,
  )
  const requests = await rows<{ id: string }>(
    db,
    `update org_requests set body = jsonb_set(body, '{department_id}', to_jsonb($2::text)), version = ${nextVersion()}
     where org_id = $3 and state = 'open' and body ->> 'department_id' = $1 returning id::text`,
    id,
    into,
    org,
  )
  await deleteKeepers(db, [id])
  await run(
    db,
    `insert into department_merges (department_id, org_id, into_id, parent_id, merged_by, merged_at) values ($1, $2, $3, $4, nullif($5, '')::uuid, $6)
     on conflict (department_id) do update set into_id = excluded.into_id, parent_id = excluded.parent_id, merged_by = excluded.merged_by,
       merged_at = excluded.merged_at`,
    ...[id, org, into, old.parent_id, actor.person, deps.now()],
  )
  const moved = { person: people, unit: units, department: children, request: requests, merged }
  for (const [kind, list] of Object.entries(moved))
    await recordMoves(
      db,
      [{ from: id, into }],
      kind,
      list.map((one) => one.id),
    )
  await emitDepartmentsChanged(db, [into, ...below.map((one) => one.id), id])
  await emitStudyUnitsChanged(
    db,
    units.map((one) => one.id),
  )
  for (let from = 0; from < people.length; from += atOnce)
    await emitPeopleChanged(
      db,
      people.slice(from, from + atOnce).map((one) => one.id),
    )
  await audit(db, {
    action: 'department.merged',
    subject: `department:${id}`,
    after: { department_id: into, people: people.length, units: units.length },
  })
  return await readDepartment(deps, org, into)
}
