// Reads XML of other systems: bounded, and without entities of its own, so that no file can grow in memory or name another.
import { invalid } from '@lyceum/kit/calls/errors'
import { DomHandler, DomUtils, Parser } from 'htmlparser2'

export type XmlElement = { name: string; attribs: Record<string, string>; children: unknown[] }
type Node = Parameters<typeof DomUtils.textContent>[0] & object

/** Elements of one file, and how deep they stand in one another. */
const limits = { elements: 400_000, depth: 200 }

/** The root element. 400 questionImport.broken for text that has none, that declares entities, or that is beyond the limits. */
export function parseXml(text: string): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text.slice(0, 10_000)) || text.includes('<!ENTITY'))
    throw invalid({ content: 'questionImport.broken' }, 'questionImport.broken')
  const handler = new DomHandler()
  let [elements, depth] = [0, 0]
  const parser = new Parser(
    {
      ...events(handler),
      onopentag(name, attribs) {
        if (++elements > limits.elements || ++depth > limits.depth)
          throw invalid({ content: 'questionImport.tooLarge' }, 'questionImport.tooLarge')
        handler.onopentag(name, attribs)
      },
      onclosetag() {
        depth--
        handler.onclosetag()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text.replace(/^\uFEFF/, ''))
  const root = handler.root.children.find((node) => node.type === 'tag') as unknown as XmlElement | undefined
  if (!root) throw invalid({ content: 'questionImport.broken' }, 'questionImport.broken')
  return root
}

const events = (handler: DomHandler) => ({
  onparserinit: (parser: Parser) => handler.onparserinit(parser),
  onreset: () => handler.onreset(),
  onend: () => handler.onend(),
  onerror: (error: Error) => handler.onerror(error),
  ontext: (text: string) => handler.ontext(text),
  oncdatastart: () => handler.oncdatastart(),
  oncdataend: () => handler.oncdataend(),
  oncomment: (text: string) => handler.oncomment(text),
  oncommentend: () => handler.oncommentend(),
  onprocessinginstruction: (name: string, data: string) => handler.onprocessinginstruction(name, data),
})

const isElement = (node: unknown): node is XmlElement => (node as { type?: string }).type === 'tag'
/** Without the prefix of a namespace. */
export const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)
export const childrenOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter(isElement).filter((one) => name === undefined || localName(one) === name)
export const childOf = (element: XmlElement, name: string): XmlElement | undefined => childrenOf(element, name)[0]
/** Of all elements within, in the order of the file. */
export const within = (element: XmlElement, ...names: string[]): XmlElement[] =>
  childrenOf(element).flatMap((one) => [...(names.includes(localName(one)) ? [one] : []), ...within(one, ...names)])
export const textIn = (element: XmlElement | undefined): string => (element ? DomUtils.textContent(element as unknown as Node) : '')
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
