// HTML of other programs as rich text: elements outside the allow-list become the nearest that is in it, so that no word is glued to its neighbour
// and no meaning goes unseen. The server converts what it stores, the page what is pasted.
import { isMention, richLimits, richTags, targetPrefix } from '../rich-text.ts'
import { decoded, isDrawnFormula, ofElement, ofMath, ofText, type Parse, withoutPrefixes } from './formulas.ts'
import { element, htmlOf, isElement, type RichElement, type RichNode, someWithin, styleOf, textWithin, wordsWithin } from './tree.ts'
import { withWordLists } from './word-lists.ts'

/** Elements of which something went, with their number. Scripts and styles are none: nobody sees them. */
export type Losses = Record<string, number>
export type Converted = { html: string; lost: Losses }

const names = (text: string) => new Set(text.split(' '))
const allowed = new Set(richTags)
const blocks = names('section article main header footer nav aside address center fieldset form hgroup search dialog body')
/** Their text is a part of the text around it. */
const inline = names('font small big abbr acronym label time data output button nobr wbr bdi bdo picture blink rb rbc')
const unseen = names('script style head meta link title base basefont template col colgroup track param rp source noscript')
const renamed: Record<string, string> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  del: 's',
  strike: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  var: 'em',
  cite: 'em',
  dfn: 'em',
  menu: 'ul',
  dir: 'ul',
  xmp: 'pre',
  listing: 'pre',
}
/** A control, a drawing: nothing of it stays. */
const goes = names('input textarea select datalist canvas map area applet frame meter progress')
const isBlock =
  /^(?:p|h[1-6]|ul|ol|li|div|table|pre|blockquote|hr|figure|figcaption|d[ltd]|details|summary|section|article|main|header|footer|nav|aside|address|center|fieldset|form)$/
const inTable = /^(?:table|thead|tbody|tfoot|tr|colgroup)$/
const ofTable = /^(?:caption|thead|tbody|tfoot|tr|td|th)$/

type Context = { parse: Parse; lost: Losses; targets: ReadonlySet<string>; parent: string; isInline: boolean; isInTable: boolean }
const lose = ({ lost }: Context, name: string) => void (lost[name] = (lost[name] ?? 0) + 1)

const hasBlocks = (nodes: readonly RichNode[]) => someWithin(nodes, ({ name }) => isBlock.test(name))
/** A paragraph, or where there are blocks in it what may hold them. */
const paragraph = (nodes: RichNode[]): RichElement => element(hasBlocks(nodes) ? 'div' : 'p', nodes)
const isEmpty = (nodes: readonly RichNode[]) => nodes.every((node) => !isElement(node) && node.trim() === '')

