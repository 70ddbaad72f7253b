// The text of an office file: a ZIP archive of XML. Pure, but a small file may unpack to gigabytes: text-reader.ts alone calls it, under limits.
import { inflateRawSync } from 'node:zlib'

/** `encrypted`: it has a password. Any other error: it is broken. */
export class Encrypted extends Error {}

/** Bytes of a part of the archive, unpacked, at most. */
const mostBytes = 48 * 1024 ** 2
const mostEntries = 20_000
/** The file with a password of Microsoft's formats is no archive. */
const compound = 'd0cf11e0'

type Archive = { names: string[]; read(name: string): string | undefined }

function openArchive(bytes: Buffer): Archive {
  if (bytes.toString('hex', 0, 4) === compound) throw new Encrypted()
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no archive')
  const entries = new Map<string, { method: number; flags: number; packed: number; at: number }>()
  let at = bytes.readUInt32LE(end + 16)
  for (let nth = Math.min(bytes.readUInt16LE(end + 10), mostEntries); nth > 0; nth--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry')
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.flags & 1) throw new Encrypted()
      const begin = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
      const packed = bytes.subarray(begin, begin + entry.packed)
      if (entry.method !== 0 && entry.method !== 8) throw new Error('packed in another way')
      return (entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: mostBytes })).toString()
    },
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name) return entities[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** What stands in the text elements of Microsoft's formats; paragraphs end a line. Text that was deleted under review is in others. */
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
  docx: ({ read }) => {
    const main = read('word/document.xml')
    if (main === undefined) throw new Error('no document')
    return [main, read('word/footnotes.xml') ?? '', read('word/endnotes.xml') ?? ''].map((xml) => markedText(xml, 'w')).join('\n')
  },
  pptx: ({ names, read }) =>
    names
      .filter(slideNumber)
      .toSorted((a, b) => slideNumber(a) - slideNumber(b))
      .map((name) => markedText(read(name)!, 'a'))
      .join('\n'),
  odt: ({ read }) => {
    const content = read('content.xml')
    if (read('META-INF/manifest.xml')?.includes('encryption-data')) throw new Encrypted()
    if (content === undefined) throw new Error('no document')
    return openDocumentText(content)
  },
}
readers.odp = readers.odt!

export const officeTextKinds: ReadonlySet<string> = new Set(Object.keys(readers))

export const officeText = (bytes: Buffer, extension: string): string => readers[extension]!(openArchive(bytes))
