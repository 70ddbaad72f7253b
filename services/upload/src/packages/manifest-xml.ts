// The XML of a manifest as a tree of elements: namespaces are read, document types refused, and size and depth bounded.
import { setImmediate } from 'node:timers/promises'
import { decode, declaredIn, detectEncoding } from '@lyceum/kit/text/encodings'
import { SaxesParser } from 'saxes'
import { BadPackage } from './bad-package.ts'

/** `name`: without its prefix; `at`: attributes by their names without prefixes; `text`: the letters directly in it. */
export type Element = { name: string; space: string; at: Record<string, string>; in: Element[]; text: string }

/** Bytes of a manifest at most. */
export const largestManifest = 8 * 1024 * 1024
/** `value`: letters of an attribute. */
const most = { elements: 100_000, depth: 100, value: 4096 }
/** Letters that are parsed before others have their turn. */
const pieceLength = 128 * 1024

/** BadPackage broken: no XML, or one with a document type, whose entities would be read. */
export async function parseManifest(bytes: Buffer): Promise<Element> {
  const text = decode(bytes, detectEncoding(bytes, { declared: declaredIn(bytes) })).replace(/^\ufeff/, '')
  const parser = new SaxesParser({ xmlns: true, position: true })
  const root: Element = { name: '', space: '', at: {}, in: [], text: '' }
  const above = [root]
  let elements = 0
  const refuse = (cause: string): never => {
    throw new BadPackage('package.broken', { cause })
  }
  parser.on('doctype', () => refuse('doctype'))
  parser.on('error', ({ message }) => {
    // a prefix that nobody declared: old authoring programs leave it out, and names without it are enough
    if (!/unbound namespace prefix/.test(message)) refuse(message.slice(0, 200))
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own = Object.values(attributes)
    if (++elements > most.elements || above.length > most.depth || own.some(({ value }) => value.length > most.value))
      throw new BadPackage('package.tooLarge', { file: 'imsmanifest.xml' })
    const at = Object.fromEntries(own.map((one) => [one.local, one.value]))
    const element: Element = { name: local, space: uri, at, in: [], text: '' }
    above.at(-1)!.in.push(element)
    above.push(element)
  })
  const addText = (letters: string) => {
    above.at(-1)!.text += letters
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void above.pop())
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength))
    await setImmediate()
  }
  parser.close()
  return root.in[0] ?? refuse('empty')
}

export const child = (element: Element | undefined, name: string): Element | undefined => element?.in.find((one) => one.name === name)
export const children = (element: Element | undefined, name: string): Element[] => element?.in.filter((one) => one.name === name) ?? []
/** The text of a child, with single spaces; empty without one. */
export const textOf = (element: Element | undefined, name: string): string => child(element, name)?.text.replace(/\s+/g, ' ').trim() ?? ''
