// Blocks of rich text: headings, paragraphs, lists, quotes, code, tables and pictures of the allow-list, in their order.
import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { type Block, type Span, textOf } from './blocks.ts'

/** By the id that a text names; `bytes` of those that can be drawn. */
export type Pictures = ReadonlyMap<string, { name: string; bytes?: Uint8Array }>

type Style = Omit<Span, 'text'>
type Around = { indent: number; bars: number; marker?: string }

const styles: Record<string, Style> = {
  strong: { bold: true },
  b: { bold: true },
  em: { italic: true },
  i: { italic: true },
  u: { underline: true },
  s: { strike: true },
  sub: { shift: 'sub' },
  sup: { shift: 'sup' },
  mark: { bold: true },
  code: { code: true },
  th: { bold: true },
}
const containers = new Set([
  'p',
  'div',
  'blockquote',
  'ul',
  'ol',
  'li',
  'figure',
  'figcaption',
  'caption',
  'h2',
  'h3',
  'h4',
  'pre',
  'table',
  'hr',
  'img',
])

/** `base`: levels that all of it stands in. */
export function blocksOfHtml(html: string, pictures: Pictures, base: Around = { indent: 0, bars: 0 }): Block[] {
  const blocks: Block[] = []
  let spans: Span[] = []
  /** `forced`: an item without words has its marker. */
  const flush = (around: Around, role: 'paragraph' | 'subheading' | 'code' | 'note' = 'paragraph', forced = false) => {
    const kept = trimmed(spans, role === 'code')
    spans = []
    if (kept.length === 0 && !(forced && around.marker !== undefined)) return
    blocks.push({ kind: 'text', role, spans: kept, ...placeOf(around), ...(role === 'subheading' && { leads: true }) })
    delete around.marker
  }
  const inline = (nodes: readonly ChildNode[], style: Style, around: Around, pre: boolean) => {
    for (const node of nodes) {
      if (isText(node)) {
        const text = pre
          ? node.data.replaceAll('\t', '  ').replaceAll(/(?<=^|\n| ) /g, '\u00a0')
          : node.data.replaceAll(/[ \t\r\n\f]+/g, ' ')
        if (text) spans.push({ text, ...style })
      } else if (isTag(node)) element(node, style, around, pre)
    }
  }
  const element = (node: Element, style: Style, around: Around, pre: boolean): void => {
    const { name, attribs, children } = node
    if (name === 'br') {
      spans.push({ text: '\n', ...style })
      return
    }
    if (name === 'img') picture(attribs, style, around)
    else if (name === 'a') inline(children, { ...style, ...linkOf(attribs) }, around, pre)
    else if (!containers.has(name)) inline(children, { ...style, ...styles[name] }, around, pre)
    else {
      flush(around, 'paragraph', name !== 'p' && name !== 'div')
      block(node, style, around)
    }
  }
  const block = (node: Element, style: Style, around: Around): void => {
    const { name, children } = node
    const within = (next: Around, role?: Parameters<typeof flush>[1], own: Style = style) => {
      inline(children, own, next, role === 'code')
      flush(next, role)
    }
    if (name === 'hr') blocks.push({ kind: 'text', role: 'note', spans: [], ruled: true, ...placeOf(around) })
    else if (name === 'table') table(node, style, around)
    else if (name === 'ul' || name === 'ol') list(node, style, around)
    else if (name === 'blockquote') within({ indent: around.indent + 1, bars: around.bars + 1 })
    else if (name === 'pre') within(around, 'code', { ...style, code: true })
    else if (name === 'figcaption' || name === 'caption') within(around, 'note', { ...style, muted: true })
    else if (/^h[2-4]$/.test(name)) within(around, 'subheading', { ...style, bold: true })
    else within(around)
  }
  const list = ({ name, attribs, children }: Element, style: Style, around: Around): void => {
    let n = Number(attribs.start ?? 1) || 1
    for (const item of children) {
      if (!isTag(item)) continue
      const next: Around = { indent: around.indent + 1, bars: around.bars, marker: name === 'ul' ? '•' : `${n++}.` }
      inline(item.name === 'li' ? item.children : [item], style, next, false)
      flush(next, 'paragraph', true)
    }
  }
  const picture = (attribs: Record<string, string>, style: Style, around: Around) => {
    const found = pictures.get((attribs['data-upload'] ?? '').toLowerCase())
    const name = attribs.alt || found?.name || ''
    if (!found?.bytes) {
      if (name) spans.push({ text: `[${name}]`, ...style })
      return
    }
    flush(around)
    blocks.push({ kind: 'picture', bytes: found.bytes, name, ...placeOf(around) })
  }
  const table = (node: Element, style: Style, around: Around) => {
    const rows: Span[][][] = []
    let heads = 0
    for (const row of rowsOf(node)) {
      const cells = row.children.filter((cell): cell is Element => isTag(cell) && /^t[dh]$/.test(cell.name))
      if (cells.length > 0 && cells.every(({ name }) => name === 'th') && heads === rows.length) heads++
      rows.push(cells.map((cell) => cellOf(cell, style, pictures)))
    }
    if (rows.length > 0) blocks.push({ kind: 'table', rows, heads, ...placeOf(around) })
  }
  const around = { ...base }
  inline(parseDocument(html).children, {}, around, false)
  flush(around)
  return blocks
}

/** Of an address elsewhere; an attachment has none. */
const linkOf = (attribs: Record<string, string>): Style =>
  !attribs['data-upload'] && attribs.href && /^(https?:|mailto:)/i.test(attribs.href) ? { link: attribs.href, underline: true } : {}

const placeOf = ({ indent, bars, marker }: Around) => ({ indent, bars, ...(marker !== undefined && { marker }) })

/** Rows of a table, its head and foot among them; those of tables within stay with their cells. */
const rowsOf = (node: Element): Element[] =>
  node.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'tr' ? [child] : /^t(head|body|foot)$/.test(child.name) ? rowsOf(child) : []))

/** A cell is one text: its blocks stand below each other. */
const cellOf = (cell: Element, style: Style, pictures: Pictures): Span[] => {
  const list: Span[] = []
  const own = { ...style, ...styles[cell.name] }
  const walk = (nodes: readonly ChildNode[], style: Style) => {
    for (const node of nodes) {
      if (isText(node)) list.push({ text: node.data.replaceAll(/\s+/g, ' '), ...style })
      else if (isTag(node)) {
        if (node.name === 'img') {
          const name = node.attribs.alt || pictures.get((node.attribs['data-upload'] ?? '').toLowerCase())?.name
          if (name) list.push({ text: `[${name}]`, ...style })
          continue
        }
        const isBlock = containers.has(node.name) || node.name === 'br' || node.name === 'tr'
        if (isBlock && textOf(list).trim() !== '') list.push({ text: '\n', ...style })
        walk(node.children, { ...style, ...styles[node.name] })
        if (/^t[dh]$/.test(node.name)) list.push({ text: ' ', ...style })
      }
    }
  }
  walk(cell.children, own)
  return trimmed(list, false)
}

/** Without blanks at both ends, of code without the line breaks there; an empty one has no spans. */
function trimmed(spans: readonly Span[], pre: boolean): Span[] {
  const list = spans.map((span) => ({ ...span }))
  const [head, tail] = pre ? [/^\n+/, /\s+$/] : [/^\s+/, /\s+$/]
  while (list.length > 0 && (list[0]!.text = list[0]!.text.replace(head, '')) === '') list.shift()
  while (list.length > 0 && (list.at(-1)!.text = list.at(-1)!.text.replace(tail, '')) === '') list.pop()
  return list
}
