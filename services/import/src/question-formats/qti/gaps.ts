// Blanks within a text of QTI: what is entered or chosen in them.
import type { AcceptedNumber, Blank, BlankKey, NeutralQuestion } from '../format.ts'
import { decimalOf, keptAsText, partOf, percentOf, type Shared } from '../parts.ts'
import { childrenOf, localName, type XmlElement } from '../xml.ts'

/** The response declaration of an interaction. */
export type Declared = { cardinality: string; base: string; correct: string[]; exactCase: boolean; mapped: Map<string, number> }
export type Html = (nodes: readonly unknown[]) => string

export const markupOfOption = (one: XmlElement, html: Html) => html(one.children).trim()

/** A question with blanks within its text: a word or a number alone is one of its own type. */
export function gapped(
  shared: Shared,
  gaps: { id: string; element: XmlElement }[],
  declared: Map<string, Declared>,
  html: Html,
): NeutralQuestion {
  const [only] = gaps
  const answerOf = ({ attribs }: XmlElement) => declared.get(attribs.responseIdentifier ?? '')
  if (gaps.length === 1 && only && localName(only.element) === 'textEntryInteraction') {
    const answer = answerOf(only.element)
    const key = answer ? entryKey(answer) : undefined
    const stem = shared.stem.replace(`[[${only.id}]]`, '_____')
    if (key?.numbers) return { ...shared, stem, type: 'numerical', content: {}, key: { accepted: key.numbers } }
    if (key?.texts)
      return {
        ...shared,
        stem,
        type: 'short_answer',
        content: {},
        key: { accepted: key.texts, ...(key.case_sensitive && { case_sensitive: true }) },
      }
    return keptAsText({ ...shared, stem }, 'textEntryInteraction', '')
  }
  const blanks: Blank[] = []
  const keys: Record<string, BlankKey> = {}
  for (const { id, element } of gaps) {
    const answer = answerOf(element)
    if (localName(element) === 'inlineChoiceInteraction') {
      const options = childrenOf(element, 'inlineChoice').map((one) => ({
        part: partOf(markupOfOption(one, html)),
        right: answer?.correct.includes(one.attribs.identifier ?? '') ?? false,
      }))
      blanks.push({ id, kind: 'choice', options: options.map(({ part }) => part) })
      keys[id] = { options: Object.fromEntries(options.map(({ part, right }) => [part.id, right ? '100' : '0'])) }
      continue
    }
    const key = (answer && entryKey(answer)) ?? { texts: [] }
    blanks.push({ id, kind: key.numbers ? 'number' : 'text' })
    keys[id] = key
  }
  return { ...shared, type: 'blanks', content: { blanks }, key: { blanks: keys } }
}

/** The accepted texts of a text entry; undefined: none. */
function entryKey({ base, correct, mapped, exactCase }: Declared): Pick<BlankKey, 'numbers' | 'texts' | 'case_sensitive'> | undefined {
  const best = Math.max(0, ...mapped.values())
  const answers =
    best > 0
      ? [...mapped].map(([text, points]) => ({ text, percent: percentOf((100 * points) / best) }))
      : correct.map((text) => ({ text, percent: '100' }))
  const kept = answers.filter(({ text }) => text !== '').map(({ text, percent }) => ({ text: text.slice(0, 500), percent }))
  if (kept.length === 0) return undefined
  if (base !== 'float' && base !== 'integer') return { texts: kept, ...(exactCase && { case_sensitive: true }) }
  const numbers = kept.flatMap(({ text, percent }): AcceptedNumber[] => {
    const value = decimalOf(text)
    return value === undefined ? [] : [{ value, tolerance: '0', percent }]
  })
  return numbers.length > 0 ? { numbers } : undefined
}
