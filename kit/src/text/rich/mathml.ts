// LaTeX of MathML, as formulas of texts are stored: over the tree that both sides have, so that neither needs a parser of XML for it.
import { above, below, functions, isLarge, signs, variants } from './mathml-signs.ts'
import { element, isElement, type RichElement, type RichNode, textWithin } from './tree.ts'

/** The formula cannot be written as LaTeX. */
class NoCounterpart extends Error {}

/** Pieces of LaTeX one after the other: a blank where a command would swallow the letter behind it. */
const joined = (pieces: readonly string[]): string =>
  pieces.reduce((all, piece) => (/\\[a-z]+$/i.test(all) && /^[a-z]/i.test(piece) ? `${all} ${piece}` : all + piece), '')
/** One thing for what stands before or behind it. */
const grouped = (latex: string): string => (/^(?:[a-z]|\d+|\\[a-z]+|\\math[a-z]+\{[a-z0-9]*\})$/i.test(latex) ? latex : `{${latex}}`)
const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

const textSigns: Record<string, string> = { '\\': '\\textbackslash ', '^': '\\textasciicircum ', '~': '\\textasciitilde ' }
const inText = (text: string): string =>
  /^\s*$/.test(text) ? '\\ ' : `\\text{${text.replace(/\s+/g, ' ').replace(/[{}$%#&_\\^~]/g, (sign) => textSigns[sign] ?? `\\${sign}`)}}`

const signed = (text: string): string => joined([...text].map((sign) => signs[sign] ?? sign))
const isWord = /^[a-z]{2,}$/i

function identifier(text: string, variant = ''): string {
  if (functions.has(text)) return `\\${text}`
  if (/^lim\s(?:sup|inf)$/.test(text)) return `\\operatorname{${text.replace(/\s/, ' ')}}`
  const letters = variants[variant]
  if (letters) return `${letters}{${signed(text)}}`
  // letters of other scripts are words, not variables
  if (/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{M}]/u.test(text) || /[À-ɏ]/.test(text)) return inText(text)
  if (isWord.test(text) || (variant === 'normal' && /^[a-z]$/i.test(text))) return `\\mathrm{${text}}`
  return signed(text)
}
const operator = (text: string): string => {
  if (functions.has(text)) return `\\${text}`
  if (text === '...') return '\\ldots'
  return /^[a-z][a-z ]+$/i.test(text) ? `\\operatorname{${text}}` : /\p{L}{2,}/u.test(text) ? inText(text) : signed(text)
}
const numeral = (text: string): string => {
  const number = text.replace(/(\d),(?=\d)/g, '$1{,}').replace(/(\d)\s(?=\d)/g, '$1\\,')
  return /^[\d.{}\\,]*$/.test(number) ? number : /\p{L}{2,}/u.test(text) ? inText(text) : signed(text)
}

type Fences = { open: string; close: string }
const matrices: Record<string, string> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
  '{': 'cases',
}
const fence = (sign: string): string => (sign === '' ? '.' : sign === '|' || sign === '∣' ? '|' : (signs[sign] ?? sign))
const opening = '([{|∣‖⟨〈⌊⌈'
const closing = ')]}|∣‖⟩〉⌋⌉'
const tall = /\\(?:frac|sum|prod|int|oint|sqrt|begin|genfrac|binom|overbrace|underbrace)/
const fenced = ({ open, close }: Fences, inner: string): string =>
  tall.test(inner) || open === '' || close === ''
    ? `\\left${fence(open)}${/^[a-z]/i.test(inner) && /[a-z]$/i.test(fence(open)) ? ' ' : ''}${inner}\\right${fence(close)}`
    : joined([fence(open), inner, fence(close)])

const elementsOf = (one: RichElement): RichElement[] =>
  one.children.flatMap((child) => (isElement(child) ? [child] : child.trim() === '' ? [] : [element('mtext', [child])]))
const bare = (one: RichElement): string => textWithin(one.children).replace(/\s+/g, ' ').trim()
const nameOf = (one: RichElement) => withoutPrefix(one.name)
const signOf = (one: RichElement | undefined): string => (one && nameOf(one) === 'mo' ? bare(one) : '')
/** The content of a group alone. */
const unwrapped = (one: RichElement | undefined): RichElement | undefined => {
  if (!one || !/^(?:mrow|mstyle|mpadded)$/.test(nameOf(one))) return one
  const children = elementsOf(one)
  return children.length === 1 ? unwrapped(children[0]) : one
}
const isTable = (one: RichElement | undefined): one is RichElement => one !== undefined && nameOf(one) === 'mtable'

