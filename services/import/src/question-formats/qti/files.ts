// The files of a package that texts name: pictures, sounds and films come along, whole texts are read.
import { decodeText } from '@lyceum/kit/text/csv'
import type { NeutralFile, Note } from '../format.ts'
import { fileFinder, keep, nameIn, withAddresses } from '../embedded-files.ts'
import { escaped, unescaped } from '../parts.ts'
import { childOf, childrenOf, localName, markupOf, within, type XmlElement } from '../xml.ts'
import { parseQti } from './parse.ts'

/** `taken`: those that questions name. */
export type Package = {
  files: ReadonlyMap<string, Uint8Array>
  taken: Map<string, NeutralFile>
  /** Made when it is needed. */
  find?: (address: string) => Uint8Array | undefined
}

export const tried = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The path of a file that the one at `path` names. */
export function pathFrom(path: string, href: string): string {
  const steps = path.split('/').slice(0, -1)
  for (const step of href.replace(/[?#].*$/, '').split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  return steps.join('/')
}
export const fileAt = ({ files }: Package, path: string): Uint8Array | undefined =>
  files.get(path) ?? files.get(tried(() => decodeURIComponent(path)) ?? '')

/** Canvas and Blackboard write such words for the folder of a package's files. */
const folderWords = /^(\$|%24)[A-Z_-]+(\$|%24)\/?/i

function takeFile(of: Package, path: string, src: string, notes: Note[]): string {
  // a picture within the address itself is taken out of every format's texts
  if (/^(https?:|data:)/i.test(src)) return escaped(src)
  const address = src.replace(folderWords, '')
  of.find ??= fileFinder(of.files)
  const bytes = fileAt(of, pathFrom(path, address)) ?? of.find(pathFrom(path, address)) ?? of.find(address)
  const name = nameIn(address)
  if (bytes) return keep(of.taken, name, bytes)
  notes.push({ code: 'fileLeftOut', params: { name } })
  return ''
}

/** A text of HTML with the files that it names. */
export const withFilesOf = (of: Package, path: string, html: string, notes: Note[]): string =>
  withAddresses(html, (address, tag) =>
    tag === 'a' || address === '' ? address : unescaped(takeFile(of, path, address, notes)) || undefined,
  )

/** Another text that stands in the place of an element: what is included, or an object of HTML. */
export function textNamedBy(element: XmlElement): string | undefined {
  const { href, data = '', type = '' } = element.attribs
  if (localName(element) === 'include') return href
  return localName(element) === 'object' && (/html/i.test(type) || /\.x?html?$/i.test(data)) ? data : undefined
}

/** A picture, sound or film, under its name among the files that come along; undefined for what is none. */
export function mediumOf(of: Package, path: string, element: XmlElement, notes: Note[]): string | undefined {
  const name = localName(element)
  const { src, data, type = '', alt = '' } = element.attribs
  if (name === 'img' || (name === 'object' && type.startsWith('image/')))
    return `<img src="${takeFile(of, path, src ?? data ?? '', notes)}" alt="${alt.replaceAll('"', '&quot;')}">`
  const kind = /^(audio|video)$/.test(name) ? name : name === 'object' ? /^(audio|video)\//.exec(type)?.[1] : undefined
  const named = src ?? data ?? childOf(element, 'source')?.attribs.src
  return kind && named ? `<${kind} src="${takeFile(of, path, named, notes)}"></${kind}>` : undefined
}

/** The text of a file: what is in its body. */
export function textFileAt(of: Package, path: string): { title: string; html(notes: Note[]): string } | undefined {
  const bytes = fileAt(of, path)
  const root =
    bytes && tried(() => parseQti(`<root>${decodeText(bytes).replace(/^\s*(<\?xml[^>]*\?>)?\s*(<!DOCTYPE html[^>[]*>)?/i, '')}</root>`))
  if (!root) return undefined
  const [body = root] = within(root, 'stimulusBody', 'body')
  const [titled] = childrenOf(root, 'assessmentStimulus')
  return {
    title: titled?.attribs.title ?? '',
    html: (notes) => markupOf(body.children, (element) => mediumOf(of, path, element, notes)).trim(),
  }
}
