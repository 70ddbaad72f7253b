// What of a list fits what was typed. Pure, so that it can be tested; the list itself is combobox-list.tsx.

export type Option = {
  value: string
  label: string
  /** A second line: a number, a department. */
  detail?: string
  /** Why it cannot be chosen. */
  off?: string | undefined
  lang?: string
}
/** From here on the list is not drawn whole: the server searches, and nothing chooses all. */
export const liteFrom = 8000
export const virtualFrom = 100
/** The value of the row that chooses all. */
export const allRow = '\u0000all'

/** Case, width and Latin accents do not matter; the marks of Thai and other scripts do. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()

const known = new WeakMap<Option, string>()
const wordsOf = (option: Option) => {
  let text = known.get(option)
  if (text === undefined) known.set(option, (text = folded(`${option.label} ${option.detail ?? ''}`)))
  return text
}

/** Every word must be in the label or the detail; what begins with the text stands first, else the order stays. */
export function fitting<T extends Option>(options: readonly T[], typed: string): readonly T[] {
  const text = folded(typed)
  if (!text) return options
  const words = text.split(/\s+/)
  const first: T[] = []
  const rest: T[] = []
  for (const option of options) {
    const own = wordsOf(option)
    if (words.every((word) => own.includes(word))) (own.startsWith(text) ? first : rest).push(option)
  }
  return [...first, ...rest]
}

/** The next one that a key leads to, -1 when there is none; goes round only by single steps, and passes over what is off. */
export function nextActive(options: readonly Option[], from: number, by: number): number {
  const count = options.length
  const open = (at: number) => options[at]?.off === undefined
  if (!options.some((option) => option.off === undefined)) return -1
  if (Math.abs(by) > 1) {
    let at = Math.min(count - 1, Math.max(0, from + by))
    const back = by > 0 ? -1 : 1
    while (!open(at) && at !== from && at >= 0 && at < count) at += back
    return open(at) ? at : from
  }
  let at = from < 0 && by < 0 ? count : from
  for (let tries = 0; tries < count; tries++) {
    at = (at + by + count) % count
    if (open(at)) return at
  }
  return from
}
