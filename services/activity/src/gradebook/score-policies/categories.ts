// Categories of the book: their weight, and how many of their scores count.
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { lockBook } from '../scores/book.ts'
import { decimalOf } from '../scores/typed-points.ts'
import { titleOf } from './items.ts'
import { recalculateIf } from '../scores/recalculation.ts'
import type { CategoryDraft, ScoreCategory } from './api.ts'
import type { Gradebook } from '../scores/score-row.ts'

const mostCategories = 100
const columns = 'id::text, name, trim_scale(weight)::text as weight, drop, keep, sort, version::float8 as version'

export const listCategories = (tx: Tx, course: string): Promise<ScoreCategory[]> =>
  rows<ScoreCategory>(tx, `select ${columns} from score_categories where course_id = $1 order by sort, id`, course)

/** 400 scoreCategory.dropOrKeep: both would leave scores out. */
export function checkCategoryRules({ drop, keep }: Pick<ScoreCategory, 'drop' | 'keep'>, field = ''): void {
  if (drop > 0 && keep !== null) throw invalid({ [`${field}keep`]: 'scoreCategory.dropOrKeep' })
}

type Changed = { category: ScoreCategory; task: string | null }
/** `counts`: results follow from it. */
type Written = { category: ScoreCategory; counts: boolean }

export async function createCategory(deps: Deps, place: Gradebook, draft: CategoryDraft): Promise<Changed> {
  const { category, counts } = await makeCategory(deps, place, draft)
  return { category, task: await recalculateIf(counts, deps, place) }
}

export async function makeCategory(
  { db }: Pick<Deps, 'db'>,
  place: Gradebook,
  { name, weight = '0', drop = 0, keep = null }: CategoryDraft,
): Promise<Written> {
  await lockBook(db, place, 'update')
  checkCategoryRules({ drop, keep })
  const counted = await one<{ n: number; last: number | null }>(
    db,
    'select count(*)::int as n, max(sort)::int as last from score_categories where course_id = $1',
    place.course,
  )
  if ((counted?.n ?? 0) >= mostCategories) throw invalid({ name: 'scoreCategory.tooMany' })
  const category = await one<ScoreCategory>(
    db,
    `insert into score_categories (id, org_id, course_id, name, weight, drop, keep, sort, version)
     values ($1, $2, $3, $4, $5::numeric, $6, $7, $8, ${nextVersion('0')}) returning ${columns}`,
    newId(),
    place.org,
    place.course,
    titleOf(name, 'name'),
    decimalOf(weight, 'weight'),
    drop,
    keep,
    (counted?.last ?? 0) + 1,
  )
  await auditCategory(db, place, 'scoreCategory.created', category!.id, undefined, category)
  // nothing is in it, so no result changes; but with the first one a weighted book begins to be one
  return { category: category!, counts: counted?.n === 0 }
}

async function lockCategory(tx: Tx, place: Gradebook, id: string, version: number | undefined): Promise<ScoreCategory> {
  await lockBook(tx, place, 'update')
  const row = await one<ScoreCategory>(tx, `select ${columns} from score_categories where id = $1 for update`, id)
  if (!row) throw notFound('scoreCategory', id)
  if (version !== undefined && version < row.version) throw conflict('scoreCategory.newer', { version: row.version })
  return row
}

type Change = Partial<CategoryDraft> & { version?: number }

export async function changeCategory(deps: Deps, place: Gradebook, id: string, draft: Change): Promise<Changed> {
  const { category, counts } = await writeCategory(deps, place, id, draft)
  return { category, task: await recalculateIf(counts, deps, place) }
}

export async function writeCategory(
  { db }: Pick<Deps, 'db'>,
  place: Gradebook,
  id: string,
  { version, ...draft }: Change,
): Promise<Written> {
  const before = await lockCategory(db, place, id, version)
  const after = { ...before, drop: draft.drop ?? before.drop, keep: draft.keep === undefined ? before.keep : draft.keep }
  checkCategoryRules(after)
  const category = await one<ScoreCategory>(
    db,
    `update score_categories set name = $2, weight = $3::numeric, drop = $4, keep = $5, version = ${nextVersion()} where id = $1 returning ${columns}`,
    id,
    draft.name === undefined ? before.name : titleOf(draft.name, 'name'),
    draft.weight === undefined ? before.weight : decimalOf(draft.weight, 'weight'),
    after.drop,
    after.keep,
  )
  await auditCategory(db, place, 'scoreCategory.changed', id, before, category)
  const counts = (['weight', 'drop', 'keep'] as const).some((field) => before[field] !== category![field])
  return { category: category!, counts }
}

/** Its items stay, without a category. */
export async function deleteCategory(
  deps: Deps,
  place: Gradebook,
  id: string,
  version: number | undefined,
): Promise<{ task: string | null }> {
  await removeCategory(deps, place, id, version)
  return { task: await recalculateIf(true, deps, place) }
}

export async function removeCategory({ db }: Pick<Deps, 'db'>, place: Gradebook, id: string, version?: number): Promise<void> {
  const before = await lockCategory(db, place, id, version)
  await run(db, 'delete from score_categories where id = $1', id)
  await auditCategory(db, place, 'scoreCategory.deleted', id, before, undefined)
}

const auditCategory = (
  tx: Tx,
  { org, course }: Gradebook,
  action: 'scoreCategory.created' | 'scoreCategory.changed' | 'scoreCategory.deleted',
  id: string,
  before: ScoreCategory | undefined,
  after: ScoreCategory | undefined,
) => audit(tx, { action, subject: `scoreCategory:${id}`, org, course, before: before && valuesOf(before), after: after && valuesOf(after) })
const valuesOf = ({ weight, drop, keep }: ScoreCategory) => ({ weight, drop, keep })
