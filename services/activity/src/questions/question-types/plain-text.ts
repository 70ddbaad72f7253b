// The words of cleaned HTML, for search, comparison and the check that something is written. Pure.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const blocks = /<\/?(?:p|br|hr|h[2-4]|blockquote|pre|ul|ol|li|div|figure|figcaption|table|thead|tbody|tfoot|tr|th|td|caption)\b[^<>]*>/gi

/** One line of words: blocks become blanks, and other tags go. */
export const plainText = (html: string): string =>
  html
    .replace(blocks, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()

/** The words by which two texts are the same to who reads them: capitals, raised and lowered letters, formulas and pictures count. */
export const comparedText = (html: string): string =>
  /<img\b/i.test(html)
    ? html
    : plainText(
        html
          .replace(/<(\/?)(sub|sup)>/gi, (_, end: string, name: string) => `&lt;${end}${name.toLowerCase()}&gt;`)
          .replace(/<[^<>]*\sdata-latex="([^"]*)"[^<>]*>/gi, ' $1 '),
      )

/** Neither words nor a picture or a formula. */
export const isEmptyHtml = (html: string): boolean => !/<img\b|\sdata-latex="/i.test(html) && plainText(html) === ''
