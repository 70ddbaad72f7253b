// Texts of answers, compared with those that are accepted. Pure.
import { compare, type Fraction, zero } from '../../points/fractions.ts'
import type { Faults } from './definition.ts'
import { one, shareOf, within } from './percents.ts'
import type { AcceptedText } from './shapes.ts'

export type TextKey = { accepted: readonly AcceptedText[]; case_sensitive?: boolean; accent_sensitive?: boolean }

/** Raised and lowered digits and fractions, which NFKC would set on the line: 10⁶ is not 106. */
const offTheLine = /([²³¹⁰-ₜ¼-¾⅐-⅞]+)/u

const compatible = (text: string) =>
  text
    .split(offTheLine)
    .map((part, n) => (n % 2 === 0 ? part.normalize('NFKC') : part))
    .join('')

/** The form that two texts which count as the same have in common: blanks, width and quotation marks never count. */
export function comparable(text: string, rules: { case_sensitive?: boolean; accent_sensitive?: boolean } = {}): string {
  // before NFKC, which makes a blank with an accent of ´
  let made = compatible(text.replace(/[´`]/g, "'"))
    .replace(/[‘’‚‛ʹʼ′‵]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑–−]/g, '-')
    .replace(/\p{Cf}/gu, '')
    // marks of Thai look the same in any order, and two เ like แ
    .replace(/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{2,}/g, (marks) => [...marks].toSorted().join(''))
    .replace(/เเ/g, 'แ')
    .replace(/\s+/g, ' ')
    .trim()
  // only accents of Latin, Greek and Cyrillic letters: in Thai such marks are vowels and tones. й, ў and ї are letters of their own
  if (rules.accent_sensitive === false)
    made = made
      .normalize('NFD')
      .replace(/([иу]\u0306|і\u0308)|[\u0300-\u036f]/giu, '$1')
      .normalize('NFC')
  return rules.case_sensitive ? made : made.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')
}

/** The pieces between the `*` of an accepted text. */
function piecesOf(pattern: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const [sign] of pattern.matchAll(/\\[*\\]|./gsu)) {
    if (sign === '*') {
      pieces.push(piece)
      piece = ''
    } else piece += sign.length === 2 && sign.startsWith('\\') ? sign[1] : sign
  }
  return [...pieces, piece]
}

/** In time of the length of both: pieces are looked for from left to right. */
function matches(pattern: string, text: string, rules: TextKey): boolean {
  const typed = comparable(text, rules)
  const [first = '', ...rest] = piecesOf(comparable(pattern, rules))
  const last = rest.pop()
  if (last === undefined) return typed === first
  if (!typed.startsWith(first) || !typed.endsWith(last) || typed.length < first.length + last.length) return false
  let at = first.length
  const end = typed.length - last.length
  for (const piece of rest) {
    const found = typed.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

/** The best of the accepted texts that match: their order says nothing. */
export function textMark(key: TextKey, text: string): { share: Fraction; feedback: string[] } {
  let best: AcceptedText | undefined
  for (const accepted of key.accepted)
    if (matches(accepted.text, text, key) && (!best || compare(shareOf(accepted.percent), shareOf(best.percent)) > 0n)) best = accepted
  return { share: best ? within(shareOf(best.percent)) : zero, feedback: best?.feedback ? [best.feedback] : [] }
}

export function textFaults(key: TextKey, field: string): Faults {
  const faults: Faults = {}
  for (const [n, { text, percent }] of key.accepted.entries()) {
    if (comparable(text, key) === '') faults[`${field}.${n}.text`] = [{ code: 'field.required' }]
    if (percent.startsWith('-')) faults[`${field}.${n}.percent`] = [{ code: 'field.tooSmall', params: { limit: 0 } }]
  }
  if (!key.accepted.some(({ percent }) => compare(shareOf(percent), one) === 0n)) faults[field] = [{ code: 'question.noFull' }]
  return faults
}

/** A text that earns everything, or null. */
export function fullText(key: TextKey): string | null {
  for (const { text, percent } of key.accepted) {
    if (compare(shareOf(percent), one) !== 0n) continue
    const pieces = piecesOf(text)
    for (const between of ['', '…', ' … ']) {
      const made = pieces.join(between).trim()
      if (made !== '' && matches(text, made, key)) return made
    }
  }
  return null
}
