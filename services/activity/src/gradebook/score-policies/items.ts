// Items of the book: those made by hand, and what of an activity's item is the book's own.
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../../audit-actions.ts'
import { workRulesOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { decimalOf } from '../scores/typed-points.ts'
import { heldSql, joinModule } from '../../times/times-sql.ts'
import { lockBook } from '../scores/book.ts'
import { recalculateIf } from '../scores/recalculation.ts'
import type { ItemDraft, ScoreItem } from './api.ts'
import type { Gradebook } from '../scores/score-row.ts'

export const mostItems = 500

const itemSql = `
  select i.id::text, i.no, i.activity_id::text, a.type, a.settings, i.title, i.category_id::text, trim_scale(i.points)::text as points, i.sort, i.extra_credit,
    i.never_drop, coalesce(a.published, true) as published, i.anonymous, ${heldSql.due} as due_time, i.release, i.released, i.release_at, i.version::float8 as version
  from score_items i left join activities a on a.id = i.activity_id ${joinModule}`
type Row = Omit<ScoreItem, 'due_time' | 'release_at' | 'handed_in'> & { due_time: Date | null; release_at: Date | null; settings: unknown }
const toItem = ({ settings, ...row }: Row): ScoreItem => ({
  ...row,
  handed_in: row.type !== null && workRulesOf({ type: row.type, settings }) !== undefined,
  due_time: row.due_time?.toISOString() ?? null,
  release_at: row.release_at?.toISOString() ?? null,
})

export const listItems = async (tx: Tx, course: string): Promise<ScoreItem[]> =>
  (await rows<Row>(tx, `${itemSql} where i.course_id = $1 and not i.deleted order by i.sort, i.no`, course)).map(toItem)
export const readItem = async (tx: Tx, id: string): Promise<ScoreItem> => toItem((await one<Row>(tx, `${itemSql} where i.id = $1`, id))!)

export function titleOf(title: string, field = 'title'): string {
  const clean = cleanTitle(title)
  if (clean === '') throw invalid({ [field]: 'field.required' })
  return clean
}

async function checkCategory(tx: Tx, course: string, id: string | null | undefined): Promise<void> {
  if (!id) return
  const found = await one(tx, 'select from score_categories where id = $1 and course_id = $2 for share', id, course)
  if (!found) throw invalid({ category_id: ['scoreCategory.unknown', { id }] })
}

/** 400 scoreCategory.unknown. */
export async function createItem({ db }: Deps, place: Gradebook, draft: ItemDraft): Promise<{ item: ScoreItem; task: string | null }> {
  await lockBook(db, place, 'update')
  await checkCategory(db, place.course, draft.category_id)
  const { org, course } = place
  const counted = await one<{ n: number; last: number | null }>(
    db,
    'select count(*)::int as n, max(sort)::int as last from score_items where course_id = $1 and not deleted',
    course,
  )
  if ((counted?.n ?? 0) >= mostItems) throw invalid({ title: 'scoreItem.tooMany' })
  const id = newId()
  const release = draft.release ?? 'at_once'
  await run(
    db,
    `
    with numbered as (update score_policies set last_no = last_no + 1 where course_id = $3 returning last_no)
    insert into score_items (id, org_id, course_id, no, title, category_id, points, sort, extra_credit, never_drop, release, released, version)
    select $1::uuid, $2::uuid, $3::uuid, last_no, $4, $5::uuid, $6::numeric, $7::int, $8, $9, $10, $10 = 'at_once', ${nextVersion('0')} from numbered`,
    id,
    org,
    course,
    titleOf(draft.title),
    draft.category_id ?? null,
    decimalOf(draft.points, 'points'),
    (counted?.last ?? 0) + 1,
    draft.extra_credit ?? false,
    draft.never_drop ?? false,
    release,
  )
  await auditItem(db, place, 'scoreItem.created', id, undefined, await readItem(db, id))
  return { item: await readItem(db, id), task: null }
}

/** `source`: of an item whose scores follow from something else than work. */
type LockedItem = Gradebook & { activity_id: string | null; source: 'attendance' | null; version: string }

/** Its place, with the book locked. 404, 409 results.final, 409 scoreItem.newer. */
export async function lockItem(tx: Tx, place: Gradebook, id: string, version: number | undefined): Promise<LockedItem> {
  await lockBook(tx, place, 'update')
  const row = await one<Omit<LockedItem, keyof Gradebook>>(
    tx,
    'select activity_id::text, source, version::text from score_items where id = $1 and not deleted for update',
    id,
  )
  if (!row) throw notFound('scoreItem', id)
  if (version !== undefined && version < Number(row.version)) throw conflict('scoreItem.newer', { version: Number(row.version) })
  return { ...place, ...row }
}

type Change = Partial<ItemDraft> & { version?: number }

export async function changeItem(
  deps: Deps,
  place: Gradebook,
  id: string,
  draft: Change,
): Promise<{ item: ScoreItem; task: string | null }> {
  const { item, counts } = await writeItem(deps, place, id, draft)
  return { item, task: await recalculateIf(counts, deps, place) }
}

/** 400 scoreItem.ofActivity for fields that its activity decides. `counts`: results follow from it. */
export async function writeItem(
  { db }: Pick<Deps, 'db'>,
  place: Gradebook,
  id: string,
  { version, ...draft }: Change,
): Promise<{ item: ScoreItem; counts: boolean }> {
  const { activity_id, source } = await lockItem(db, place, id, version)
  const before = await readItem(db, id)
  if (activity_id !== null)
    for (const field of ['title', 'points', 'release'] as const)
      if (draft[field] !== undefined && (field === 'points' ? decimalOf(draft[field], field) : draft[field]) !== before[field])
        throw invalid({ [field]: 'scoreItem.ofActivity' })
  await checkCategory(db, place.course, draft.category_id)
  const ownItem = activity_id === null
  await run(
    db,
    `
    update score_items set title = coalesce($2, title), points = coalesce($3::numeric, points), category_id = case when $4 then $5::uuid else category_id end,
      extra_credit = coalesce($6, extra_credit), never_drop = coalesce($7, never_drop), release = coalesce($8, release),
      released = case when $8 = 'by_hand' and release <> 'by_hand' then false when $8 = 'at_once' then true else released end,
      version = ${nextVersion()} where id = $1`,
    id,
    ownItem && draft.title !== undefined ? titleOf(draft.title) : null,
    ownItem && draft.points !== undefined ? decimalOf(draft.points, 'points') : null,
    draft.category_id !== undefined,
    draft.category_id ?? null,
    draft.extra_credit ?? null,
    draft.never_drop ?? null,
    ownItem ? (draft.release ?? null) : null,
  )
  const item = await readItem(db, id)
  if (source === 'attendance' && before.points !== item.points)
    await enqueue(db, {
      kind: 'scoreAttendance',
      key: `attendance-score:${place.course}`,
      payload: { org: place.org, course: place.course },
    })
  await auditItem(db, place, 'scoreItem.changed', id, before, item)
  const counts = (['points', 'category_id', 'extra_credit', 'never_drop'] as const).some((field) => before[field] !== item[field])
  return { item, counts }
}

export const auditItem = (
  tx: Tx,
  { org, course }: Gradebook,
  action: 'scoreItem.created' | 'scoreItem.changed' | 'scoreItem.deleted' | 'scoreItem.restored',
  id: string,
  before?: ScoreItem,
  after?: ScoreItem,
) => audit(tx, { action, subject: `scoreItem:${id}`, org, course, before: before && valuesOf(before), after: after && valuesOf(after) })
/** No text that somebody wrote. */
const valuesOf = ({ points, category_id, extra_credit, never_drop, release }: ScoreItem) => ({
  points,
  category_id,
  extra_credit,
  never_drop,
  release,
})

/** Those that are named first, in this order; the others follow as they were. */
export async function sortBook({ db }: Deps, { course }: Gradebook, body: { category_ids?: string[]; item_ids?: string[] }) {
  const sorted = async (table: 'score_categories' | 'score_items', ids: string[] | undefined) => {
    const there = table === 'score_items' ? 'and not deleted' : ''
    if (ids)
      await run(
        db,
        `
        update ${table} t set sort = n.sort from (
          select id, row_number() over (order by array_position($2::uuid[], id) nulls last, sort, id) as sort from ${table} where course_id = $1 ${there}) n
        where t.id = n.id and t.sort <> n.sort`,
        course,
        ids,
      )
    const list = await rows<{ id: string }>(db, `select id::text from ${table} where course_id = $1 ${there} order by sort, id`, course)
    return list.map(({ id }) => id)
  }
  return { category_ids: await sorted('score_categories', body.category_ids), item_ids: await sorted('score_items', body.item_ids) }
}
