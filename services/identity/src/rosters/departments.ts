// Departments of a source's register: made, moved, renamed, and deleted where nothing is in them. A call sees the whole tree, row by row as it becomes.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { caseless } from '@lyceum/kit/text/folded'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import { lockTree } from '../departments/departments.ts'
import type { Deps } from '../deps.ts'
import { keepFields } from '../keepers/keepers.ts'
import { required } from '../users/users.ts'
import type { RosterDepartment } from './api.ts'
import {
  asBefore,
  type Before,
  countsOf,
  decide,
  keeperOf,
  refusedRow,
  type RosterBody,
  type RosterUndoBody,
  type RosterUndoneRow,
  sameValue,
  type Values,
  type Writing,
} from './deciding.ts'
import { change, type Node, pathOf, readTree, remove, type Tree, writeTree } from './department-tree.ts'

const kind = 'department'
const fields = ['name', 'code', 'parent_id']

type Judged = { outcome: RosterOutcome; keep: string[]; link: boolean }

function judge(tree: Tree, writing: Writing, row: RosterDepartment): Judged {
  const { external_id } = row
  const wanted: Values = {
    ...(row.name !== undefined && { name: required(cleanTitle(row.name), 'name') }),
    ...(row.code !== undefined && { code: row.code.trim() }),
    ...(row.parent_id !== undefined && { parent_id: row.parent_id }),
  }
  // a file of ours calls a thing that the source does not know by our own id
  const known = tree.nodes.get(tree.linked.get(external_id) ?? external_id)
  const byCode = wanted.code ? tree.codes.get(caseless(wanted.code as string)) : undefined
  // what another row of the source has, or has made in this call, is not this row's
  const free = byCode !== undefined && !tree.made.has(byCode) && !new Set(tree.linked.values()).has(byCode)
  const node = known ?? (free ? tree.nodes.get(byCode) : undefined)
  // what was merged by hand keeps the name and place of the other one, which the source does not say
  if (known && tree.merged.has(external_id))
    return { outcome: { external_id, id: known.id, outcome: 'same', pinned: [] }, keep: [], link: false }
  if (row.gone) {
    if (!known) return { outcome: { external_id, id: null, outcome: 'same', pinned: [] }, keep: [], link: false }
    remove(tree, known)
    const { name, code, parent_id } = known
    return {
      outcome: {
        external_id,
        id: known.id,
        outcome: 'left',
        pinned: [],
        before: { was: { name, code, parent_id }, became: {}, deleted: true },
      },
      keep: [],
      link: false,
    }
  }
  if (!node) {
    const id = newId()
    const made = { id, name: '', code: '', parent_id: null, version: '0', ...wanted } as Node
    if (made.name === '') throw invalid({ name: 'field.required' })
    change(tree, made)
    return { outcome: { external_id, id, outcome: 'made', pinned: [], before: null }, keep: Object.keys(wanted), link: true }
  }
  const { name, code, parent_id } = node
  const decided = decide(writing, { wanted, present: { name, code, parent_id }, keepers: tree.keepers.get(node.id) })
  const link = known === undefined
  const changes = Object.keys(decided.write).length > 0
  if (changes) change(tree, { ...node, ...decided.write } as Node)
  if (link) decided.before.linked = true
  return {
    outcome: {
      external_id,
      id: node.id,
      outcome: link || changes ? 'changed' : 'same',
      pinned: decided.pinned,
      ...((link || changes) && { before: decided.before, version: Number(node.version) }),
    },
    keep: decided.keep,
    link,
  }
}

/** Rows of one call see what those before them have made of the tree; what is gone goes at the end, the deepest first. */
function judgeAll(tree: Tree, writing: Writing, sent: readonly RosterDepartment[]): Judged[] {
  const seen = new Set<string>()
  const judged = new Map<RosterDepartment, Judged>()
  const depth = ({ external_id }: RosterDepartment) => {
    const id = tree.linked.get(external_id) ?? ''
    return tree.nodes.has(id) ? pathOf(tree, id).length : 0
  }
  const staying = sent.filter(({ gone }) => !gone)
  for (const row of [...staying, ...sent.filter(({ gone }) => gone).toSorted((a, b) => depth(b) - depth(a))]) {
    try {
      if (seen.has(row.external_id)) throw conflict('roster.twice', { field: 'external_id' })
      seen.add(row.external_id)
      judged.set(row, judge(tree, writing, row))
    } catch (problem) {
      const outcome = refusedRow(row.external_id, problem, tree.linked.get(row.external_id) ?? null)
      judged.set(row, { outcome, keep: [], link: false })
    }
  }
  return sent.map((row) => judged.get(row)!)
}

