// The rules of a gradebook while they are changed on the page: what differs from the server's, for the preview and for saving. Pure.
import type { BookRulesChange, Gradebook, PolicyDraft, PolicyPreview } from '@lyceum/activity/gradebook/scores/api'
import type { Latest } from '../../../parts/base/drafts/use-versions.tsx'

export type DraftCategory = { id: string; name: string; weight: string; drop: number; keep: number | null }
export type DraftItem = {
  id: string
  title: string
  points: string
  category_id: string | null
  extra_credit: boolean
  never_drop: boolean
}
/** Of categories and items in their order. */
export type Rules = { policy: PolicyDraft; categories: DraftCategory[]; items: DraftItem[] }

const bySort = (a: { sort: number }, b: { sort: number }) => a.sort - b.sort

type Book = Pick<Gradebook, 'policy' | 'categories' | 'items'>
/** The rules and what their version is: the newest of their parts. */
export const latestOf = (book: Book): Latest<Rules> => ({
  version: Math.max(book.policy.version, ...book.categories.map(({ version }) => version), ...book.items.map(({ version }) => version)),
  value: rulesOf(book),
})

function rulesOf({ policy, categories, items }: Book): Rules {
  const { aggregation, digits, scale_id, pass_percent, late, missing, distribution } = policy
  return {
    policy: { aggregation, digits, scale_id, pass_percent, late, missing, distribution },
    categories: categories.toSorted(bySort).map(({ id, name, weight, drop, keep }) => ({ id, name, weight, drop, keep })),
    items: items.toSorted(bySort).map(({ id, title, points, category_id, extra_credit, never_drop }) => ({
      id,
      title,
      points,
      category_id,
      extra_credit,
      never_drop,
    })),
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const ofCategory = ({ name, weight, drop, keep }: DraftCategory) => ({ name: name.trim(), weight, drop, keep })
const ofItem = ({ category_id, extra_credit, never_drop }: DraftItem) => ({ category_id, extra_credit, never_drop })

/** The differences: the policy's fields, categories (new ones are not in `before`), deleted ones, items, and whether the order is another. */
export function changesOf(before: Rules, after: Rules) {
  const policy = Object.fromEntries(
    (Object.keys(after.policy) as (keyof PolicyDraft)[])
      .filter((field) => !same(before.policy[field], after.policy[field]))
      .map((field) => [field, after.policy[field]]),
  ) as Partial<PolicyDraft>
  const earlier = new Map(before.categories.map((category) => [category.id, category]))
  const categories = after.categories.filter((category) => {
    const known = earlier.get(category.id)
    return !known || !same(ofCategory(known), ofCategory(category))
  })
  const left = new Set(after.categories.map(({ id }) => id))
  const deleted = before.categories.filter(({ id }) => !left.has(id))
  const items = after.items.filter((item) => {
    const known = before.items.find(({ id }) => id === item.id)
    return known && !same(ofItem(known), ofItem(item))
  })
  const ids = (rules: Rules) => [rules.categories.map(({ id }) => id), rules.items.map(({ id }) => id)]
  return { policy, categories, deleted, items, sorted: !same(ids(before), ids(after)) }
}
export type RuleChanges = ReturnType<typeof changesOf>

export const isChanged = ({ policy, categories, deleted, items, sorted }: RuleChanges) =>
  sorted || categories.length + deleted.length + items.length + Object.keys(policy).length > 0

export const previewOf = ({ policy, categories, deleted, items }: RuleChanges): PolicyPreview => ({
  ...(Object.keys(policy).length > 0 && { policy }),
  ...((categories.length > 0 || deleted.length > 0) && {
    categories: [
      ...categories.map((category) => ({ id: category.id, ...ofCategory(category) })),
      ...deleted.map(({ id }) => ({ id, deleted: true })),
    ],
  }),
  ...(items.length > 0 && { items: items.map((item) => ({ id: item.id, ...ofItem(item) })) }),
})

/** The request that saves the changes; new categories have the ids that the page gave them. */
export const writeOf = (changes: RuleChanges, { categories, items }: Rules): Omit<BookRulesChange, 'version'> => ({
  ...previewOf({ ...changes, categories: changes.categories.map((one) => ({ ...one, weight: one.weight || '0' })) }),
  ...(changes.sorted && { category_ids: categories.map(({ id }) => id), item_ids: items.map(({ id }) => id) }),
})

/** A draft against the book as it is now: activities came and went, and a category may be gone. */
export function fitting({ policy, categories, items }: Rules, book: Rules): Rules {
  const inBook = new Map(book.items.map((item) => [item.id, item]))
  const kept = new Set(items.map(({ id }) => id))
  const names = new Set(categories.map(({ id }) => id))
  return {
    policy,
    categories,
    items: [
      ...items.flatMap(({ id, category_id, extra_credit, never_drop }) => {
        const item = inBook.get(id)
        return item ? [{ ...item, category_id: category_id && names.has(category_id) ? category_id : null, extra_credit, never_drop }] : []
      }),
      ...book.items.filter(({ id }) => !kept.has(id)),
    ],
  }
}

/** A draft that began from `earlier` goes on against `book`: categories that somebody else has added meanwhile are in it. */
export function onto(draft: Rules, earlier: Rules, book: Rules): Rules {
  const known = new Set([...earlier.categories, ...draft.categories].map(({ id }) => id))
  return fitting({ ...draft, categories: [...draft.categories, ...book.categories.filter(({ id }) => !known.has(id))] }, book)
}

/** A category is gone: its items have none. */
export const withoutCategory = ({ policy, categories, items }: Rules, id: string): Rules => ({
  policy,
  categories: categories.filter((category) => category.id !== id),
  items: items.map((item) => (item.category_id === id ? { ...item, category_id: null } : item)),
})

/** Faults by field: `<category> name`, `<category> weight`, `<category> drop`, `weights`. */
export function faultsOf({ policy, categories }: Rules): Record<string, 'name' | 'weight' | 'dropOrKeep' | 'sum'> {
  const faults: Record<string, 'name' | 'weight' | 'dropOrKeep' | 'sum'> = {}
  for (const { id, name, weight, drop, keep } of categories) {
    if (!name.trim()) faults[`${id} name`] = 'name'
    if (policy.aggregation === 'weighted' && !/^[0-9]{1,3}([.,][0-9]{1,4})?$/.test(weight)) faults[`${id} weight`] = 'weight'
    if (drop > 0 && keep !== null) faults[`${id} drop`] = 'dropOrKeep'
  }
  return faults
}
export const weightSum = ({ categories }: Rules) => categories.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0)
