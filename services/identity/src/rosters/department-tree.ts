// The tree of departments while the rows of a roster change it: read whole, changed row by row, and written at once with the paths of what is below.
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import { caseless } from '@lyceum/kit/text/folded'
import { maxDepth } from '../departments/departments.ts'
import { freeMerged, presentDepartmentSql } from '../departments/uses.ts'
import type { Deps } from '../deps.ts'
import { emitDepartmentsChanged } from '../facts.ts'
import { deleteKeepers, keepersOf } from '../keepers/keepers.ts'
import type { Writing } from './deciding.ts'

const kind = 'department'

export type Node = { id: string; name: string; code: string; parent_id: string | null; version: string }
export type Tree = {
  nodes: Map<string, Node>
  /** By code without its case. */
  codes: Map<string, string>
  /** All ids that the source has given. */
  linked: Map<string, string>
  /** Those of the source that stand for departments which are part of another one now. */
  merged: Set<string>
  keepers: Map<string, Map<string, string>>
  /** Of those that are asked for, departments with people or units. */
  used: Set<string>
  made: Set<string>
  changed: Set<string>
  deleted: Set<string>
}

/** A row, as far as the tree reads of it whom it may mean. */
type Sent = { external_id: string; code?: string | undefined }

export async function readTree({ db }: Deps, org: string, { source }: Writing, sent: readonly Sent[]): Promise<Tree> {
  const nodes = await rows<Node>(
    db,
    'select id::text, name, code, parent_id::text, version::text from departments where org_id = $1 and not deleted',
    org,
  )
  const linked = await rows<{ external_id: string; id: string; merged: boolean }>(
    db,
    `select external_id, ${presentDepartmentSql('subject')}::text as id, subject <> ${presentDepartmentSql('subject')} as merged
     from kit.external_ids where org_id = $1 and kind = $2 and source = $3`,
    org,
    kind,
    source,
  )
  const sentIds = new Set(sent.map(({ external_id }) => external_id))
  const ids = linked.flatMap((one) => (sentIds.has(one.external_id) ? [one.id] : []))
  const codes = new Map(nodes.flatMap(({ id, code }) => (code ? [[caseless(code), id]] : [])))
  // a row may find its department by the code too
  const named = sent.flatMap(({ code }) => codes.get(caseless(code?.trim() ?? '')) ?? [])
  const used = await rows<{ id: string }>(
    db,
    `
    select d.id::text from unnest($2::uuid[]) as d(id) where exists (
        select from memberships m join persons p on p.id = m.person_id and not p.deleted where m.department_id = d.id and m.org_id = $1)
      or exists (select from study_units u where u.department_id = d.id and not u.deleted)`,
    org,
    ids,
  )
  return {
    nodes: new Map(nodes.map((one) => [one.id, one])),
    codes,
    linked: new Map(linked.map((one) => [one.external_id, one.id])),
    merged: new Set(linked.filter((one) => one.merged).map((one) => one.external_id)),
    keepers: await keepersOf(db, org, [...ids, ...named]),
    used: new Set(used.map(({ id }) => id)),
    made: new Set(),
    changed: new Set(),
    deleted: new Set(),
  }
}

/** Ids from the top down to the department's own. 400 department.cycle, unknown and tooDeep at parent_id. */
export function pathOf({ nodes }: Pick<Tree, 'nodes'>, id: string): string[] {
  const path: string[] = []
  for (let at: string | null = id; at !== null; at = nodes.get(at)?.parent_id ?? null) {
    if (path.includes(at)) throw invalid({ parent_id: 'department.cycle' })
    if (!nodes.has(at)) throw invalid({ parent_id: 'department.unknown' })
    path.unshift(at)
  }
  return path
}

const childrenOf = ({ nodes }: Tree, id: string) => [...nodes.values()].filter(({ parent_id }) => parent_id === id)
function below(tree: Tree, id: string): string[] {
  return childrenOf(tree, id).flatMap((one) => [one.id, ...below(tree, one.id)])
}

/** Puts a department into the tree; refuses what makes no tree, and leaves it as it was then. */
function place(tree: Tree, node: Node): void {
  const before = tree.nodes.get(node.id)
  tree.nodes.set(node.id, node)
  try {
    const depth = pathOf(tree, node.id).length
    if (before?.parent_id === node.parent_id) return
    const deepest = Math.max(depth, ...below(tree, node.id).map((id) => pathOf(tree, id).length))
    if (deepest > maxDepth) throw invalid({ parent_id: ['department.tooDeep', { limit: maxDepth }] })
  } catch (problem) {
    if (before) tree.nodes.set(node.id, before)
    else tree.nodes.delete(node.id)
    throw problem
  }
}

export function change(tree: Tree, node: Node): void {
  const before = tree.nodes.get(node.id)
  const holder = node.code && tree.codes.get(caseless(node.code))
  if (holder && holder !== node.id) throw invalid({ code: 'department.codeTaken' })
  place(tree, node)
  if (before?.code) tree.codes.delete(caseless(before.code))
  if (node.code) tree.codes.set(caseless(node.code), node.id)
  if (before) tree.changed.add(node.id)
  else tree.made.add(node.id)
}

export function remove(tree: Tree, { id, code }: Node): void {
  if (tree.used.has(id) || childrenOf(tree, id).length > 0) throw conflict('roster.inUse')
  tree.nodes.delete(id)
  if (code) tree.codes.delete(caseless(code))
  tree.deleted.add(id)
}

/** Writes what has become of the tree, with the paths of what is below, and emits the facts; answers versions by id. */
export async function writeTree({ db }: Deps, org: string, tree: Tree): Promise<Map<string, number>> {
  const written = [...tree.made, ...tree.changed].filter((id) => tree.nodes.has(id))
  const moved = new Set(written.flatMap((id) => [id, ...below(tree, id)]))
  const list = [...moved].map((id) => ({ ...tree.nodes.get(id)!, path: pathOf(tree, id) })).sort((a, b) => a.path.length - b.path.length)
  const w = 'jsonb_to_recordset($2::jsonb) as w(id uuid, name text, code text, parent_id uuid, path uuid[])'
  if (tree.deleted.size > 0) {
    const ids = [...tree.deleted]
    await run(db, 'update departments set deleted = true, updated_at = now() where id = any($1)', ids)
    await run(db, 'delete from kit.external_ids where subject = any($1) and kind = $2', ids, kind)
    await freeMerged(db, ids)
    await deleteKeepers(db, ids)
  }
  if (list.length > 0) {
    // codes that change places within a call would meet in the index
    await run(
      db,
      `update departments d set code = '' from ${w} where d.org_id = $1 and d.id = w.id and d.code <> w.code`,
      org,
      JSON.stringify(list),
    )
    await run(
      db,
      `
      insert into departments as d (id, org_id, name, code, parent_id, path)
      select w.id, $1::uuid, w.name, w.code, w.parent_id, w.path from ${w} order by cardinality(w.path)
      on conflict (id) do update set name = excluded.name, code = excluded.code, parent_id = excluded.parent_id, path = excluded.path,
        deleted = false, updated_at = now() where d.org_id = excluded.org_id`,
      org,
      JSON.stringify(list),
    )
  }
  return await emitDepartmentsChanged(db, [...moved, ...tree.deleted], { quiet: true })
}
