// All rules of a book in one write, as their page saves them: policy, categories, items and their order. All of it, or nothing.
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { lockBook } from '../scores/book.ts'
import { recalculateIf } from '../scores/recalculation.ts'
import type { Gradebook } from '../scores/score-row.ts'
import type { BookRules, BookRulesChange } from './book-rules-api.ts'
import { listCategories, makeCategory, removeCategory, writeCategory } from './categories.ts'
import { listItems, sortBook, writeItem } from './items.ts'
import { readPolicy, writePolicy } from './policy.ts'

/** The newest of the policy's version and those of categories and items. */
async function newestOf(tx: Tx, course: string): Promise<number> {
  const row = await one<{ version: number }>(
    tx,
    `select greatest((select version from score_policies where course_id = $1), (select max(version) from score_categories where course_id = $1),
       (select max(version) from score_items where course_id = $1 and not deleted))::float8 as version`,
    course,
  )
  return row?.version ?? 0
}

/** A category with an id that does not exist yet is made, under an id of its own. 409 scorePolicy.newer, results.final. */
export async function changeRules(
  deps: Deps,
  place: Gradebook,
  { version, policy = {}, categories = [], items = [], category_ids, item_ids }: BookRulesChange,
): Promise<BookRules> {
  const { db } = deps
  await lockBook(db, place, 'update')
  const newest = await newestOf(db, place.course)
  if (version < newest) throw conflict('scorePolicy.newer', { version: newest })
  const known = new Set((await listCategories(db, place.course)).map(({ id }) => id))
  const inBook = new Set((await listItems(db, place.course)).map(({ id }) => id))
  const unknown = items.findIndex(({ id }) => !inBook.has(id))
  if (unknown >= 0) throw invalid({ [`items.${unknown}.id`]: ['score.unknownItem', { id: items[unknown]!.id }] })
  const made = new Map<string, string>()
  const idOf = (id: string) => made.get(id) ?? id
  let counts = false
  for (const { id, deleted, ...draft } of categories) {
    if (deleted) continue
    const written = known.has(id) ? await writeCategory(deps, place, id, draft) : await makeCategory(deps, place, { name: '', ...draft })
    made.set(id, written.category.id)
    counts ||= written.counts
  }
  for (const { id, category_id, ...draft } of items) {
    const written = await writeItem(deps, place, id, {
      ...draft,
      ...(category_id !== undefined && { category_id: category_id && idOf(category_id) }),
    })
    counts ||= written.counts
  }
  for (const { id, deleted } of categories) {
    if (!deleted || !known.has(id)) continue
    await removeCategory(deps, place, id)
    counts = true
  }
  if (category_ids || item_ids)
    await sortBook(deps, place, { ...(category_ids && { category_ids: category_ids.map(idOf) }), ...(item_ids && { item_ids }) })
  // also without a change of its own: its version shows the change to the next writer
  if (await writePolicy(deps, place, policy)) counts = true
  const task = await recalculateIf(counts, deps, place)
  return {
    policy: await readPolicy(db, place.course),
    categories: await listCategories(db, place.course),
    items: await listItems(db, place.course),
    task,
  }
}
