// The tree of an HTML text, alike on both sides: the server reads it with htmlparser2, the page with the browser's own parser. No imports.

export type RichElement = { name: string; attributes: Record<string, string>; children: RichNode[] }
export type RichNode = string | RichElement

export const isElement = (node: RichNode | undefined): node is RichElement => typeof node === 'object'
export const element = (name: string, children: RichNode[], attributes: Record<string, string> = {}): RichElement => ({
  name,
  attributes,
  children,
})
/** Its text as it stands in the tree. */
export const textWithin = (nodes: readonly RichNode[]): string =>
  nodes.map((node) => (isElement(node) ? textWithin(node.children) : node)).join('')
/** The text of its leaves with a blank between them. */
export const wordsWithin = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => (isElement(node) ? wordsWithin(node.children) : node).trim())
    .filter((words) => words !== '')
    .join(' ')
export const someWithin = (nodes: readonly RichNode[], test: (one: RichElement) => boolean): boolean =>
  nodes.some((node) => isElement(node) && (test(node) || someWithin(node.children, test)))

/** The value of one property of its `style`, in small letters; '' without one. */
export function styleOf({ attributes }: RichElement, property: string): string {
  const { style } = attributes
  if (!style) return ''
  for (const rule of style.split(';')) {
    const at = rule.indexOf(':')
    if (at > 0 && rule.slice(0, at).trim().toLowerCase() === property)
      return rule
        .slice(at + 1)
        .trim()
        .toLowerCase()
  }
  return ''
}
export const hasClass = ({ attributes }: RichElement, name: string): boolean => (attributes.class ?? '').split(/\s+/).includes(name)

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign]!)
const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/
export const htmlOf = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (!isElement(node)) return node.replace(/[&<>]/g, (sign) => signs[sign]!)
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
      const start = `<${node.name}${attributes.join('')}>`
      return isVoid.test(node.name) ? start : `${start}${htmlOf(node.children)}</${node.name}>`
    })
    .join('')
