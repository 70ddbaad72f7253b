// Width of a text of a sheet.

/** Longer texts are cut anyway. */
const most = 200

/** The width of the first line in characters of Latin; those of Chinese are twice as wide. */
export const charactersOf = (text: string): number =>
  [...(text.split('\n', 1)[0] ?? '').slice(0, most)].reduce((sum, sign) => sum + (sign >= '\u2e80' ? 2 : 1), 0)
