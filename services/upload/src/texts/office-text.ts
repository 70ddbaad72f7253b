// The text of an office file: a ZIP archive of XML. Pure, but a small file may unpack to gigabytes: text-reader.ts alone calls it, under limits.
import { type Archive, Encrypted, openArchive } from '../processes/archive.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name) return entities[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** The text elements of Microsoft's formats; paragraphs end a line. Text that was deleted under review is in others. */
const markedText = (xml: string, prefix: 'w' | 'a'): string => {
  const parts = new RegExp(
    `<${prefix}:t(?:\\s[^<>]*)?>([^<]*)</${prefix}:t>|</${prefix}:p>|<${prefix}:(?:br|cr)\\b[^<>]*>|<${prefix}:tab/>`,
    'g',
  )
  let text = ''
  // text boxes stand there a second time, for older programs
  for (const [tag, words] of xml.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, '').matchAll(parts))
    text += words !== undefined ? words : tag.endsWith('tab/>') ? ' ' : '\n'
  return unescaped(text)
}

const openDocumentText = (xml: string): string =>
  unescaped(
    xml
      .slice(Math.max(0, xml.indexOf('<office:body')))
      .replace(/<text:tracked-changes[\s>][\s\S]*?<\/text:tracked-changes>/g, '')
      .replace(/<\/text:[ph]>|<text:line-break[^<>]*>/g, '\n')
      .replace(/<text:(?:s|tab)\b[^<>]*>/g, ' ')
      .replace(/<[^<>]*>/g, ''),
  )

const slideNumber = (name: string) => Number(/^ppt\/slides\/slide(\d{1,5})\.xml$/.exec(name)?.[1])

const readers: Record<string, (archive: Archive) => string> = {
  docx: ({ text: read }) => {
    const main = read('word/document.xml')
    if (main === undefined) throw new Error('no document')
    return [main, read('word/footnotes.xml') ?? '', read('word/endnotes.xml') ?? ''].map((xml) => markedText(xml, 'w')).join('\n')
  },
  pptx: ({ names, text: read }) =>
    names
      .filter(slideNumber)
      .toSorted((a, b) => slideNumber(a) - slideNumber(b))
      .map((name) => markedText(read(name)!, 'a'))
      .join('\n'),
  odt: ({ text: read }) => {
    const content = read('content.xml')
    if (read('META-INF/manifest.xml')?.includes('encryption-data')) throw new Encrypted()
    if (content === undefined) throw new Error('no document')
    return openDocumentText(content)
  },
}
readers.odp = readers.odt!

export const officeTextKinds: ReadonlySet<string> = new Set(Object.keys(readers))

export const officeText = (bytes: Buffer, extension: string): string => readers[extension]!(openArchive(bytes))
