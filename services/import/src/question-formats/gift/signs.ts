// Signs of GIFT that are text: those behind a backslash, and all within a formula. They are other characters until a file is taken apart.

const signs = '~=#{}:\\\n'
const hiddenSign = (sign: string) => String.fromCharCode(0xe000 + signs.indexOf(sign))
const hiddenAll = (text: string) => text.replaceAll(/[~=#{}:\\]/g, hiddenSign)

/** Between \\( and \\), \\[ and \\] or $$, within a question. */
const formula =
  /\\\(((?:(?!\n\s*\n)[\s\S]){1,4000}?)\\\)|\\\[((?:(?!\n\s*\n)[\s\S]){1,4000}?)\\\]|\$\$((?:(?!\n\s*\n)[\s\S]){1,4000}?)\$\$/g

/** Braces that LaTeX writes itself, each with its partner; a sum of money between two `$$` has none. */
function hasPairs(latex: string): boolean {
  let depth = 0
  for (const [sign] of latex.replaceAll(/\\[{}]/g, '').matchAll(/[{}]/g)) {
    depth += sign === '{' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0
}

/** LaTeX with braces of its own is text as it stands; in one without, every brace that is meant stands behind a backslash. */
function hiddenFormula(whole: string): string {
  const latex = whole.slice(2, -2)
  if (!hasPairs(latex)) return whole
  const own = /[{}]/.test(latex.replaceAll(/\\[{}]/g, ''))
  return hiddenAll(`${whole.slice(0, 2)}${latex.replaceAll(own ? /\\([~=#:])/g : /\\([~=#:{}])/g, '$1')}${whole.slice(-2)}`)
}

export const hidden = (text: string): string =>
  text.replaceAll(formula, hiddenFormula).replaceAll(/\\([~=#{}:\\n])/g, (_, sign: string) => hiddenSign(sign === 'n' ? '\n' : sign))

export const shown = (text: string): string => text.replaceAll(/[\ue000-\ue007]/g, (sign) => signs[sign.charCodeAt(0) - 0xe000]!)
