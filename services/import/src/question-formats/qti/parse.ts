// XML of QTI with the names of version 2: those of version 3 are the same words with hyphens.
import { childrenOf, localName, parseXml, type XmlElement } from '../xml.ts'

const camelCase = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

function withNamesOf2(element: XmlElement): void {
  const name = localName(element)
  if (name.startsWith('qti-')) {
    element.name = camelCase(name.slice('qti-'.length))
    element.attribs = Object.fromEntries(Object.entries(element.attribs).map(([key, value]) => [camelCase(key), value]))
  }
  for (const child of childrenOf(element)) withNamesOf2(child)
}

/** The root element; errors as parseXml. */
export function parseQti(text: string): XmlElement {
  const root = parseXml(text)
  withNamesOf2(root)
  return root
}
