// Small pieces that every format needs: ids of parts, HTML from text and back, percentages, orders that say nothing.
import { createHash, randomInt } from 'node:crypto'
import { Problem } from '@lyceum/kit/calls/errors'
import { convertedHtml } from '@lyceum/kit/text/clean-html'
import { asciiNumber, decimalsOf, plainDecimal, roundedDecimal } from '@lyceum/kit/text/decimals'
import type { Note, NeutralQuestion, Part } from './format.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
let chosen = (below: number): number => randomInt(below)

/** Runs `work` with ids and orders that follow from a seed alone: an import that is read once more asks for the same questions. */
export function withSeed<T>(seed: string, work: () => T): T {
  const before = chosen
  let n = 0
  let bytes = Buffer.alloc(0)
  chosen = (below) => {
    if (bytes.length < 4) bytes = createHash('sha256').update(`${seed} ${n++}`).digest()
    const number = bytes.readUInt32BE()
    bytes = bytes.subarray(4)
    return number % below
  }
  try {
    return work()
  } finally {
    chosen = before
  }
}

export const newPartId = (): string => Array.from({ length: 8 }, () => letters[chosen(letters.length)]).join('')
export const partOf = (text: string): Part => ({ id: newPartId(), text })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)

/** Plain text as HTML: a paragraph for each that an empty line ends. */
export function htmlOf(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '')
  const lines = (one: string) => escaped(one.trim()).replaceAll(/\r?\n/g, '<br>')
  return paragraphs.length < 2 ? paragraphs.map(lines).join('') : paragraphs.map((one) => `<p>${lines(one)}</p>`).join('')
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
export const unescaped = (html: string): string =>
  html.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (all, decimal?: string, hexadecimal?: string, name?: string) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    return named[name!.toLowerCase()] ?? all
  })

/** HTML with what texts have in place of what they have not, and what went of it. HTML beyond all bounds stays as it is: the bank refuses it. */
export function convertedText(html: string): { html: string; lost: Record<string, number> } {
  if (!/<|«math/i.test(html)) return { html, lost: {} }
  try {
    return convertedHtml('text', html)
  } catch (error) {
    if (error instanceof Problem) return { html, lost: {} }
    throw error
  }
}

/** HTML as one text: a new line where a block or a line ends. Formulas as their LaTeX. */
export const textOf = (html: string): string =>
  unescaped(
    convertedText(html)
      .html.replaceAll(/<\/(td|th)>/gi, ' ')
      .replaceAll(/<span\b[^>]*\bdata-latex="([^"]*)"[^>]*>.*?<\/span>/gs, (_, latex: string) => `$${latex}$`)
      .replaceAll(/<(br|hr)\b[^>]*>|<\/(p|div|li|h\d|tr|blockquote|pre|figure|figcaption|caption)>/gi, '\n')
      .replaceAll(/<[^>]*>/g, ''),
  )
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()

/** The first words of a text, for a title. */
export function titleOf(html: string): string {
  const text = textOf(html).replaceAll(/\s+/g, ' ')
  return [...text].length <= 80
    ? text
    : `${[...text]
        .slice(0, 79)
        .join('')
        .replace(/\s+\S*$/, '')}…`
}

/** -100 to 100 with at most five places, as percentages are stored. */
export const percentOf = (number: number): string => String(Math.round(Math.min(100, Math.max(-100, number)) * 1e5) / 1e5)

/** Whether a point is the sign of the format: a table has none, as any program of any language may have written it. */
export type DecimalFormat = 'point' | 'any'

/** Both numbers of "1,500", which may be a fraction or thousands. */
export function twoNumbersIn(text: string, format: DecimalFormat): Note | undefined {
  const [fraction, whole] = decimalsOf(text)
  if (whole === undefined || (format === 'point' && !asciiNumber(text).includes(','))) return undefined
  return { code: 'twoNumbers', params: { typed: text.trim(), fraction: plainDecimal(fraction!), whole } }
}

/** A decimal of a file, as numbers are stored; undefined: it is none, or may be two. */
export function decimalOf(text: string, format: DecimalFormat = 'point'): string | undefined {
  const [plain = ''] = twoNumbersIn(text, format) ? [] : decimalsOf(text)
  return /^-?\d{1,18}(\.\d{1,18})?(e-?\d{1,2})?$/.test(plain) ? plain : undefined
}

/** Units of a decimal text in the last of so many places. */
function unitsIn(decimal: string, places: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`)
}
const decimalIn = (units: bigint, places: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction && `.${fraction}`}`
}

