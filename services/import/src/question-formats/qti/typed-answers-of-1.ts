// Typed answers of QTI 1.2: words, numbers, and blanks within a text.
import type { Accepted, AcceptedNumber, Blank, BlankKey, NeutralQuestion } from '../format.ts'
import { decimalOf, newPartId, partOf, percentOf, rangeIn, type Shared, textOf } from '../parts.ts'
import { localName, within, type XmlElement } from '../xml.ts'
import { knownAnswers, scoreOf } from './scoring-of-1.ts'

export type Response = { id: string; element: XmlElement; labels: { id: string; html: string }[]; html: string }
/** `kind`: the name that the file has for its type; `texts`: feedback by its identifier. */
export type Item = { item: XmlElement; shared: Shared; responses: Response[]; texts: ReadonlyMap<string, string>; kind: string }

/** Blanks that the text names in brackets: words that are typed, or options. */
export function blanks(of: Item): NeutralQuestion | undefined {
  const { item, shared, responses } = of
  const list: Blank[] = []
  const keys: Record<string, BlankKey> = {}
  let { stem } = shared
  for (const response of responses) {
    const id = newPartId()
    const name = textOf(response.html) || response.id.replace(/^response_/, '')
    if (!stem.includes(`[${name}]`)) return undefined
    stem = stem.replace(`[${name}]`, `[[${id}]]`)
    const scores = response.labels.map((label) => scoreOf(item, { [response.id]: [label.id] }))
    const best = Math.max(0, ...scores)
    // a wrong one among them: they are options, else all are accepted
    if (scores.some((score) => score <= 0) && best > 0 && response.labels.length > 1) {
      const options = response.labels.map((label) => partOf(label.html))
      list.push({ id, kind: 'choice', options })
      keys[id] = { options: Object.fromEntries(options.map((one, at) => [one.id, percentOf(best > 0 ? (100 * scores[at]!) / best : 0)])) }
    } else {
      const accepted =
        response.labels.length > 0 ? response.labels.map((label) => textOf(label.html)) : wordsOf(of, response).map(({ text }) => text)
      list.push({ id, kind: 'text' })
      keys[id] = { texts: accepted.filter(Boolean).map((text) => ({ text: text.slice(0, 500), percent: '100' })) }
    }
  }
  return { ...shared, stem, type: 'blanks', content: { blanks: list }, key: { blanks: keys } }
}

export function wordsOf({ item }: Item, { id }: Response): Accepted[] {
  const words = [...new Set(knownAnswers(item, id).flatMap(({ kind, value }) => (kind === 'varequal' && value !== '' ? [value] : [])))]
  const scores = words.map((word) => scoreOf(item, { [id]: [word] }))
  const best = Math.max(0, ...scores)
  return words.flatMap((text, at) =>
    scores[at]! > 0 ? [{ text: text.slice(0, 500), percent: percentOf((100 * scores[at]!) / best) }] : [],
  )
}

export const isNumber = ({ element }: Response, kind: string, known: { kind: string }[]) =>
  localName(element) === 'response_num' ||
  /numerical|numeric/.test(kind) ||
  within(element, 'render_fib').some(({ attribs }) => /^(integer|decimal|scientific)$/i.test(attribs.fibtype ?? '')) ||
  known.some(({ kind: comparison }) => /^var[gl]t/.test(comparison))

/** Ranges, and numbers without one, by their condition. */
export function numbersOf({ item }: Item, { id }: Response): AcceptedNumber[] {
  const known = knownAnswers(item, id)
  const conditions = [...new Set(known.map(({ condition }) => condition))]
  const found = conditions.flatMap((condition): { value: string; tolerance: string; at: string }[] => {
    const own = known.filter((one) => one.condition === condition)
    const least = own.find(({ kind }) => /^vargte?$/.test(kind))?.value
    const most = own.find(({ kind }) => /^varlte?$/.test(kind))?.value
    const range = least !== undefined && most !== undefined ? rangeIn(least, most) : undefined
    if (range) return [{ ...range, at: range.value }]
    return own.flatMap(({ kind, value }) => {
      const number = kind === 'varequal' ? decimalOf(value) : undefined
      return number === undefined ? [] : [{ value: number, tolerance: '0', at: value }]
    })
  })
  const scores = found.map(({ at }) => scoreOf(item, { [id]: [at] }))
  const best = Math.max(0, ...scores)
  return found.flatMap(({ value, tolerance }, nth) =>
    scores[nth]! > 0 ? [{ value, tolerance, percent: percentOf((100 * scores[nth]!) / best) }] : [],
  )
}
