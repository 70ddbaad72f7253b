// The check whether a formula is empty.

/** LaTeX commands without visible output of their own. */
const invisible =
  /\\(begin|end|left|right|displaylines|displaystyle|textstyle|text|mathrm|mathbf|mathit|limits|quad|qquad|frac|dfrac|tfrac|sqrt|overline|vec|hat|bar|hspace|vspace)(?![a-zA-Z])/g

/** Whether a formula has no visible content, or an unfilled placeholder. */
export function isEmptyLatex(latex: string): boolean {
  if (/\\placeholder|ML__placeholder|[⬚▢]/.test(latex)) return true
  const visible = latex
    .replace(/\\(begin|end)\s*\{[^}]*\}/g, '')
    .replace(invisible, '')
    .replace(/\\[,;:!>\\ ]/g, '')
    .replace(/[{}[\]$&^_~\s.]/g, '')
  return visible === ''
}
