// Places where a line of text may end: between the words of Thai, which has no spaces, between most signs of Chinese, and after spaces and hyphens elsewhere.

/** Atoms of a text in their order: no line ends within one, and none begins with one that is not `free`. */
export type Atom = { text: string; at: number; free: boolean; blank: boolean }

const words = new Intl.Segmenter('th', { granularity: 'word' })
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })
export const signsOf = (text: string): string[] => Array.from(signs.segment(text), ({ segment }) => segment)

const blankForm = /^[ \t\u3000]+$/
/** Chinese, Japanese and Korean signs, and their punctuation. */
const wideForm = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef\ufe30-\ufe4f]/u
const thaiForm = /\p{Script=Thai}/u
/** Begins no line. */
const closesForm = /^[\p{Pe}\p{Pf}!?,.:;%)\]}、。，．：；！？…‥・·ー々〉》」』】〕〗〙〟’”"'ๆฯ\u00a0]/u
/** Ends no line. */
const opensForm = /[\p{Ps}\p{Pi}$€£¥#@“‘\u00a0]$/u

export function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = []
  let before = ''
  const add = (part: string, at: number) => {
    const blank = blankForm.test(part)
    atoms.push({ text: part, at, blank, free: atoms.length > 0 && mayBegin(before, part, blank) })
    before = part
  }
  for (const { segment, index } of words.segment(text)) {
    if (!wideForm.test(segment)) {
      add(segment, index)
      continue
    }
    let at = index
    for (const sign of signsOf(segment)) {
      add(sign, at)
      at += sign.length
    }
  }
  return atoms
}

function mayBegin(before: string, part: string, blank: boolean): boolean {
  if (blank) return false
  if (blankForm.test(before)) return true
  if (closesForm.test(part) || opensForm.test(before)) return false
  if (wideForm.test(part) || wideForm.test(before)) return true
  if (thaiForm.test(part) || thaiForm.test(before)) return true
  return /[-/\u2013\u2014]$/.test(before) && /^\p{L}/u.test(part)
}
