// XML of other systems, read within bounds and without entities of its own, so that no text can grow in memory or name a file.
import { DomHandler, DomUtils, Parser } from 'htmlparser2'

export type XmlElement = { name: string; attribs: Record<string, string>; children: unknown[] }

/** Elements of one text, and how deep they stand in one another. */
const most = { elements: 400_000, depth: 200 }

/** broken: it has no element, or declares entities; tooLarge: it is beyond the bounds. */
export class XmlRefused extends Error {
  readonly reason: 'broken' | 'tooLarge'
  constructor(reason: 'broken' | 'tooLarge') {
    super(`XML is ${reason}`)
    this.reason = reason
  }
}

/** The root element. Throws XmlRefused. */
export function readXml(text: string, { elements: mostElements, depth: deepest } = most): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text.slice(0, 10_000)) || text.includes('<!ENTITY')) throw new XmlRefused('broken')
  const handler = new DomHandler()
  let [elements, depth] = [0, 0]
  const parser = new Parser(
    {
      ...events(handler),
      onopentag(name, attribs) {
        if (++elements > mostElements || ++depth > deepest) throw new XmlRefused('tooLarge')
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
  if (!root) throw new XmlRefused('broken')
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

type Node = Parameters<typeof DomUtils.textContent>[0] & object
export const isElement = (node: unknown): node is XmlElement => (node as { type?: string }).type === 'tag'
/** Without the prefix of a namespace. */
export const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)
export const childrenOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter(isElement).filter((one) => name === undefined || localName(one) === name)
export const childOf = (element: XmlElement, name: string): XmlElement | undefined => childrenOf(element, name)[0]
export const textIn = (element: XmlElement | undefined): string => (element ? DomUtils.textContent(element as unknown as Node) : '')
