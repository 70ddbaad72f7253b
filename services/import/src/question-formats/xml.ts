// XML of files of questions: read within bounds, refused in the words of an import.
import { invalid } from '@lyceum/kit/calls/errors'
import { childOf, childrenOf, isElement, localName, readXml, textIn, type XmlElement, XmlRefused } from '@lyceum/kit/text/xml'
import { DomUtils } from 'htmlparser2'

export { childOf, childrenOf, localName, textIn, type XmlElement }
type Node = Parameters<typeof DomUtils.textContent>[0] & object

/** The root element. 400 questionImport.broken for text that has none or declares entities, questionImport.tooLarge beyond the bounds. */
export function parseXml(text: string): XmlElement {
  try {
    return readXml(text)
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error
    const code = `questionImport.${error.reason}` as const
    throw invalid({ content: code }, code)
  }
}

/** Of all elements within, in the order of the file. */
export const within = (element: XmlElement, ...names: string[]): XmlElement[] =>
  childrenOf(element).flatMap((one) => [...(names.includes(localName(one)) ? [one] : []), ...within(one, ...names)])
/** The text of `<name><text>…</text></name>`, or of `<name>…</name>`. */
export const childText = (element: XmlElement, name: string): string => {
  const child = childOf(element, name)
  return child ? textIn(childOf(child, 'text') ?? child).trim() : ''
}
export const childNodes = (element: XmlElement): unknown[] => element.children
export const isTag = isElement
/** Markup of a node as HTML; what `swap` answers for an element takes its place. */
export function markupOf(nodes: readonly unknown[], swap: (element: XmlElement) => string | undefined = () => undefined): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return textEscaped(DomUtils.textContent(node as Node), node)
      const swapped = swap(node)
      if (swapped !== undefined) return swapped
      const name = localName(node)
      const attributes = Object.entries(node.attribs).map(
        ([key, value]) => ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
      )
      const inner = markupOf(node.children, swap)
      return /^(br|hr|img)$/.test(name) ? `<${name}${attributes.join('')}>` : `<${name}${attributes.join('')}>${inner}</${name}>`
    })
    .join('')
}
const textEscaped = (text: string, node: unknown) =>
  (node as { type?: string }).type === 'comment' ? '' : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
