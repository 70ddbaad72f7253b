// What a formula may be to be kept.

/** Words of LaTeX that show nothing by themselves. */
const frames =
  /\\(begin|end|left|right|displaylines|displaystyle|textstyle|text|mathrm|mathbf|mathit|limits|quad|qquad|frac|dfrac|tfrac|sqrt|overline|vec|hat|bar|hspace|vspace)(?![a-zA-Z])/g

/** Whether there is nothing to keep: no LaTeX, or a box in it that nobody filled. */
export function isEmptyLatex(latex: string): boolean {
  if (/\\placeholder|ML__placeholder|[⬚▢]/.test(latex)) return true
  const visible = latex
    .replace(/\\(begin|end)\s*\{[^}]*\}/g, '')
    .replace(frames, '')
    .replace(/\\[,;:!>\\ ]/g, '')
    .replace(/[{}[\]$&^_~\s.]/g, '')
  return visible === ''
}
