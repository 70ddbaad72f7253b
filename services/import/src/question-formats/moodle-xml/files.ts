// The files in Moodle's XML: beside the text that names them, or beside all texts of a question.
import { fileFinder, keep, mostBytes, nameIn, tooLarge, withAddresses } from '../embedded-files.ts'
import type { NeutralFile, Note } from '../format.ts'
import { escaped } from '../parts.ts'
import { childOf, childrenOf, textIn, within, type XmlElement } from '../xml.ts'

/** `address`: of one that is kept; `isNamed`: by a text; `isNoted`: as left out. */
type Embedded = { address?: string; isNamed?: boolean; isNoted?: boolean }
/** `seen`: each is kept once, however often its text is read. */
export type FilesInXml = { files: Map<string, NeutralFile>; seen: Map<XmlElement, Embedded> }

function embeddedIn({ files, seen }: FilesInXml, file: XmlElement, notes: Note[]): Embedded {
  const known = seen.get(file)
  if (known) return known
  const { name = '', encoding = 'base64' } = file.attribs
  const bytes = encoding === 'base64' ? Buffer.from(textIn(file), 'base64') : Buffer.alloc(0)
  const embedded: Embedded = {}
  if (bytes.length > mostBytes) notes.push(tooLarge(name))
  else if (bytes.length === 0) notes.push({ code: 'fileLeftOut', params: { name } })
  if (bytes.length > 0 && bytes.length <= mostBytes) embedded.address = keep(files, name, bytes)
  else embedded.isNoted = true
  seen.set(file, embedded)
  return embedded
}

/** The text with the files beside it under names of their own. */
export function withEmbedded(of: FilesInXml, html: string, files: XmlElement[], notes: Note[]): string {
  const byPath = new Map(
    files.map((file) => {
      const { name = '', path = '/' } = file.attribs
      return [`${path.replace(/\/?$/, '/')}${name}`, embeddedIn(of, file, notes)]
    }),
  )
  const found = fileFinder(byPath)
  return withAddresses(html, (address) => {
    const file = address.startsWith('@@PLUGINFILE@@') ? found(address.slice('@@PLUGINFILE@@'.length)) : undefined
    if (!file) return address
    file.isNamed = true
    return file.address
  })
}

/** Pictures that stand beside all texts: those of Moodle 1, and those on which items are drawn. */
export function picturesBeside(of: FilesInXml, element: XmlElement, notes: Note[]): string {
  const pictures: string[] = []
  const draw = (address: string, name: string) => pictures.push(`<p><img src="${escaped(address)}" alt="${escaped(name)}"></p>`)
  const path = textIn(childOf(element, 'image')).trim()
  const bytes = Buffer.from(textIn(childOf(element, 'image_base64')), 'base64')
  const name = nameIn(path) || 'picture.png'
  if (bytes.length > mostBytes) notes.push(tooLarge(name))
  else if (bytes.length > 0) draw(keep(of.files, name, bytes), name)
  else if (path !== '') draw(path, name)
  for (const file of [element, ...within(element, 'drag')].flatMap((one) => childrenOf(one, 'file'))) {
    const embedded = embeddedIn(of, file, notes)
    embedded.isNamed = true
    if (embedded.address) draw(embedded.address, file.attribs.name ?? '')
  }
  return pictures.join('')
}

/** Notes of the files of a question that nothing names, or whose text is not read. */
export const unnamedFiles = ({ seen }: FilesInXml, element: XmlElement): Note[] =>
  within(element, 'file').flatMap((file) => {
    const { isNamed, isNoted } = seen.get(file) ?? {}
    return isNamed || isNoted ? [] : [{ code: 'fileLeftOut', params: { name: file.attribs.name ?? '' } }]
  })
