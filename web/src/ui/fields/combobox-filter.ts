// The filter of a combobox's options and the movement between them. Pure; the list itself is combobox-list.tsx.

import { folded, wordsOf } from '@lyceum/kit/text/folded'

export type Option = {
  value: string
  label: string
  /** A second line: a number, a department. */
  detail?: string
  /** The reason why it cannot be chosen. */
  off?: string | undefined
  lang?: string
}
/** From this number of options the list is not shown in full: the server searches, and there is no row to choose all. */
export const liteFrom = 8000
export const virtualFrom = 100
/** The value of the row that chooses all. */
export const allRow = '\u0000all'

const cache = new WeakMap<Option, string>()
const foldedLabel = (option: Option) => {
  let text = cache.get(option)
  if (text === undefined) cache.set(option, (text = folded(`${option.label} ${option.detail ?? ''}`)))
  return text
}

/** The options with every word in the label or the detail; those that begin with the text come first, else the order stays. */
export function filterOptions<T extends Option>(options: readonly T[], typed: string): readonly T[] {
  const [text, words] = [folded(typed), wordsOf(typed)]
  if (words.length === 0) return options
  const prefixed: T[] = []
  const others: T[] = []
  for (const option of options) {
    const label = foldedLabel(option)
    if (words.every((word) => label.includes(word))) (label.startsWith(text) ? prefixed : others).push(option)
  }
  return [...prefixed, ...others]
}

/** The index that a key leads to, -1 when there is none; wraps around only by single steps and skips disabled options. */
export function nextActive(options: readonly Option[], start: number, step: number): number {
  const count = options.length
  const isEnabled = (index: number) => options[index]?.off === undefined
  if (!options.some((option) => option.off === undefined)) return -1
  if (Math.abs(step) > 1) {
    let index = Math.min(count - 1, Math.max(0, start + step))
    const direction = step > 0 ? -1 : 1
    while (!isEnabled(index) && index !== start && index >= 0 && index < count) index += direction
    return isEnabled(index) ? index : start
  }
  let index = start < 0 && step < 0 ? count : start
  for (let tries = 0; tries < count; tries++) {
    index = (index + step + count) % count
    if (isEnabled(index)) return index
  }
  return start
}
