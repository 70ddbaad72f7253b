// Ranking of names by typed words. Pure.

import { folded, wordsOf } from '@lyceum/kit/text/folded'

const ends = /[\s\p{P}\p{S}]/u
const unspaced = /[\p{Script=Han}\p{Script=Thai}]/u
/** A number after a word or before it. */
const turns = /[a-z][0-9]|[0-9][a-z]/

/**
 * 0: it begins with the text; 1: a word of it does; 2: it contains every word somewhere; undefined: it does not. Chinese and Thai have no
 * spaces between words, so there a match within is as good as one at a word.
 */
export function rankOf(name: string, typed: string): number | undefined {
  const [text, words] = [folded(name), wordsOf(typed)]
  if (words.length === 0) return 2
  if (text.startsWith(folded(typed))) return 0
  if (!words.every((word) => text.includes(word))) return undefined
  const first = words[0]!
  const begins = (at: number) => at === 0 || ends.test(text[at - 1]!) || unspaced.test(text[at]!) || turns.test(text.slice(at - 1, at + 1))
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) if (begins(at)) return 1
  return 2
}

/** 3: with what `more` adds it holds every word. */
export const rankWith = (name: string, more: string, typed: string): number | undefined =>
  rankOf(name, typed) ?? (rankOf(`${name} ${more}`, typed) === undefined ? undefined : 3)

/** Those that fit, the best first; equally good ones keep their order. `more` is a second text that may hold words too. */
export function ranked<T>(entries: readonly T[], typed: string, name: (entry: T) => string, more: (entry: T) => string = () => ''): T[] {
  return entries
    .flatMap((entry) => {
      const rank = rankWith(name(entry), more(entry), typed)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}
