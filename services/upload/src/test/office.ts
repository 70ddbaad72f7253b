// A fixture: small files whose text can be read, as programs write them.
import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of these parts. */
export function zipOf(parts: Record<string, string | Buffer>, { encrypted = false } = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(encrypted ? 1 : 0, 2)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, offset, Buffer.from(name))
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed])
    bodies.push(body)
    at += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  const number = Object.keys(parts).length
  end.writeUInt16LE(number, 8)
  end.writeUInt16LE(number, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const word = (body: string) => `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
export const docxOf = (...paragraphs: string[]): Buffer =>
  zipOf({
    'word/document.xml': word(
      paragraphs
        .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r><w:r><w:delText>gone</w:delText></w:r></w:p>`)
        .join(''),
    ),
  })
export const odtOf = (...paragraphs: string[]): Buffer =>
  zipOf({
    'content.xml': `<office:document-content><office:automatic-styles>styles</office:automatic-styles><office:body><office:text>${paragraphs.map((text) => `<text:p text:style-name="a">${escaped(text)}</text:p>`).join('')}</office:text></office:body></office:document-content>`,
  })

/** A PDF of a page with these lines, in the letters of Latin-1. */
export function textPdf(...lines: string[]): Buffer {
  const drawn = `BT /F 12 Tf 14 TL 40 800 Td ${lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ')} ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.4\n'
  const table = objects.map((object, nth) => {
    const { length } = text
    text += `${nth + 1} 0 obj${object}endobj\n`
    return `${String(length).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(
    `${text}xref\n0 6\n0000000000 65535 f \n${table.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