/** Refusals of single rows are outcomes: a circle, a level too many, a code that another has, a department with somebody in it. */
export async function rosterDepartments(
  deps: Deps,
  actor: Actor,
  { source, check = false, take_over = false, rows: sent }: RosterBody<RosterDepartment>,
) {
  await lockTree(deps, actor)
  const { org } = actor
  const writing: Writing = { source, check, takeOver: take_over }
  const tree = await readTree(deps, org, writing, sent)
  const judged = judgeAll(tree, writing, sent)
  const outcomes = judged.map(({ outcome }) => outcome)
  if (check) return { rows: outcomes.map((one) => (one.outcome === 'made' ? { ...one, id: null } : one)) }
  const versions = await writeTree(deps, org, tree)
  await setExternalIds(
    deps.db,
    { org, kind, source },
    judged.flatMap(({ link, outcome }) => (link ? [{ subject: outcome.id!, id: outcome.external_id }] : [])),
  )
  await keepFields(
    deps.db,
    { org, kind },
    keeperOf(writing),
    judged.flatMap(({ outcome, keep }) => (outcome.id ? [{ subject: outcome.id, fields: keep }] : [])),
  )
  const counts = countsOf(outcomes)
  if (Object.keys(counts).length > 0)
    await audit(deps.db, { action: 'roster.departmentsWritten', subject: `org:${org}`, after: { source, ...counts } })
  return {
    rows: outcomes.map((one) => {
      const version = versions.get(one.id ?? '')
      return version !== undefined && one.outcome !== 'same' ? { ...one, version } : one
    }),
  }
}

/** Departments as they were before a run; what it has made is deleted where nothing is in it. */
export async function undoDepartments(
  deps: Deps,
  actor: Actor,
  { source, rows: sent }: RosterUndoBody,
): Promise<{ rows: RosterUndoneRow[] }> {
  await lockTree(deps, actor)
  const { db } = deps
  const { org } = actor
  const writing: Writing = { source, check: false, takeOver: true }
  const tree = await readTree(deps, org, writing, sent)
  const gone = await rows<{ id: string }>(
    db,
    'select id::text from departments where id = any($1) and org_id = $2 and deleted',
    sent.map(({ id }) => id),
    org,
  )
  const deletedIds = new Set(gone.map(({ id }) => id))
  const back: { subject: string; id: string }[] = []
  const unlinked: string[] = []
  const undone = sent.map(({ external_id, id, before }): RosterUndoneRow => {
    const deleted = (before as { deleted?: boolean } | null)?.deleted === true
    try {
      const node = tree.nodes.get(id)
      if (deleted) {
        if (!deletedIds.has(id) || tree.linked.has(external_id)) return { external_id, outcome: 'kept', code: 'roster.changedSince' }
        change(tree, { id, name: '', code: '', parent_id: null, version: '0', ...asBefore(before, fields).was } as Node)
        back.push({ subject: id, id: external_id })
      } else if (before === null) {
        if (node && [...(tree.keepers.get(id)?.values() ?? [])].includes('pinned'))
          return { external_id, outcome: 'kept', code: 'roster.changedSince' }
        if (node && tree.linked.get(external_id) === id) remove(tree, node)
      } else {
        const state: Before = asBefore(before, fields)
        const { name, code, parent_id } = node ?? { name: '', code: '', parent_id: null }
        const now: Values = { name, code, parent_id }
        if (
          !node ||
          tree.linked.get(external_id) !== id ||
          Object.entries(state.became).some(([field, value]) => !sameValue(value, now[field]))
        )
          return { external_id, outcome: 'kept', code: 'roster.changedSince' }
        if (Object.keys(state.was).length > 0) change(tree, { ...node, ...state.was } as Node)
        if (state.linked) unlinked.push(id)
      }
      return { external_id, outcome: 'undone' }
    } catch (problem) {
      return { external_id, outcome: 'kept', code: refusedRow(external_id, problem).code! }
    }
  })
  await writeTree(deps, org, tree)
  await setExternalIds(db, { org, kind, source }, back)
  await run(
    db,
    'delete from kit.external_ids where subject = any($1) and org_id = $2 and kind = $3 and source = $4',
    unlinked,
    org,
    kind,
    source,
  )
  const count = undone.filter(({ outcome }) => outcome === 'undone').length
  if (count > 0) await audit(db, { action: 'roster.departmentsUndone', subject: `org:${org}`, after: { source, roster_undone: count } })
  return { rows: undone }
}
