// Departments: a tree of at most ten levels in an organisation. Each row has the path of ids to it, so that what is below one is found at once.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound, Problem } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { ExternalIdQuery } from '@lyceum/kit/external-ids/api'
import { deleteExternalIds, externalIdCondition, externalIdsOf, setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitDepartmentsChanged } from '../facts.ts'
import { deleteKeepers, pinFields } from '../keepers/keepers.ts'
import type { Department } from '../generated/client.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { DepartmentDraft, DepartmentRow } from './api.ts'
import { may } from '../../mirror/permissions.ts'
import { checkPathWithin } from './binding.ts'
import { freeMerged, presentDepartmentSql, usesOf } from './uses.ts'

const columns = columnsOf<Department>()('id', 'name', 'code', 'parent_id', 'path', 'sort', 'version')
type Row = RowOf<typeof columns>

const kind = 'department'
export const maxDepth = 10

async function withExternalIds({ db }: Deps, org: string, departments: Row[]): Promise<DepartmentRow[]> {
  const ids = departments.map(({ id }) => id)
  const external = await externalIdsOf(db, org, kind, ids)
  return departments.map((row) => ({ ...row, external_ids: external.get(row.id) ?? [], version: Number(row.version) }))
}

export type DepartmentSearch = PageQuery &
  ExternalIdQuery & { keyword?: string; parent_id?: string; within?: string; ids?: string[]; people?: boolean }