function table(one: RichElement, environment?: string): string {
  const rows = elementsOf(one).map((row) =>
    elementsOf(row)
      .slice(nameOf(row) === 'mlabeledtr' ? 1 : 0)
      .map((cell) => list(elementsOf(cell)))
      .join(' & '),
  )
  const kind = environment ?? (/^right left/.test(one.attributes.columnalign ?? '') ? 'aligned' : 'matrix')
  return `\\begin{${kind}}${rows.join(' \\\\ ')}\\end{${kind}}`
}

/** Children in a row: a fence with a table is a matrix, an open one before a table distinguishes cases. */
function list(children: readonly RichElement[]): string {
  const pieces: string[] = []
  for (let at = 0; at < children.length; at++) {
    const open = signOf(children[at])
    const inner = unwrapped(children[at + 1])
    if (open !== '' && opening.includes(open) && inner) {
      const close = signOf(children[at + 2])
      const closes = close !== '' && closing.includes(close)
      const environment = matrices[closes ? open + close : open]
      if (isTable(inner) && environment && (closes || open === '{')) {
        pieces.push(table(inner, environment))
        at += closes ? 2 : 1
        continue
      }
      if (nameOf(inner) === 'mfrac' && /^0/.test(inner.attributes.linethickness ?? '') && open === '(' && close === ')') {
        const [over, under] = elementsOf(inner)
        pieces.push(`\\binom{${latexOf(over)}}{${latexOf(under)}}`)
        at += 2
        continue
      }
    }
    pieces.push(latexOf(children[at]))
  }
  return joined(pieces)
}

function row(children: readonly RichElement[]): string {
  const [open, close] = [signOf(children[0]), signOf(children.at(-1))]
  const inside = children.slice(1, -1)
  const isPair = children.length > 2 && open !== '' && opening.indexOf(open) === closing.indexOf(close) && opening.includes(open)
  const alone = inside.length === 1 ? unwrapped(inside[0]) : undefined
  if (
    !isPair ||
    (alone && /^(?:mtable|mfrac)$/.test(nameOf(alone)) && !(alone.attributes.linethickness === undefined && nameOf(alone) === 'mfrac'))
  )
    return list(children)
  return inside.some((one) => [open, close].includes(signOf(one))) ? list(children) : fenced({ open, close }, list(inside))
}

function overOrUnder(base: RichElement | undefined, under: RichElement | undefined, over: RichElement | undefined): string {
  const latex = latexOf(base)
  if (isLarge(latex)) return `${latex}${under ? `_{${latexOf(under)}}` : ''}${over ? `^{${latexOf(over)}}` : ''}`
  let result = latex
  const sign = (script: RichElement | undefined) => (script && nameOf(unwrapped(script)!) === 'mo' ? bare(script) : '')
  const isArrow = /^\\(?:to|(?:long)?(?:left|right)arrow|rightleftharpoons)$/.test(latex)
  const mark = over && !isArrow ? above[sign(over)] : undefined
  if (over)
    result = mark
      ? `${mark[/^(?:\\?[a-z]+|\d|\{.\})$/i.test(latex) && !isWord.test(latex) ? 0 : 1]}{${result}}`
      : `\\overset{${latexOf(over)}}{${result}}`
  const line = under && below[sign(under)]
  if (under) result = line ? `${line}{${result}}` : `\\underset{${latexOf(under)}}{${result}}`
  return result
}

function scripts(base: string, pairs: readonly (RichElement | undefined)[]): string {
  let result = base
  for (let at = 0; at < pairs.length; at += 2) {
    const [sub, sup] = [latexOf(pairs[at]), latexOf(pairs[at + 1])]
    result += `${at > 0 ? '{}' : ''}${sub && `_{${sub}}`}${sup && `^{${sup}}`}`
  }
  return result
}

/** Of its indices. */
const baseOf = (one: RichElement | undefined): string => {
  const latex = latexOf(one)
  return isLarge(latex) ? latex : grouped(latex)
}

function multiscripts([base, ...rest]: RichElement[]): string {
  const at = rest.findIndex((one) => nameOf(one) === 'mprescripts')
  const [after, before] = at < 0 ? [rest, []] : [rest.slice(0, at), rest.slice(at + 1)]
  return `${before.length > 0 ? scripts('{}', before) : ''}${scripts(baseOf(base), after)}`
}

const enclosed: Record<string, string> = {
  box: '\\boxed',
  roundedbox: '\\boxed',
  radical: '\\sqrt',
  top: '\\overline',
  bottom: '\\underline',
  updiagonalstrike: '\\cancel',
  downdiagonalstrike: '\\bcancel',
}

