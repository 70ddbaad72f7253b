// A fixture: small files whose text can be read, as programs write them.
import { packArchive } from '../processes/archive.ts'

/** A ZIP archive of these parts. */
export function zipOf(parts: Record<string, string | Buffer>, { encrypted = false } = {}): Buffer {
  const archive = packArchive(Object.entries(parts).map(([name, content]) => ({ name, bytes: Buffer.from(content) })))
  // of every local and every listed header
  for (const [mark, at] of encrypted
    ? ([
        ['PK\x03\x04', 6],
        ['PK\x01\x02', 8],
      ] as const)
    : [])
    for (let head = archive.indexOf(mark, 0, 'latin1'); head >= 0; head = archive.indexOf(mark, head + 4, 'latin1'))
      archive.writeUInt16LE(1, head + at)
  return archive
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
