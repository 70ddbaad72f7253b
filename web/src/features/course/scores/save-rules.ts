// Saving of a gradebook's rules: new categories first, as items may go into them, the policy last.
import { call, newKey } from '../../../client.ts'
import { bookReads } from '../../../parts/scores/queries.ts'
import { invalidate } from '../../../queries.ts'
import type { RuleChanges, Rules } from './rules-draft.ts'

/** A uuid for a category that is not made yet. */
export const newId = () => {
  const hex = newKey().replaceAll('-', '')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export async function saveRules(
  course: string,
  { policy, categories, deleted, items, sorted }: RuleChanges,
  rules: Rules,
  policyVersion: number,
): Promise<void> {
  const params = { id: course }
  const ids = new Map<string, string>()
  try {
    for (const { id, name, weight, drop, keep, version } of categories) {
      const body = { name, weight: weight || '0', drop, keep }
      if (version === null) ids.set(id, (await call('POST /api/courses/:id/score-categories', { params, body })).category.id)
      else await call('PUT /api/score-categories/:id', { params: { id }, body: { ...body, version } })
    }
    const idOf = (id: string) => ids.get(id) ?? id
    for (const { id, category_id, extra_credit, never_drop, version } of items)
      await call('PUT /api/score-items/:id', {
        params: { id },
        body: { category_id: category_id && idOf(category_id), extra_credit, never_drop, version },
      })
    for (const { id } of deleted) await call('DELETE /api/score-categories/:id', { params: { id }, query: {} })
    if (sorted)
      await call('PUT /api/courses/:id/score-sort', {
        params,
        body: { category_ids: rules.categories.map(({ id }) => idOf(id)), item_ids: rules.items.map(({ id }) => id) },
      })
    if (Object.keys(policy).length > 0)
      await call('PUT /api/courses/:id/score-policy', { params, body: { ...policy, version: policyVersion } })
  } finally {
    await invalidate(...bookReads)
  }
}