/** An address of the web, or by which whoever takes the text over knows a file; undefined: it leads nowhere else. */
const addressOf = (address: string | undefined): string | undefined => {
  const named = address?.trim().replace(/^\/\//, 'https://')
  return named && /^(?!(?:data|blob|file|cid|about|\w*script):)[a-z][\w+.-]*:./i.test(named) ? named : undefined
}
const linkTo = (address: string, text: string | undefined): RichElement => {
  const name = /^https?:/i.test(address) ? address : decoded(address.replace(/^.*\//s, ''))
  return element('a', [text?.trim() || name], { href: address })
}

/** The marks that a style stands for. */
function marked(one: RichElement, nodes: RichNode[]): RichNode[] {
  let result = nodes
  const wrap = (name: string) => {
    result = [element(name, result)]
  }
  const weight = styleOf(one, 'font-weight')
  if (/^(?:bold|bolder|[6-9]00)$/.test(weight)) wrap('strong')
  if (/^(?:italic|oblique)/.test(styleOf(one, 'font-style'))) wrap('em')
  const line = `${styleOf(one, 'text-decoration')} ${styleOf(one, 'text-decoration-line')}`
  if (/\bunderline\b/.test(line)) wrap('u')
  if (/\bline-through\b/.test(line)) wrap('s')
  const height = styleOf(one, 'vertical-align')
  if (height === 'super' || height === 'sub') wrap(height === 'super' ? 'sup' : 'sub')
  return result
}

/** Attributes of what stays: an id that a link of the text goes to, a direction as it is written or as its style says. */
function attributesOf(one: RichElement, { targets }: Context): Record<string, string> {
  const { dir, name } = one.attributes
  const kept: Record<string, string> = {}
  for (const [key, value] of Object.entries(one.attributes)) {
    if (key === 'href') Object.assign(kept, hrefOf(value, targets))
    else if (key === 'id') Object.assign(kept, targets.has(value) && { id: prefixed(value) })
    else if (key !== 'name' && key !== 'dir' && key !== 'style') kept[key] = value
  }
  if (one.name === 'a' && name !== undefined && targets.has(name) && !kept.id) kept.id = prefixed(name)
  const direction = [dir?.toLowerCase(), styleOf(one, 'direction')].find((value) => value && /^(?:ltr|rtl|auto)$/.test(value))
  if (direction) kept.dir = direction
  return kept
}
const prefixed = (id: string) => (id.startsWith(targetPrefix) ? id : `${targetPrefix}${id.replaceAll(/\s/g, '-')}`)
const hrefOf = (href: string, targets: ReadonlySet<string>): { href?: string } => {
  if (!href.startsWith('#')) return { href }
  const id = targetOf(href)
  return targets.has(id) ? { href: `#${prefixed(id)}` } : {}
}
const targetOf = (href: string): string => decoded(href.slice(1))
/** The ids of the text that its links go to. */
function targetsIn(nodes: readonly RichNode[]): Set<string> {
  const [ids, links] = [new Set<string>(), new Set<string>()]
  someWithin(nodes, ({ name, attributes }) => {
    if (attributes.id) ids.add(attributes.id)
    if (name === 'a' && attributes.name) ids.add(attributes.name)
    if (attributes.href?.startsWith('#')) links.add(targetOf(attributes.href))
    return false
  })
  return new Set([...links].filter((id) => id !== '' && ids.has(id)))
}

function children(one: RichElement, context: Context, nodes: readonly RichNode[] = one.children): RichNode[] {
  const isInside = context.isInline || /^(?:p|h[1-6]|span|a|strong|b|em|i|u|s|sub|sup|mark|code|summary|dt)$/.test(one.name)
  const inner = { ...context, parent: one.name, isInline: isInside, isInTable: context.isInTable || one.name === 'table' }
  return convertedAll(nodes, inner)
}

function convertedAll(nodes: readonly RichNode[], context: Context): RichNode[] {
  return withWordLists(nodes).flatMap((node) => {
    if (isElement(node)) return isDrawnFormula(node, nodes) ? [] : converted(node, context)
    return ofText(node, context.parse).flatMap((piece) => (isElement(piece) ? converted(piece, context) : [piece]))
  })
}

function converted(one: RichElement, context: Context): RichNode[] {
  const { name } = one
  const special = ofElement(one, context.isInline, context.parse)
  if (special) {
    const { 'data-latex': latex } = special.attributes
    if (latex === undefined) return converted(special, context)
    if (latex.length <= richLimits.latex) return [special]
    lose(context, 'math')
    return [latex]
  }
  if (one.attributes['data-latex'] !== undefined && /^(?:span|div)$/.test(name)) return [one]
  if (name === 'math') {
    const { nodes, isLost } = ofMath(one, context.isInline, richLimits.latex)
    if (isLost) lose(context, 'math')
    return nodes
  }
  if (unseen.has(name)) return []
  if (goes.has(name)) {
    if (name === 'input' && /^hidden$/i.test(one.attributes.type ?? '')) return []
    lose(context, name)
    return [' ']
  }
  switch (name) {
    case 'dl':
      return children(one, context)
    case 'dt':
    case 'legend':
    case 'summary':
      return [titleOf(children(one, context))]
    case 'dd': {
      const nodes = children(one, context)
      return [isEmpty(nodes) ? ' ' : paragraph(nodes)]
    }
    case 'details': {
      const [summary, rest] = [
        one.children.filter((node) => isElement(node) && node.name === 'summary'),
        one.children.filter((node) => !isElement(node) || node.name !== 'summary'),
      ]
      const nodes = children(one, context, rest)
      const text = isEmpty(nodes) ? [] : hasBlocks(nodes) ? nodes : [element('p', nodes)]
      return [element('div', [...children(one, context, summary), ...text], attributesOf(one, context))]
    }
    case 'ruby':
      return children(one, context)
    case 'rt':
    case 'rtc': {
      const nodes = children(one, context)
      return textWithin(nodes).trim() === '' ? [] : ['(', ...nodes, ')']
    }
    case 'q':
      return ['“', ...children(one, context), '”']
    case 'audio':
    case 'video':
    case 'iframe':
    case 'embed':
    case 'object':
      return embedded(one, context)
    case 'svg':
      lose(context, name)
      return spaced(wordsWithin(drawnWords(one.children)))
    case 'img': {
      const { src, ...attributes } = attributesOf(one, context)
      if (src === undefined || attributes['data-upload'] !== undefined || !/^\s*(?:data|blob|file|cid):/i.test(src))
        return [{ ...one, attributes: attributesOf(one, context) }]
      lose(context, name)
      return [{ ...one, attributes }]
    }
  }
  return kept(one, context)
}

/** Elements without a rule of their own. */
function kept(one: RichElement, context: Context): RichNode[] {
  const { name } = one
  const nodes = children(one, context)
  const attributes = attributesOf(one, context)
  // a browser drops the tags of cells that stand in no table, and glues their texts
  if (ofTable.test(name) && !context.isInTable) return [isEmpty(nodes) ? ' ' : element('div', nodes, attributes)]
  // whole documents of other programs are bold by a "b" that is not bold
  if (/^(?:b|strong)$/.test(name) && /^(?:normal|400)$/.test(styleOf(one, 'font-weight')))
    return hasBlocks(nodes) ? nodes : [element('span', nodes)]
  const known = renamed[name] ?? name
  if (name === 'font' || name === 'span') {
    const within = marked(one, nodes)
    return attributes.lang || attributes.dir || attributes.id || isMention(attributes['data-mention'] ?? '')
      ? [element('span', within, attributes)]
      : within
  }
  if (allowed.has(known)) return [element(known, nodes, attributes)]
  if (inline.has(name) || name.includes(':') || /^(?:html|mjx-)/.test(name))
    return attributes.dir ? [element('span', nodes, { dir: attributes.dir })] : nodes
  if (blocks.has(name)) return inTable.test(context.parent) ? nodes : [isEmpty(nodes) ? ' ' : element('div', nodes, attributes)]
  lose(context, name)
  return [' ', ...nodes, ' ']
}

const spaced = (words: string): RichNode[] => [words === '' ? ' ' : ` ${words} `]
const drawnWords = (nodes: readonly RichNode[]): RichNode[] =>
  nodes.flatMap((node): RichNode[] =>
    !isElement(node)
      ? [node]
      : /^(?:script|style|title|desc|metadata)$/.test(node.name)
        ? []
        : [element(node.name, drawnWords(node.children))],
  )
const titleOf = (nodes: RichNode[]): RichElement => (hasBlocks(nodes) ? element('div', nodes) : element('p', [element('strong', nodes)]))

/** A film, a sound or a page within the text: a link to it. */
function embedded(one: RichElement, context: Context): RichNode[] {
  const sources = one.children.flatMap((node) => (isElement(node) && /^(?:source|embed)$/.test(node.name) ? [node.attributes.src] : []))
  const address = [one.attributes.src, one.attributes.data, ...sources].map(addressOf).find((named) => named !== undefined)
  if (address !== undefined) {
    const isPicture = /^image\//i.test(one.attributes.type ?? '')
    const words = one.attributes.title || one.attributes['aria-label']
    return isPicture
      ? [element('img', [], { src: address, alt: words || textWithin(one.children).trim() })]
      : [' ', linkTo(address, words), ' ']
  }
  const nodes = one.name === 'iframe' ? [] : children(one, context)
  if (one.name !== 'object' || isEmpty(nodes)) lose(context, one.name)
  return [' ', ...nodes, ' ']
}

/** The text as rich text has it, still to be cleaned by the allow-list. Texts that are rich text already stay as they are. */
export function convertedRich(html: string, parse: Parse): Converted {
  const nodes = parse(withoutPrefixes(html))
  const lost: Losses = {}
  const context: Context = { parse, lost, targets: targetsIn(nodes), parent: '', isInline: false, isInTable: false }
  return { html: htmlOf(convertedAll(nodes, context)), lost }
}
