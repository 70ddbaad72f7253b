// Fields by which two versions of a gradebook's rules are compared: each rule, category and item of the book on its own, and their order.
import type { PolicyDraft } from '@lyceum/activity/gradebook/scores/api'
import type { useTexts } from '../../../i18n.ts'
import { entry, type ListOf, orderOf, property, type VersionField, withEntry } from '../../../parts/base/drafts/version-fields.ts'
import type { Scale } from '../../../parts/learning/scores/queries.ts'
import { list } from '../../../ui/format.ts'
import type { DraftCategory, DraftItem, Rules } from './rules-draft.ts'

type Texts = ReturnType<typeof useTexts<'score-rules'>>

const categoriesOf: ListOf<Rules, DraftCategory> = {
  get: ({ categories }) => categories,
  put: (rules, categories) => ({ ...rules, categories }),
}
const itemsOf: ListOf<Rules, DraftItem> = { get: ({ items }) => items, put: (rules, items) => ({ ...rules, items }) }

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

type OwnOfItem = Pick<DraftItem, 'category_id' | 'extra_credit' | 'never_drop'>
/** Title and points are those of the book. */
const itemField = (item: DraftItem, show: (own: OwnOfItem) => string): VersionField<Rules> => ({
  label: item.title,
  kind: 'plain',
  get: ({ items }) => {
    const one = items.find(({ id }) => id === item.id)
    return one ? { category_id: one.category_id, extra_credit: one.extra_credit, never_drop: one.never_drop } : null
  },
  put: (rules, next) => {
    const one = rules.items.find(({ id }) => id === item.id) ?? item
    return { ...rules, items: withEntry(rules.items, item.id, next ? { ...one, ...next } : null) }
  },
  show: (value) => (value ? show(value as OwnOfItem) : ''),
})

/** `base`: what both began from; `names`: of categories that either may name. */
export function rulesFields(base: Rules, names: readonly DraftCategory[], scales: readonly Scale[], t: Texts): VersionField<Rules>[] {
  const nameOf = new Map(names.map(({ id, name }) => [id, name || t('unnamed')]))
  return [
    policyField('aggregation', t('aggregation'), (value) => t(value === 'weighted' ? 'weighted' : 'byPoints')),
    ...base.categories.map(({ id, name }) =>
      entry(categoriesOf, id, name || t('unnamed'), (one) => {
        const counts = one.keep !== null ? `${t('countsKeep')}: ${one.keep}` : one.drop > 0 ? `${t('countsDrop')}: ${one.drop}` : ''
        return list([one.name || t('unnamed'), `${one.weight || 0}%`, counts || t('countsAll')])
      }),
    ),
    ...base.items.map((item) =>
      itemField(item, ({ category_id, extra_credit, never_drop }) =>
        list([
          category_id ? (nameOf.get(category_id) ?? t('unnamed')) : t('noCategory'),
          ...(extra_credit ? [t('extra')] : []),
          ...(never_drop ? [t('neverDrop')] : []),
        ]),
      ),
    ),
    orderOf(categoriesOf, base, t('categoryOrder'), ({ name }) => name),
    orderOf(itemsOf, base, t('itemOrder'), ({ title }) => title),
    policyField('late', t('late'), (value) =>
      value
        ? [
            `${t('latePercent')}: ${value.percent}%`,
            `${t('latePer')}: ${t(value.per === 'day' ? 'perDay' : 'perHour')}`,
            `${t('lateLowest')}: ${value.lowest}%`,
            `${t('lateGrace')}: ${value.grace_minutes}`,
          ].join('\n')
        : '',
    ),
    policyField('missing', t('missing'), (value) => (value ? `${t('missingPercent')} ${value.percent}%` : '')),
    policyField('scale_id', t('scale'), (value) => (value ? (scales.find(({ id }) => id === value)?.name ?? '') : t('noScale'))),
    policyField('pass_percent', t('pass'), (value) => (value === null ? '' : `${value}%`)),
    policyField('digits', t('digits'), String),
    policyField('distribution', t('distribution'), (value) => (value ? t('distribution') : '')),
  ]
}
