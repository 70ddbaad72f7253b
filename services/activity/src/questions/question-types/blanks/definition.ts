// The question type blanks: gaps in a text.
import { over, plus, zero, type Fraction } from '../../../points/fractions.ts'
import { countedNumber, fullNumber, numberFaults, numberMark } from '../accepted-numbers.ts'
import { comparable, fullText, textFaults, textMark } from '../accepted-texts.ts'
import type { ContentOf, KeyOf } from '../api.ts'
import type { Faults, QuestionType } from '../definition.ts'
import { has, mapParts, partFaults, strangers } from '../part-lists.ts'
import { shareOf, verdictOf, within } from '../percents.ts'
import type { DecimalSign } from '@lyceum/kit/text/decimals'

type Blank = ContentOf<'blanks'>['blanks'][number]
type BlankKey = KeyOf<'blanks'>['blanks'][string]

const textKeyOf = ({ texts = [], ...rules }: BlankKey) => ({ ...rules, accepted: texts })

function markOf({ kind }: Blank, key: BlankKey, value: string, decimal: DecimalSign | undefined): { share: Fraction; feedback: string[] } {
  if (kind === 'text') return textMark(textKeyOf(key), value)
  if (kind === 'number') return numberMark(key.numbers ?? [], value, undefined, decimal)
  return { share: within(shareOf(key.options?.[value] ?? '0')), feedback: [] }
}

function fullOf({ kind, options = [] }: Blank, key: BlankKey): string | null {
  if (kind === 'text') return fullText(textKeyOf(key))
  if (kind === 'number') return fullNumber(key.numbers ?? [])
  return options.find(({ id }) => verdictOf(shareOf(key.options?.[id] ?? '0')) === 'right')?.id ?? null
}

function faultsOf({ kind, options = [] }: Blank, key: BlankKey, content: string, keyField: string): Faults {
  if (kind === 'text') return textFaults(textKeyOf(key), `${keyField}.texts`)
  if (kind === 'number') return numberFaults(key.numbers ?? [], `${keyField}.numbers`)
  const faults: Faults = { ...partFaults(options, `${content}.options`), ...strangers(key.options, options, `${keyField}.options`) }
  if (options.length < 2) faults[`${content}.options`] = [{ code: 'field.tooFew', params: { limit: 2 } }]
  if (!options.some(({ id }) => verdictOf(shareOf(key.options?.[id] ?? '0')) === 'right'))
    faults[`${keyField}.options`] = [{ code: 'question.noFull' }]
  return faults
}

export const blanks: QuestionType<'blanks'> = {
  askers: ['exam', 'film'],
  marking: 'key',
  stored: (content) => content,
  faults({ stem, content, key }) {
    const faults: Faults = {}
    const ids = content.blanks.map(({ id }) => id)
    for (const [n, blank] of content.blanks.entries()) {
      if (ids.indexOf(blank.id) !== n) faults[`content.blanks.${n}.id`] = [{ code: 'question.sameId' }]
      const of = key.blanks[blank.id]
      if (of) Object.assign(faults, faultsOf(blank, of, `content.blanks.${n}`, `key.blanks.${blank.id}`))
      else faults[`key.blanks.${blank.id}`] = [{ code: 'field.required' }]
    }
    for (const id of Object.keys(key.blanks)) if (!ids.includes(id)) faults[`key.blanks.${id}`] = [{ code: 'question.partUnknown' }]
    const places = [...stem.matchAll(/\[\[([a-z0-9]{6,12})\]\]/g)].map((match) => match[1]!)
    if (!ids.every((id) => places.filter((place) => place === id).length === 1)) faults['content.blanks'] = [{ code: 'question.noPlace' }]
    return faults
  },
  texts: (content, map) => ({
    blanks: content.blanks.map((blank) => ({ ...blank, ...(blank.options && { options: mapParts(blank.options, map) }) })),
  }),
  keyTexts(key, map) {
    const mapped = <A extends { feedback?: string }>(list: A[]): A[] =>
      list.map((accepted) => ({ ...accepted, ...(accepted.feedback && { feedback: map(accepted.feedback) }) }))
    return {
      blanks: Object.fromEntries(
        Object.entries(key.blanks).map(([id, of]) => [
          id,
          { ...of, ...(of.texts && { texts: mapped(of.texts) }), ...(of.numbers && { numbers: mapped(of.numbers) }) },
        ]),
      ),
    }
  },
  fits: (content, { values, decimals = {} }) =>
    Object.keys(decimals).every((id) => content.blanks.some((each) => each.id === id)) &&
    Object.entries(values).every(([id, value]) => {
      const blank = content.blanks.find((each) => each.id === id)
      return blank !== undefined && (blank.kind !== 'choice' || has(blank.options ?? [], value))
    }),
  isBlank: ({ values }) => Object.values(values).every((value) => value.trim() === ''),
  mark(content, key, { values, decimals }) {
    let sum = zero
    let weights = 0n
    const parts: Record<string, 'right' | 'wrong' | 'partly'> = {}
    const feedback: string[] = []
    for (const blank of content.blanks) {
      const of = key.blanks[blank.id] ?? {}
      const weight = BigInt(of.weight ?? 1)
      weights += weight
      const value = values[blank.id] ?? ''
      if (value.trim() === '') continue
      const marked = markOf(blank, of, value, decimals?.[blank.id])
      parts[blank.id] = verdictOf(marked.share)
      feedback.push(...marked.feedback)
      sum = plus(sum, { n: marked.share.n * weight, d: marked.share.d })
    }
    return { share: weights === 0n ? zero : within(over(sum.n, sum.d * weights)), parts, feedback }
  },
  solution(content, key) {
    const values: Record<string, string> = {}
    const decimals: Record<string, DecimalSign> = {}
    for (const blank of content.blanks) {
      const value = fullOf(blank, key.blanks[blank.id] ?? {})
      if (value === null) return null
      values[blank.id] = value
      if (blank.kind === 'number') decimals[blank.id] = '.'
    }
    return { values, decimals }
  },
  shuffled: (content) => content,
  counted: (content, { values, decimals }) =>
    content.blanks.flatMap(({ id, kind }) => {
      const value = values[id]
      if (!value?.trim()) return []
      return `${id}=${kind === 'choice' ? value : kind === 'number' ? countedNumber(value, undefined, decimals?.[id]) : comparable(value).slice(0, 200)}`
    }),
  example: {
    stem: '<p>Fresh water is densest at [[degree]] °C, sea water at its [[point0]]; ice is [[lighter]].</p>',
    content: {
      blanks: [
        { id: 'degree', kind: 'number' },
        { id: 'point0', kind: 'text' },
        {
          id: 'lighter',
          kind: 'choice',
          options: [
            { id: 'light0', text: '<p>lighter</p>' },
            { id: 'heavy0', text: '<p>heavier</p>' },
          ],
        },
      ],
    },
    key: {
      blanks: {
        degree: { weight: 2, numbers: [{ value: '4', tolerance: '0.1', percent: '100' }] },
        point0: { texts: [{ text: 'freezing*', percent: '100' }] },
        lighter: { options: { light0: '100' } },
      },
    },
  },
}
