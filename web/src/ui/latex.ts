// What a formula may be to be kept.

/** Whether there is nothing to keep: no LaTeX, or a box in it that nobody filled. */
export function isEmptyLatex(latex: string): boolean {
  if (/\\(placeholder|class\{ML__placeholder\})|\\square\s*\}|\\char"?2B1A|[⬚▢]/.test(latex)) return true
  const visible = latex
    .replace(/\\(begin|end)\{[^}]*\}(\{[^}]*\})?/g, '')
    .replace(/\\(left|right|displaylines|displaystyle|textstyle|text|mathrm|mathbf|limits|quad|qquad|[,;:!> ])/g, '')
    .replace(/\\(frac|dfrac|sqrt|overline|vec|hat|bar)\b/g, '')
    .replace(/[{}[\]$&^_~\s.]|\\\\/g, '')
  return visible === ''
}
