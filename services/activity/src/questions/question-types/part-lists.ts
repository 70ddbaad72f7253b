// Options, items and choices of a content: lists of parts with lasting ids. Pure.
import type { Faults } from './definition.ts'
import { comparedText, isEmptyHtml } from './plain-text.ts'
import type { Part } from './shapes.ts'

export const mapParts = <P extends Part>(parts: readonly P[], map: (html: string) => string): P[] =>
  parts.map((part) => ({ ...part, text: map(part.text) }))

export const mapRecord = (texts: Readonly<Record<string, string>>, map: (html: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([id, html]) => [id, map(html)]))

export const permuted = <P>(list: readonly P[], order: (n: number) => number[]): P[] => order(list.length).map((at) => list[at]!)

export const has = (parts: readonly Part[], id: string): boolean => parts.some((part) => part.id === id)

/** Each has a text of its own and an id of its own. */
export function partFaults(parts: readonly Part[], field: string): Faults {
  const faults: Faults = {}
  const ids = new Set<string>()
  const texts = new Set<string>()
  for (const [n, { id, text }] of parts.entries()) {
    const same = comparedText(text)
    if (isEmptyHtml(text)) faults[`${field}.${n}.text`] = [{ code: 'field.required' }]
    else if (texts.has(same)) faults[`${field}.${n}.text`] = [{ code: 'question.twice' }]
    if (ids.has(id)) faults[`${field}.${n}.id`] = [{ code: 'question.sameId' }]
    ids.add(id)
    texts.add(same)
  }
  return faults
}

/** The ids of a record that name none of the parts. */
export const strangers = (record: Readonly<Record<string, unknown>> | undefined, parts: readonly Part[], field: string): Faults =>
  Object.fromEntries(
    Object.keys(record ?? {})
      .filter((id) => !has(parts, id))
      .map((id) => [`${field}.${id}`, [{ code: 'question.partUnknown' as const }]]),
  )

/** An order by nothing but the ids, which are random: the same parts stand in it whatever order they come in. */
export const inNoOrder = <P extends Part>(parts: readonly P[]): P[] =>
  parts.toSorted((a, b) => mixed(a.id) - mixed(b.id) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** FNV-1a: ids that an import numbers in the order of its file are mixed as well. */
function mixed(id: string): number {
  let hash = 0x811c9dc5
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  // the last letter alone would hardly change the upper half
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 12)) >>> 0
}
