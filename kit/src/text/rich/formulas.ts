// Formulas of other systems in a text: MathML, the pictures of Canvas and Moodle, WIRIS, KaTeX, MathJax and Wikipedia.
import { latexOfMath, visibleOfMath } from './mathml.ts'
import { element, hasClass, isElement, type RichElement, type RichNode, someWithin, textWithin, wordsWithin } from './tree.ts'

export type Parse = (html: string) => RichNode[]

export const formula = (latex: string, block = false): RichElement => element(block ? 'div' : 'span', [latex], { 'data-latex': latex })

const isMath = ({ name }: RichElement) => name === 'math'
const safeSigns: Record<string, string> = { '«': '<', '»': '>', '¨': '"', '§': '&', '`': "'" }
/** MathML as WIRIS keeps it, with other signs for those of XML. */
const ofSafeXml = (text: string): string => text.replaceAll(/[«»¨§`]/g, (sign) => safeSigns[sign]!)

/** MathML with the prefix of a namespace, which a parser of HTML does not know. */
export const withoutPrefixes = (html: string): string => html.replaceAll(/<(\/?)(?:m|mml|math|mathml):(?=[a-z])/gi, '<$1')

export type MathResult = { nodes: RichNode[]; isLost: boolean }
/** MathML as a formula; its words with blanks where it has no counterpart. */
export function ofMath(math: RichElement, inline: boolean, most: number): MathResult {
  const latex = latexOfMath(math, most)
  if (latex !== undefined) return { nodes: [formula(latex, !inline && math.attributes.display === 'block')], isLost: false }
  const words = wordsWithin(visibleOfMath(math.children))
  return { nodes: words === '' ? [] : [` ${words} `], isLost: words !== '' }
}

function mathIn(html: string, parse: Parse): RichElement | undefined {
  const find = (nodes: readonly RichNode[]): RichElement | undefined => {
    for (const node of nodes) {
      if (!isElement(node)) continue
      const found = isMath(node) ? node : find(node.children)
      if (found) return found
    }
    return undefined
  }
  return find(parse(withoutPrefixes(/«math/i.test(html) ? ofSafeXml(html) : html)))
}

/** Text with MathML in the signs of WIRIS as its pieces. */
export const ofText = (text: string, parse: Parse): RichNode[] =>
  text
    .split(/(«math\b[^«»]*»[\s\S]*?«\/math»)/i)
    .flatMap((piece, at): RichNode[] => (piece === '' ? [] : [(at % 2 === 1 && mathIn(piece, parse)) || piece]))

/** An address as it is read. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const withoutName = (text: string | undefined) => text?.replace(/^\s*LaTeX:\s*/i, '').trim()

/** The formula of a picture or another element, or MathML that is read as any; undefined: it is none. */
export function ofElement(one: RichElement, inline: boolean, parse: Parse): RichElement | undefined {
  const { attributes } = one
  if (attributes['data-latex'] !== undefined) return undefined
  if (attributes['data-mathml'] && /^(?:img|span)$/.test(one.name)) {
    const math = mathIn(attributes['data-mathml'], parse)
    if (math) return math
  }
  if (one.name === 'img') {
    const isOfCanvas = attributes['data-equation-content'] !== undefined || hasClass(one, 'equation_image')
    const isTex =
      isOfCanvas ||
      ['texrender', 'latex', 'mwe-math-fallback-image-inline', 'mwe-math-fallback-image-display'].some((name) => hasClass(one, name))
    if (!isTex && !/^\s*LaTeX:/i.test(attributes.alt ?? '')) return undefined
    const inAddress = /\/equation_images\/([^?#]+)/.exec(attributes.src ?? '')?.[1]
    const latex = [
      attributes['data-equation-content'],
      withoutName(attributes.alt),
      withoutName(attributes.title),
      inAddress && decoded(decoded(inAddress)),
    ]
      .map((text) => text?.trim())
      .find((text) => text)
    return latex ? formula(latex, false) : undefined
  }
  if (one.name === 'script' && /^math\/tex\b/i.test(attributes.type ?? '')) {
    const latex = textWithin(one.children)
      .replace(/^\s*%\s*<!\[CDATA\[|%\s*\]\]>\s*$/g, '')
      .trim()
    return latex ? formula(latex, !inline && /mode=display/i.test(attributes.type ?? '')) : undefined
  }
  return undefined
}

/** The same formula once more, drawn for the eye beside its MathML. */
export const isDrawnFormula = (one: RichElement, among: readonly RichNode[]): boolean => {
  if (hasClass(one, 'katex-html')) return someWithin(among, isMath)
  if (/\bmwe-math-fallback-image-/.test(one.attributes.class ?? '')) return someWithin(among, isMath)
  if (
    hasClass(one, 'MathJax') ||
    hasClass(one, 'MathJax_Preview') ||
    hasClass(one, 'MJX_Assistive_MathML') ||
    hasClass(one, 'MathJax_Display')
  )
    return (
      !one.attributes['data-mathml'] &&
      among.some((node) => isElement(node) && node.name === 'script' && /^math\//i.test(node.attributes.type ?? ''))
    )
  return one.name.startsWith('mjx-') && one.name !== 'mjx-container' && one.name !== 'mjx-assistive-mml'
}
