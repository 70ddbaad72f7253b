// What two versions of a gradebook's rules are compared by: each rule, category and item of the book on its own, and their order.
import type { PolicyDraft } from '@lyceum/activity/scores/api'
import type { useTexts } from '../../../i18n.ts'
import { property, type VersionField } from '../../../parts/drafts/version-fields.ts'
import type { Scale } from '../../../parts/scores/queries.ts'
import { list } from '../../../ui/format.ts'
import type { DraftCategory, DraftItem, Rules } from './rules-draft.ts'

type Texts = ReturnType<typeof useTexts<'score-rules'>>

function policyField<K extends keyof PolicyDraft & string>(
  name: K,
  label: string,
  show: (value: PolicyDraft[K]) => string,
): VersionField<Rules> {
  const field = property<PolicyDraft, K>(name, label, { show })
  return {
    ...field,
    get: ({ policy }) => field.get(policy),
    put: (rules, next) => ({ ...rules, policy: field.put(rules.policy, next) }),
  }
}

/** Those of `list` in the order of `ids`, others behind them. */
const inOrder = <T extends { id: string }>(all: readonly T[], ids: readonly string[]): T[] => {
  const at = new Map(ids.map((id, place) => [id, place]))
  return all.toSorted((a, b) => (at.get(a.id) ?? ids.length) - (at.get(b.id) ?? ids.length))
}
/** With `next` in place of the one of this id; null: without it. */
const withOne = <T extends { id: string }>(all: readonly T[], id: string, next: T | null): T[] =>
  all.some((one) => one.id === id) ? all.flatMap((one) => (one.id !== id ? [one] : next ? [next] : [])) : [...all, ...(next ? [next] : [])]

/** `base`: what both began from; `names`: of categories that either may name. */
export function rulesFields(base: Rules, names: readonly DraftCategory[], scales: readonly Scale[], t: Texts): VersionField<Rules>[] {
  const percent = (value: number | null | undefined) => (value === null || value === undefined ? '' : `${value}%`)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const titles = new Map([...nameOf, ...base.items.map(({ id, title }) => [id, title] as const)])
  const [ofCategories, ofItems] = [new Set(base.categories.map(({ id }) => id)), new Set(base.items.map(({ id }) => id))]
  return [
    policyField('aggregation', t('aggregation'), (value) => t(value === 'weighted' ? 'weighted' : 'byPoints')),
    ...base.categories.map(
      ({ id, name }): VersionField<Rules> => ({
        label: name || t('unnamed'),
        kind: 'plain',
        get: ({ categories }) => categories.find((one) => one.id === id) ?? null,
        put: (rules, next) => ({ ...rules, categories: withOne(rules.categories, id, next as DraftCategory | null) }),
        show: (value) => {
          const one = value as DraftCategory | null
          if (!one) return ''
          const counts = one.keep !== null ? `${t('countsKeep')}: ${one.keep}` : one.drop > 0 ? `${t('countsDrop')}: ${one.drop}` : ''
          return list([one.name || t('unnamed'), one.weight && `${one.weight}%`, counts || t('countsAll')].filter(Boolean))
        },
      }),
    ),
    ...base.items.map(
      ({ id, title }): VersionField<Rules> => ({
        label: title,
        kind: 'plain',
        get: ({ items }) => {
          const one = items.find((item) => item.id === id)
          return one ? { category_id: one.category_id, extra_credit: one.extra_credit, never_drop: one.never_drop } : null
        },
        put: (rules, next) => {
          const one = rules.items.find((item) => item.id === id) ?? base.items.find((item) => item.id === id)
          return { ...rules, items: withOne(rules.items, id, next && one ? { ...one, ...next } : null) }
        },
        show: (value) => {
          const one = value as Pick<DraftItem, 'category_id' | 'extra_credit' | 'never_drop'> | null
          if (!one) return ''
          const category = one.category_id ? nameOf.get(one.category_id) || t('unnamed') : t('noCategory')
          return list([category, one.extra_credit && t('extra'), one.never_drop && t('neverDrop')].filter((text) => text !== false))
        },
      }),
    ),
    {
      label: t('order'),
      kind: 'plain',
      get: ({ categories, items }) => [
        categories.map(({ id }) => id).filter((id) => ofCategories.has(id)),
        items.map(({ id }) => id).filter((id) => ofItems.has(id)),
      ],
      put: (rules, next) => {
        const [categories = [], items = []] = next as string[][]
        return { ...rules, categories: inOrder(rules.categories, categories), items: inOrder(rules.items, items) }
      },
      show: (value) =>
        (value as string[][])
          .flat()
          .map((id) => titles.get(id) ?? '')
          .join('\n'),
    },
    policyField('late', t('late'), (value) =>
      value
        ? [
            `${t('latePercent')}: ${percent(value.percent)}`,
            `${t('latePer')}: ${t(value.per === 'day' ? 'perDay' : 'perHour')}`,
            `${t('lateLowest')}: ${percent(value.lowest)}`,
            `${t('lateGrace')}: ${value.grace_minutes}`,
          ].join('\n')
        : '',
    ),
    policyField('missing', t('missing'), (value) => (value ? `${t('missingPercent')} ${percent(value.percent)}` : '')),
    policyField('scale_id', t('scale'), (value) => (value ? (scales.find(({ id }) => id === value)?.name ?? '') : t('noScale'))),
    policyField('pass_percent', t('pass'), percent),
    policyField('digits', t('digits'), String),
    policyField('distribution', t('distribution'), (value) => (value ? t('distribution') : '')),
  ]
}