/** The middle of a range and its distance to both ends, exact: 0.1 to 0.3 is 0.2 and 0.1. */
export function rangeIn(least: string, most: string): { value: string; tolerance: string } | undefined {
  const ends = [decimalOf(least), decimalOf(most)].map((end) => (end?.includes('e') ? undefined : end))
  const [a, b] = ends
  if (a === undefined || b === undefined) return undefined
  const places = Math.max(...[a, b].map((end) => end.split('.')[1]?.length ?? 0)) + 1
  if (places > 18) return undefined
  const [from, to] = [unitsIn(a, places), unitsIn(b, places)]
  const distance = to > from ? to - from : from - to
  return { value: decimalIn((from + to) / 2n, places), tolerance: decimalIn(distance / 2n, places) }
}

/** Points of a file: above 0 with at most four places; 1 where it says none. */
export function pointsOf(text: string | undefined, format: DecimalFormat = 'point'): string {
  const read = decimalOf(text ?? '', format)
  if (read === undefined || read.includes('e') || Number(read) <= 0) return '1'
  const points = roundedDecimal(read, 4)
  return Number(points) === 0 ? '0.0001' : Number(points) > 9999 ? '9999' : points
}

/** In another order, each as likely: files put the right ones first. */
export function mixed<T>(list: readonly T[]): T[] {
  const copy = [...list]
  for (let last = copy.length - 1; last > 0; last--) {
    const at = chosen(last + 1)
    ;[copy[last], copy[at]] = [copy[at]!, copy[last]!]
  }
  return copy
}

/** The question with each of its HTML texts as `map` answers it. */
export function withTexts(question: NeutralQuestion, map: (html: string) => string): NeutralQuestion {
  const parts = (list: readonly Part[]) => list.map((part) => ({ ...part, text: map(part.text) }))
  const record = <T extends Record<string, string | undefined>>(texts: T | undefined) =>
    texts && (Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, text === undefined ? undefined : map(text)])) as T)
  const fed = <T extends { feedback?: string }>(list: readonly T[]) =>
    list.map((one) => (one.feedback === undefined ? one : { ...one, feedback: map(one.feedback) }))
  const shared = { stem: map(question.stem), feedback: map(question.feedback) }
  switch (question.type) {
    case 'single':
    case 'multiple':
      return {
        ...question,
        ...shared,
        content: { ...question.content, options: parts(question.content.options) },
        key: { ...question.key, ...(question.key.feedback && { feedback: record(question.key.feedback) }) },
      } as NeutralQuestion
    case 'true_false':
      return {
        ...question,
        ...shared,
        key: { ...question.key, ...(question.key.feedback && { feedback: record(question.key.feedback) }) },
      } as NeutralQuestion
    case 'short_answer':
      return { ...question, ...shared, key: { ...question.key, accepted: fed(question.key.accepted) } }
    case 'numerical':
      return { ...question, ...shared, key: { accepted: fed(question.key.accepted) } }
    case 'matching':
      return {
        ...question,
        ...shared,
        content: { ...question.content, items: parts(question.content.items), choices: parts(question.content.choices) },
      }
    case 'ordering':
      return { ...question, ...shared, content: { items: parts(question.content.items) } }
    case 'blanks':
      return {
        ...question,
        ...shared,
        content: { blanks: question.content.blanks.map((blank) => (blank.options ? { ...blank, options: parts(blank.options) } : blank)) },
      }
    case 'essay':
      return {
        ...question,
        ...shared,
        content: { ...question.content, ...(question.content.template && { template: map(question.content.template) }) },
        key: question.key.guide ? { guide: map(question.key.guide) } : {},
      }
    case 'file':
      return { ...question, ...shared, key: question.key.guide ? { guide: map(question.key.guide) } : {} }
    default:
      return { ...question, ...shared }
  }
}

const formulas = /(<(?:span|div)\b[^<>]*\bdata-latex="[^"]*"[^<>]*>[^<]*<\/(?:span|div)>)/

/** Formulas between \\( and \\), \\[ and \\] or $$ as rich texts have them. */
export const withFormulas = (html: string): string =>
  html
    .split(formulas)
    .map((piece) =>
      formulas.test(piece)
        ? piece
        : piece.replaceAll(
            /\\\((.{1,4000}?)\\\)|\\\[(.{1,4000}?)\\\]|\$\$(.{1,4000}?)\$\$/gs,
            (_, inline?: string, block?: string, dollars?: string) => {
              const latex = unescaped((inline ?? block ?? dollars)!.replaceAll(/<[^>]*>/g, '')).trim()
              const tag = block === undefined ? 'span' : 'div'
              return `<${tag} data-latex="${escaped(latex)}">${escaped(latex)}</${tag}>`
            },
          ),
    )
    .join('')
