// Lists of Word: paragraphs with a level and with their number or bullet as text become lists.
import { element, hasClass, isElement, type RichElement, type RichNode, styleOf, textWithin } from './tree.ts'

const isMarker = (one: RichElement) => styleOf(one, 'mso-list') === 'ignore'
/** The level of a paragraph of a list; 0 of another. */
function levelOf(node: RichNode): number {
  if (!isElement(node) || !/^(?:p|h[1-6]|div|li)$/.test(node.name)) return 0
  const level = /\blevel(\d)/.exec(styleOf(node, 'mso-list'))?.[1]
  if (level) return Number(level)
  const isOfList = hasClass(node, 'MsoListParagraph') || /\bMsoListParagraphCx/.test(node.attributes.class ?? '')
  return isOfList && markerOf(node.children) !== '' ? 1 : 0
}
const markerOf = (nodes: readonly RichNode[]): string => {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const marker = isMarker(node) ? textWithin(node.children).replaceAll(/[\s\u00a0]/g, '') : markerOf(node.children)
    if (marker !== '') return marker
  }
  return ''
}
const withoutMarker = (nodes: readonly RichNode[]): RichNode[] =>
  nodes.flatMap((node): RichNode[] =>
    !isElement(node) ? [node] : isMarker(node) ? [] : [{ ...node, children: withoutMarker(node.children) }],
  )

const romans = /^[ivxlcdm]+$/i
/** The kind of a list by the marker of its first item, and where it begins. */
function listOf(marker: string): RichElement {
  const sign = marker.replace(/^[([]+|[.)\]:、．]+$/g, '').replace(/^.*\.(?=[^.]+$)/, '')
  if (/^\d+$/.test(sign)) return element('ol', [], sign === '1' ? {} : { start: String(Number(sign)) })
  // "o" is the bullet of Word's second level
  if (!/^[a-z]+$/i.test(sign) || marker === 'o' || marker === 'O') return element('ul', [])
  const isUpper = sign === sign.toUpperCase()
  // a letter alone continues no list: it begins one, unless it is the first of the Roman numbers
  if (romans.test(sign) && (sign.length > 1 || sign.toLowerCase() === 'i')) return element('ol', [], { type: isUpper ? 'I' : 'i' })
  const start = sign.length === 1 ? sign.toLowerCase().charCodeAt(0) - 96 : 1
  return element('ol', [], { type: isUpper ? 'A' : 'a', ...(start > 1 && { start: String(start) }) })
}

/** Children of one element, with the paragraphs of lists that follow one another as lists within each other. */
export function withWordLists(nodes: readonly RichNode[]): RichNode[] {
  if (!nodes.some((node) => levelOf(node) > 0)) return [...nodes]
  const result: RichNode[] = []
  let open: { level: number; list: RichElement }[] = []
  for (const node of nodes) {
    const level = levelOf(node)
    if (level === 0) {
      // line breaks of the source between two items
      if (isElement(node) || node.trim() !== '') open = []
      if (open.length === 0) result.push(node)
      continue
    }
    const paragraph = node as RichElement
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const marker = markerOf(paragraph.children)
    const kind = listOf(marker)
    const last = open.at(-1)
    if (last && last.level === level && last.list.name !== kind.name) open.pop()
    if (open.at(-1)?.level !== level) {
      const parent = open.at(-1)?.list.children.at(-1)
      if (isElement(parent)) parent.children.push(kind)
      else result.push(kind)
      open.push({ level, list: kind })
    }
    const { dir } = paragraph.attributes
    open.at(-1)!.list.children.push(element('li', withoutMarker(paragraph.children), dir ? { dir } : {}))
  }
  return result
}
