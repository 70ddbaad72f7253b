// Fields by which two versions of a rubric are compared: each criterion on its own, and their order.
import { type Answer, newKey } from '../../../client.ts'
import type { useTexts } from '../../../i18n.ts'
import { entry, type ListOf, orderOf, type VersionField } from '../../base/drafts/version-fields.ts'

export type Criterion = Answer<'GET /api/activities/:id/rubric'>['criteria'][number]
export type RubricForm = { criteria: readonly Criterion[] }

const criteriaOf: ListOf<RubricForm, Criterion> = { get: ({ criteria }) => criteria, put: (_, criteria) => ({ criteria }) }

export function rubricFields(base: RubricForm, t: ReturnType<typeof useTexts<'rubrics'>>): VersionField<RubricForm>[] {
  const named = base.criteria.map((one, at) => ({ ...one, name: one.title || t('criterion', { number: at + 1 }) }))
  return [
    ...named.map(({ id, name }) =>
      entry(criteriaOf, id, name, ({ title, about, levels }) =>
        [title, about, ...levels.map((level) => [`${level.points} · ${level.title}`, level.about].filter(Boolean).join(': '))]
          .filter(Boolean)
          .join('\n'),
      ),
    ),
    orderOf(criteriaOf, base, t('order'), ({ id, title }) => named.find((one) => one.id === id)?.name ?? title),
  ]
}

/** A draft that began from `earlier` goes on against `present`: criteria that somebody else has added meanwhile are in it. */
export function onto(draft: RubricForm, earlier: RubricForm, present: RubricForm): RubricForm {
  const known = new Set([...earlier.criteria, ...draft.criteria].map(({ id }) => id))
  return { criteria: [...draft.criteria, ...present.criteria.filter(({ id }) => !known.has(id))] }
}

/** crypto.randomUUID is missing on plain http in a local network. */
export const newId = () => newKey().replace(/^([0-9a-f]{8})([0-9a-f]{4}).([0-9a-f]{3}).([0-9a-f]{3})([0-9a-f]{12})$/, '$1-$2-4$3-8$4-$5')
/** With ids of its own. */
export const copied = (criteria: readonly Criterion[]): Criterion[] =>
  criteria.map((one) => ({ ...one, id: newId(), levels: one.levels.map((level) => ({ ...level, id: newId() })) }))
