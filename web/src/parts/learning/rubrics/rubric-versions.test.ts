// Two versions of a rubric: what each side has changed is taken, and nothing that either has added is lost.
import { expect, test } from 'vitest'
import type { useTexts } from '../../../i18n.ts'
import { presetOf } from '../../base/drafts/merge.ts'
import { compareFields, mergeFields } from '../../base/drafts/version-fields.ts'
import { type Criterion, onto, rubricFields } from './rubric-versions.ts'

const t = ((key: string) => key) as unknown as ReturnType<typeof useTexts<'rubrics'>>
const criterion = (id: string, title: string): Criterion => ({
  id,
  title,
  about: '',
  levels: [{ id: `${id}1`, points: '1', title: 'Good', about: '' }],
})
const rubric = (...criteria: Criterion[]) => ({ criteria })
const [data, text, sources] = [criterion('a', 'Data'), criterion('b', 'Text'), criterion('c', 'Sources')]
const base = rubric(data, text)

test('a changed, a deleted and two added criteria come together', () => {
  const mine = rubric(text, { ...data, title: 'Data and graphs' }, criterion('m', 'Mine'))
  const theirs = rubric(data, sources)
  const compared = compareFields(rubricFields(base, t), base, mine, theirs)
  expect(compared.map(({ field, rows }) => [field.label, rows.map(presetOf)])).toEqual([
    ['Data', ['mine']],
    ['Text', ['theirs']],
    ['order', [undefined]],
  ])
  const merged = onto(mergeFields(compared, mine, { 2: { 0: 'theirs' } }), base, theirs)
  expect(merged.criteria.map(({ title }) => title)).toEqual(['Data and graphs', 'Mine', 'Sources'])
})

test('mine in place of theirs keeps what they have added', () => {
  expect(onto(base, base, rubric(sources)).criteria.map(({ title }) => title)).toEqual(['Data', 'Text', 'Sources'])
})
