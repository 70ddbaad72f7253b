// Titles and names: one line of plain text, shown beside other text, without characters that hide or change the reading direction.

/** Control characters, line and paragraph separators, bidi marks and overrides, halves of surrogate pairs, annotation marks. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u
/** Invisible characters. Not the joiners: Persian, Indian scripts and emoji are written with them. */
const invisible = /[\u200b\u2060\ufeff]/gu
const everyUnfit = new RegExp(unfit.source, 'gu')

/** Whether a name has forbidden characters. */
export const hasUnfit = (text: string): boolean => unfit.test(text)

/** A title as it is stored: normal form C, no unfit or invisible characters, white space as single blanks, none outside. May be empty. */
export const cleanTitle = (title: string): string =>
  title
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(everyUnfit, '')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim()

/** A file's name without invisible characters, in normal form C. */
export const visibleName = (name: string): string => name.replace(invisible, '').normalize('NFC').trim()