/** Formulas of rich texts between \\( and \\), as other systems read them. */
export const withTex = (html: string): string =>
  html.replaceAll(/<(span|div)\b[^>]*\bdata-latex="([^"]*)"[^>]*>.*?<\/\1>/gs, (_, tag: string, latex: string) =>
    tag === 'div' ? `\\[${latex}\\]` : `\\(${latex}\\)`,
  )

export type Shared = Pick<NeutralQuestion, 'title' | 'stem' | 'feedback' | 'points' | 'tags' | 'folder' | 'notes' | 'ref' | 'about'>

/** The most parts that a question has. */
const mostParts = { choice: 50, matching: 50, ordering: 30 }

/** One choice or several, by what each answer earns in per cent. */
export function choiceOf(
  shared: Shared,
  answers: { html: string; percent: number; feedback: string }[],
  { one, shuffle }: { one: boolean; shuffle?: boolean },
): NeutralQuestion {
  if (answers.length > mostParts.choice) return keptAsText(shared, 'choice', '')
  const parts = answers.map((answer) => ({ ...answer, part: partOf(answer.html) }))
  const options = parts.map(({ part }) => part)
  const feedback = Object.fromEntries(parts.flatMap(({ part, feedback }) => (feedback === '' ? [] : [[part.id, feedback]])))
  const given = { ...(Object.keys(feedback).length > 0 && { feedback }) }
  const content = { options, ...(shuffle && { shuffle }) }
  if (one) {
    const best = parts.reduce((a, b) => (b.percent > a.percent ? b : a))
    const percents = Object.fromEntries(
      parts.flatMap(({ part, percent }) => (part === best.part || percent === 0 ? [] : [[part.id, percentOf(percent)]])),
    )
    const notes: NeutralQuestion['notes'] = best.percent < 99.99 ? [...shared.notes, { code: 'noFullAnswer' }] : shared.notes
    return {
      ...shared,
      notes,
      type: 'single',
      content,
      key: { right: best.part.id, ...(Object.keys(percents).length > 0 && { percents }), ...given },
    }
  }
  const rights = parts.filter(({ percent }) => percent > 0)
  const right = (rights.length > 0 ? rights : parts.slice(0, 1)).map(({ part }) => part.id)
  const notes: NeutralQuestion['notes'] = rights.length > 0 ? shared.notes : [...shared.notes, { code: 'noFullAnswer' }]
  const percents = Object.fromEntries(parts.map(({ part, percent }) => [part.id, percentOf(percent)]))
  return { ...shared, notes, type: 'multiple', content, key: { right, rule: 'percents', percents, ...given } }
}

/** Pairs: the same text on the right is one choice; a pair without a left side is a choice that belongs to none. */
export function matchingOf(shared: Shared, pairs: { left: string; right: string }[], shuffle = true): NeutralQuestion {
  if (pairs.length > mostParts.matching) return keptAsText(shared, 'matching', '')
  const choiceOfText = new Map<string, Part>()
  for (const { right } of pairs) if (!choiceOfText.has(right)) choiceOfText.set(right, partOf(right))
  const items = pairs
    .filter(({ left }) => left !== '')
    .map(({ left, right }) => ({ part: partOf(left), choice: choiceOfText.get(right)!.id }))
  return {
    ...shared,
    type: 'matching',
    content: { items: items.map(({ part }) => part), choices: mixed([...choiceOfText.values()]), ...(shuffle && { shuffle }) },
    key: { pairs: Object.fromEntries(items.map(({ part, choice }) => [part.id, choice])), rule: 'each' },
  }
}

/** Items that the file has in their right order. */
export function orderingOf(shared: Shared, texts: string[]): NeutralQuestion {
  if (texts.length > mostParts.ordering) return keptAsText(shared, 'ordering', '')
  const parts = texts.map(partOf)
  return { ...shared, type: 'ordering', content: { items: mixed(parts) }, key: { order: parts.map(({ id }) => id), rule: 'place' } }
}

/** A question without a counterpart: an essay that a person marks, with the file's answers as their guide. */
export const keptAsText = (shared: Shared, type: string, answers: string): NeutralQuestion => ({
  ...shared,
  notes: [...shared.notes, { code: 'keptAsText', params: { type } }],
  type: 'essay',
  content: { format: 'rich' },
  key: answers === '' ? {} : { guide: answers },
})
