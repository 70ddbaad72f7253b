// Patterns of SQL's like from typed text, in which % and _ are ordinary characters, and the columns that they look through.
import { folded, unspacedOf, wordsOf } from '../text/folded.ts'

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** For `foldedSql(…) like all`: every word of the text anywhere; without a word everything fits. */
export const wordPatterns = (sought: string): string[] => wordsOf(sought).map((word) => `%${likeText(word)}%`)

/** A beginning with the words, for names that are folded. */
export const beginning = (sought: string): string => `${likeText(folded(sought))}%`

/** Columns as one text, which may hold a word in any of them. */
export const foldedSql = (...columns: string[]): string =>
  `kit.folded(${columns.length === 1 ? columns[0] : columns.map((column) => `coalesce(${column}, '')`).join(` || E'\\x1f' || `)})`

/** That the column, where there is a word, holds each: for a bounded number of rows. */
export const heldSql = (folded: string, patterns: string): string =>
  `(${patterns}::text[] = '{}' or ${folded} like all(${patterns}::text[]))`
/** The same for Prisma, whose `contains` makes a pattern of a text as it is. */
export const wordsContained = (sought: string) => wordsOf(sought).map((word) => ({ folded: { contains: likeText(word) } }))

/** A condition for a large table: an index of trigrams serves one pattern, not all of a list, and cuts no characters beyond ASCII where the server's
 *  locale is C, so that Chinese and Thai are found by their words. */
export function indexedSql(
  folded: string,
  sought: string,
  bind: (value: unknown) => string,
  words = `kit.search_words(${folded})`,
): string {
  const unspaced = unspacedOf(sought)
  // a pattern without three Latin letters reads the whole index of trigrams: the words alone find its rows
  const checked = (pattern: string) => (unspaced !== '' && !/[a-z0-9]{3}/.test(pattern) ? `(${folded} || '')` : folded)
  const clauses = [
    ...wordPatterns(sought).map((pattern) => `${checked(pattern)} like ${bind(pattern)}`),
    ...(unspaced === '' ? [] : [`${words} @@ kit.search_query(${bind(unspaced)})`]),
  ]
  return clauses.join(' and ') || 'true'
}
