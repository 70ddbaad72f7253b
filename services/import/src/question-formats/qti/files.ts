// The files of a package that texts name: pictures, sounds and films come along, whole texts are read.
import { decodeText } from '@lyceum/kit/text/csv'
import type { NeutralFile, Note } from '../format.ts'
import { newPartId } from '../parts.ts'
import { childOf, childrenOf, localName, markupOf, within, type XmlElement } from '../xml.ts'
import { parseQti } from './parse.ts'

/** `taken`: those that questions name. */
export type Package = { files: ReadonlyMap<string, Uint8Array>; taken: Map<string, NeutralFile> }

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

function takeFile(of: Package, path: string, src: string, notes: Note[]): string {
  if (/^https?:\/\//.test(src)) return src.replaceAll('"', '%22')
  const bytes = fileAt(of, pathFrom(path, src))
  const name =
    src
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? 'file'
  if (!bytes) {
    notes.push({ code: 'fileLeftOut', params: { name } })
    return ''
  }
  const key = `${newPartId()}/${name.replaceAll(/[\\/\p{Cc}"]/gu, '_').slice(-120)}`
  of.taken.set(key, { name, bytes })
  return `question-file:${key}`
}

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
