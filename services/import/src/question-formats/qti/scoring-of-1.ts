// Scoring of an item of QTI 1.2: its response processing, evaluated for an answer. A format of conditions, so that points are found by trying answers.
import { childOf, childrenOf, localName, textIn, type XmlElement } from '../xml.ts'

/** An answer by the identifier of its response: options, or one text. */
type Responses = Readonly<Record<string, readonly string[]>>

const numberOf = (text: string) => Number(text.trim().replace(',', '.'))

/** Whether a condition holds. Comparisons of texts ignore case unless the file says otherwise. */
function holds(condition: XmlElement, responses: Responses): boolean {
  const given = responses[condition.attribs.respident ?? ''] ?? []
  const value = textIn(condition).trim()
  const compared = (compare: (a: number, b: number) => boolean) =>
    given.some((one) => one.trim() !== '' && compare(numberOf(one), numberOf(value)))
  const parts = () => childrenOf(condition).map((one) => holds(one, responses))
  switch (localName(condition)) {
    case 'varequal':
      return condition.attribs.case === 'Yes' ? given.includes(value) : given.some((one) => one.toLowerCase() === value.toLowerCase())
    case 'varsubset':
      return value.split(',').every((one) => given.includes(one.trim()))
    case 'vargte':
      return compared((a, b) => a >= b)
    case 'vargt':
      return compared((a, b) => a > b)
    case 'varlte':
      return compared((a, b) => a <= b)
    case 'varlt':
      return compared((a, b) => a < b)
    case 'or':
      return parts().some(Boolean)
    case 'not':
      return !parts().some(Boolean)
    case 'unanswered':
      return given.length === 0
    case 'other':
      return true
    default:
      return parts().every(Boolean)
  }
}

const conditionsOf = (item: XmlElement) => childrenOf(item, 'resprocessing').flatMap((one) => childrenOf(one, 'respcondition'))
/** The variable of the points is SCORE, or the only one of the item. */
const setsScore = ({ attribs }: XmlElement) => /^(score|que_score)$/i.test(attribs.varname ?? 'SCORE')

/** The points of an answer. */
export function scoreOf(item: XmlElement, responses: Responses): number {
  let score = 0
  for (const condition of conditionsOf(item)) {
    const variables = childOf(condition, 'conditionvar')
    if (!variables || !holds(variables, responses)) continue
    for (const set of childrenOf(condition, 'setvar').filter(setsScore)) {
      const value = /score\.max/i.test(textIn(set)) ? mostOf(item) : numberOf(textIn(set)) || 0
      const action = (set.attribs.action ?? 'Set').toLowerCase()
      score = action === 'add' ? score + value : action === 'subtract' ? score - value : action === 'set' ? value : score
    }
    if (condition.attribs.continue !== 'Yes') break
  }
  return score
}

/** The most points of the response processing; 0 where it names none. */
export function mostOf(item: XmlElement): number {
  const variable = childrenOf(item, 'resprocessing')
    .flatMap((one) => childrenOf(one, 'outcomes'))
    .flatMap((one) => childrenOf(one, 'decvar'))
    .find(setsScore)
  return numberOf(variable?.attribs.maxvalue ?? '') || 0
}

/** Comparisons of one response that earn points, without those below a `not`: the answers that the file knows. */
export type Known = { kind: string; value: string; exactCase: boolean; condition: XmlElement }
export function knownAnswers(item: XmlElement, respident: string): Known[] {
  const comparisons = (element: XmlElement, condition: XmlElement): Known[] =>
    childrenOf(element).flatMap((one) => {
      if (localName(one) === 'not') return []
      if (!/^var/.test(localName(one))) return comparisons(one, condition)
      if ((one.attribs.respident ?? '') !== respident) return []
      return [{ kind: localName(one), value: textIn(one).trim(), exactCase: one.attribs.case === 'Yes', condition }]
    })
  return conditionsOf(item)
    .filter((condition) => childrenOf(condition, 'setvar').some((set) => setsScore(set) && numberOf(textIn(set)) !== 0))
    .flatMap((condition) => comparisons(childOf(condition, 'conditionvar') ?? condition, condition))
}

/** The feedback that belongs to one option alone, by the option: a condition that compares this one and nothing else. */
export function feedbackIds(item: XmlElement, respident: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const condition of conditionsOf(item)) {
    const variables = childOf(condition, 'conditionvar')
    const [only, ...more] = variables ? childrenOf(variables) : []
    if (!only || more.length > 0 || localName(only) !== 'varequal' || only.attribs.respident !== respident) continue
    const option = textIn(only).trim()
    const ids = childrenOf(condition, 'displayfeedback').map(({ attribs }) => attribs.linkrefid ?? '')
    found.set(option, [...(found.get(option) ?? []), ...ids])
  }
  return found
}