export async function listDepartments(deps: Deps, actor: Actor, query: DepartmentSearch) {
  const { org } = actor
  const values: unknown[] = [org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = [
    'd.org_id = $1',
    'not d.deleted',
    query.keyword?.trim() && heldSql(foldedSql('d.name', 'd.code'), bind(wordPatterns(query.keyword))),
    query.parent_id && `d.parent_id = ${bind(query.parent_id)}`,
    query.within && `d.path @> array[${bind(query.within)}]::uuid[]`,
    query.ids && `d.id = any(${bind(query.ids)}::uuid[])`,
    externalIdCondition(query, { column: 'd.id', kind, org, bind, present: presentDepartmentSql }),
  ].filter(Boolean)
  const where = `from departments d where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(deps.db, `select count(*)::int as n ${where}`, ...values)
  const { limit, offset } = limits(query)
  // by the sort and name of each department on the way down, so that a department stands before those below it
  const departments = await rows<Row>(
    deps.db,
    `
    select ${columns('d')} ${where} order by (
      select array_agg(lpad(above.sort::text, 7, '0') || above.name || above.id order by cardinality(above.path)) from departments above
      where above.id = any(d.path)) limit ${bind(limit)}::int offset ${bind(offset)}::int`,
    ...values,
  )
  const listed = await withExternalIds(deps, org, departments)
  const counted = query.people && may(actor, 'departments.change') ? await withPeople(deps, org, listed) : listed
  return pageOf(query, total?.n ?? 0, counted)
}

async function withPeople({ db }: Deps, org: string, departments: DepartmentRow[]): Promise<DepartmentRow[]> {
  const counts = await rows<{ id: string; people: number }>(
    db,
    `
    select top.id::text, count(*)::int as people from unnest($2::uuid[]) as top(id)
    join departments d on d.org_id = $1 and top.id = any(d.path) join memberships m on m.org_id = $1 and m.department_id = d.id group by top.id`,
    org,
    departments.map(({ id }) => id),
  )
  const people = new Map(counts.map((one) => [one.id, one.people]))
  return departments.map((row) => ({ ...row, people: people.get(row.id) ?? 0 }))
}

/** 403 outside the department to which the actor is bound, as for each change; 400 department.unknown, tooDeep at parent_id; 409 department.codeTaken, externalId.taken, each at its field. */
export async function createDepartment(deps: Deps, actor: Actor, draft: DepartmentDraft): Promise<DepartmentRow> {
  await lockTree(deps, actor)
  const { db } = deps
  const { org } = actor
  const id = newId()
  const { name, code, external_id } = { ...draft, ...cleaned(draft) }
  const above = await pathOf(deps, org, draft.parent_id)
  checkPathWithin(actor, above)
  if (above.length + 1 > maxDepth) throw tooDeep()
  await checkCode(deps, org, id, code)
  await db.department.create({
    data: { id, orgId: org, parentId: draft.parent_id ?? null, name, code: code ?? '', path: [...above, id], sort: draft.sort ?? 0 },
  })
  await setExternalId(db, { org, kind, id }, external_id)
  await emitDepartmentsChanged(db, [id])
  await audit(db, {
    action: 'department.made',
    subject: `department:${id}`,
    after: { parent_id: draft.parent_id ?? null, ...(external_id && { external_id }) },
  })
  return await readDepartment(deps, org, id)
}

/** 409 department.newer when the row is newer than the version that the writer read; 400 department.cycle for a place below itself. */
export async function changeDepartment(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...draft }: Partial<DepartmentDraft> & { version: number },
): Promise<DepartmentRow> {
  await lockTree(deps, actor)
  const { db } = deps
  const { org } = actor
  const current = await lockDepartment(deps, actor, id, version)
  const { name, code } = cleaned(draft)
  await checkCode(deps, org, id, code)
  await run(
    db,
    `update departments set name = coalesce($2, name), code = coalesce($3, code), sort = coalesce($4, sort), updated_at = now() where id = $1`,
    id,
    name ?? null,
    code ?? null,
    draft.sort ?? null,
  )
  const moved =
    draft.parent_id !== undefined && draft.parent_id !== current.parent_id ? await move(deps, actor, current, draft.parent_id) : []
  await setExternalId(db, { org, kind, id }, draft.external_id)
  await emitDepartmentsChanged(db, [id, ...moved])
  const changed = await readDepartment(deps, org, id)
  const line = changesOf(auditedOf(current), auditedOf(changed))
  const byHand = (['name', 'code', 'parent_id'] as const).filter((field) => current[field] !== changed[field])
  await pinFields(db, { org, kind }, [{ subject: id, fields: byHand }])
  await audit(db, {
    action: 'department.changed',
    subject: `department:${id}`,
    ...line,
    after: {
      ...line?.after,
      ...textsOf(current, changed),
      ...(draft.external_id && { external_id: draft.external_id }),
    },
  })
  return changed
}

/** 409 department.inUse with the numbers of what is in it. The row stays as deleted, since facts and courses name it. */
export async function deleteDepartment(deps: Deps, actor: Actor, id: string, version: number): Promise<null> {
  await lockTree(deps, actor)
  const { db } = deps
  await lockDepartment(deps, actor, id, version)
  const uses = await usesOf(db, actor.org, id)
  if (uses.departments + uses.people + uses.units > 0) throw conflict('department.inUse', uses)
  await run(db, 'update departments set deleted = true, updated_at = now() where id = $1', id)
  await deleteExternalIds(db, kind, [id])
  await freeMerged(db, [id])
  await deleteKeepers(db, [id])
  await emitDepartmentsChanged(db, [id])
  await audit(db, { action: 'department.deleted', subject: `department:${id}` })
  return null
}

/** Changes of a tree come one after the other: two moves at once could make a circle. */
export async function lockTree(deps: Deps, actor: Actor): Promise<void> {
  await managedOrganisation(deps, actor)
  await run(deps.db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `departments ${actor.org}`)
}

export async function lockDepartment({ db }: Deps, actor: Actor, id: string, version: number): Promise<Row> {
  const row = await one<Row>(
    db,
    `select ${columns()} from departments where id = $1 and org_id = $2 and not deleted for update`,
    id,
    actor.org,
  )
  if (!row) throw notFound('department', id)
  checkPathWithin(actor, row.path)
  if (version < Number(row.version)) throw conflict('department.newer', { version: Number(row.version) })
  return row
}

/** 404 for one that is deleted or of another organisation. */
export async function readDepartment(deps: Deps, org: string, id: string): Promise<DepartmentRow> {
  const sql = `select ${columns()} from departments where id = $1 and org_id = $2 and not deleted`
  const [department] = await withExternalIds(deps, org, await rows<Row>(deps.db, sql, id, org))
  if (!department) throw notFound('department', id)
  return department
}

const tooDeep = () => invalid({ parent_id: ['department.tooDeep', { limit: maxDepth }] })

/** The path of a department of the organisation; empty for the top. */
async function pathOf({ db }: Deps, org: string, id: string | null | undefined): Promise<string[]> {
  if (!id) return []
  const row = await one<Pick<Row, 'path'>>(db, 'select path from departments where id = $1 and org_id = $2 and not deleted', id, org)
  if (!row) throw invalid({ parent_id: 'department.unknown' })
  return row.path
}

/** Puts a department with all below it under another one; returns those below. */
async function move(deps: Deps, actor: Actor, { id, path }: Row, parent: string | null): Promise<string[]> {
  const { org } = actor
  const above = await pathOf(deps, org, parent)
  checkPathWithin(actor, above)
  if (above.includes(id)) throw invalid({ parent_id: 'department.cycle' })
  const tree = await rows<{ id: string; levels: number }>(
    deps.db,
    'select id::text, cardinality(path) - $2::int as levels from departments where org_id = $3 and path @> array[$1]::uuid[]',
    id,
    path.length,
    org,
  )
  if (above.length + 1 + Math.max(...tree.map(({ levels }) => levels)) > maxDepth) throw tooDeep()
  await run(
    deps.db,
    `update departments set path = $2::uuid[] || path[$3::int:], parent_id = case when id = $1 then $4::uuid else parent_id end
     where org_id = $5 and path @> array[$1]::uuid[]`,
    id,
    above,
    path.length,
    parent,
    org,
  )
  return tree.flatMap((one) => (one.id === id ? [] : [one.id]))
}

/** 409 at the field: a code stands for one department of the organisation. */
async function checkCode({ db }: Deps, org: string, id: string, code: string | undefined): Promise<void> {
  if (!code) return
  const taken = await one(
    db,
    'select from departments where org_id = $1 and kit.caseless(code) = kit.caseless($2) and not deleted and id <> $3',
    org,
    code,
    id,
  )
  if (taken) throw new Problem(409, 'department.codeTaken', { fields: { code: 'department.codeTaken' } })
}

function cleaned<D extends Partial<DepartmentDraft>>({ name, code }: D): { name: D['name']; code: string | undefined } {
  const title = name === undefined ? undefined : cleanTitle(name)
  if (title === '') throw invalid({ name: 'field.required' })
  return { name: title, code: code?.trim() }
}

const auditedOf = ({ parent_id, sort }: Pick<Row, 'parent_id' | 'sort'>) => ({ parent_id, sort })

/** A text that somebody wrote: the audit log names it without its words. */
export function textsOf(before: Pick<Row, 'name' | 'code'>, after: Pick<Row, 'name' | 'code'>): { texts?: string[] } {
  const texts = (['name', 'code'] as const).filter((field) => before[field] !== after[field])
  return texts.length > 0 ? { texts } : {}
}
