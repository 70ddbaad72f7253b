// Letters of a text that its bytes did not have: U+FFFD in their place. Damaged bytes leave them, and a wrong encoding. For servers and pages. Pure.

/** `count`: letters; `line`: the one of the first of them, from 1. */
export type ReplacedLetters = { count: number; line: number }

/** The replaced letters of a text; null without one. */
export function replacedLetters(text: string): ReplacedLetters | null {
  const first = text.indexOf('\ufffd')
  if (first < 0) return null
  let count = 0
  for (let at = first; at >= 0; at = text.indexOf('\ufffd', at + 1)) count++
  return { count, line: (text.slice(0, first).match(/\r\n?|\n/g)?.length ?? 0) + 1 }
}
