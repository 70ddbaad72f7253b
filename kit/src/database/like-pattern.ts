// Patterns of SQL's like from typed text, in which % and _ are ordinary characters.

/** 'a_b' → '%a\_b%'; nothing → nothing. */
export const likePattern = (keywords: string): string => {
  const trimmed = keywords.trim()
  return trimmed === '' ? '' : `%${likeText(trimmed)}%`
}
/** For Prisma's `contains`, which makes a pattern of a text as it is. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The words of a typed text, of which at most 8 count. */
export const wordsOf = (text: string): string[] => text.trim().split(/\s+/, 8).filter(Boolean)
/** For `ilike all`: every word anywhere. */
export const wordPatterns = (words: readonly string[]): string[] => words.map((word) => `%${likeText(word)}%`)