/** The children that an element cannot be without. */
const parts: Record<string, number> = { mfrac: 2, mroot: 2, msub: 2, msup: 2, msubsup: 3, munder: 2, mover: 2, munderover: 3 }

function latexOf(one: RichElement | undefined): string {
  if (!one) return ''
  const children = elementsOf(one)
  const [first, second, third] = children
  if (children.length < (parts[nameOf(one)] ?? 0)) throw new NoCounterpart()
  switch (nameOf(one)) {
    case 'math':
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
    case 'merror':
    case 'mtd':
      return row(children)
    case 'mi':
      return identifier(bare(one), one.attributes.mathvariant)
    case 'mn':
      return numeral(bare(one))
    case 'mo':
      return operator(bare(one))
    case 'ms':
      return inText(`"${bare(one)}"`)
    case 'mtext':
      return inText(textWithin(one.children))
    case 'mspace':
      return Number.parseFloat(one.attributes.width ?? '0') >= 0.8 ? '\\quad ' : '\\ '
    case 'mfrac': {
      if (one.attributes.bevelled === 'true') return `${grouped(latexOf(first))}/${grouped(latexOf(second))}`
      return /^0/.test(one.attributes.linethickness ?? '')
        ? `\\genfrac{}{}{0pt}{}{${latexOf(first)}}{${latexOf(second)}}`
        : `\\frac{${latexOf(first)}}{${latexOf(second)}}`
    }
    case 'msqrt':
      return `\\sqrt{${list(children)}}`
    case 'mroot':
      return `\\sqrt[${latexOf(second)}]{${latexOf(first)}}`
    case 'msub':
      return scripts(baseOf(first), [second, undefined])
    case 'msup': {
      const [base, script] = [baseOf(first), latexOf(second)]
      return /^'+$|^\^\{/.test(script) ? base + script : `${base}^{${script}}`
    }
    case 'msubsup':
      return scripts(baseOf(first), [second, third])
    case 'munder':
      return overOrUnder(first, second, undefined)
    case 'mover':
      return overOrUnder(first, undefined, second)
    case 'munderover':
      return overOrUnder(first, second, third)
    case 'mfenced': {
      const { open = '(', close = ')', separators = ',' } = one.attributes
      const inside = unwrapped(first)
      const environment = matrices[open + close]
      if (children.length === 1 && isTable(inside) && environment) return table(inside, environment)
      const between = [...separators.replaceAll(/\s/g, '')]
      const inner = children.map((child, at) => (at === 0 ? '' : (between[Math.min(at, between.length) - 1] ?? '')) + latexOf(child))
      return fenced({ open, close }, joined(inner))
    }
    case 'mtable':
      return table(one)
    case 'menclose': {
      const command = (one.attributes.notation ?? '').split(/\s+/).flatMap((name) => enclosed[name] ?? [])[0]
      return command ? `${command}{${list(children)}}` : list(children)
    }
    case 'mmultiscripts':
      return multiscripts(children)
    case 'mphantom':
      return `\\phantom{${list(children)}}`
    case 'maction':
      return latexOf(first)
    case 'semantics':
      return texOf(children) ?? latexOf(first)
    case 'none':
    case 'mprescripts':
    case 'annotation':
    case 'annotation-xml':
    case 'maligngroup':
    case 'malignmark':
      return ''
    default:
      throw new NoCounterpart()
  }
}

/** The TeX from which the formula was made, where it is there. */
function texOf(children: readonly RichElement[]): string | undefined {
  const annotation = children.find(
    (one) => nameOf(one) === 'annotation' && /^(?:application\/x-)?(?:la)?tex$/i.test(one.attributes.encoding ?? ''),
  )
  return (annotation && textWithin(annotation.children).trim()) || undefined
}

/** Undefined: it has no counterpart, or nothing in it. */
export function latexOfMath(math: RichElement, most: number): string | undefined {
  try {
    const latex = latexOf(math).trim()
    return latex === '' || latex.length > most ? undefined : latex
  } catch (error) {
    if (error instanceof NoCounterpart) return undefined
    throw error
  }
}

/** The words of a formula, where it has no counterpart. */
export const visibleOfMath = (nodes: readonly RichNode[]): RichNode[] =>
  nodes.flatMap((node): RichNode[] =>
    !isElement(node) ? [node] : /^annotation/.test(nameOf(node)) ? [] : [{ ...node, children: visibleOfMath(node.children) }],
  )
