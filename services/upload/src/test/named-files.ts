// A fixture: small files of each kind in which a person's name stands wherever programs write it, and the words of their work.
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { zipOf } from './office.ts'

/** Wherever a program writes it. */
export const author = 'Maya Tan'
/** In each text. */
export const words = 'Salt water is heavier'
const computer = 'C:\\Users\\Maya Tan\\Documents'

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...list: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([type, target], nth) =>
        `<Relationship Id="r${nth}" Type="${relationship}/${type}" Target="${target}"${target.startsWith('file:') ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`
const types = (...names: string[]) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpeg" ContentType="image/jpeg"/>${names.map((name) => `<Override PartName="/${name}" ContentType="application/xml"/>`).join('')}</Types>`
const core = `<cp:coreProperties><dc:creator>${author}</dc:creator><cp:lastModifiedBy>${author}</cp:lastModifiedBy></cp:coreProperties>`
const properties = {
  'docProps/core.xml': core,
  'docProps/app.xml': `<Properties><Manager>${author}</Manager><Company>School of ${author}</Company></Properties>`,
  'docProps/custom.xml': `<Properties><property name="Author"><vt:lpwstr>${author}</vt:lpwstr></property></Properties>`,
}
const root = (document: string) =>
  rels(
    ['officeDocument', document],
    ['metadata/core-properties', 'docProps/core.xml'],
    ['extended-properties', 'docProps/app.xml'],
    ['custom-properties', 'docProps/custom.xml'],
  )

export const namedDocx = (text = words): Buffer =>
  zipOf({
    '[Content_Types].xml': types('word/document.xml', 'word/comments.xml', 'word/people.xml', 'word/settings.xml', 'docProps/core.xml'),
    '_rels/.rels': root('word/document.xml'),
    ...properties,
    'word/document.xml': `<w:document xmlns:w="w"><w:body><w:p w:rsidR="00A1"><w:ins w:id="1" w:author="${author}" w:date="2026-11-20T10:00:00Z"><w:r><w:t>${text}</w:t></w:r></w:ins></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': rels(
      ['comments', 'comments.xml'],
      ['people', 'people.xml'],
      ['settings', 'settings.xml'],
      ['image', 'media/image1.jpeg'],
      ['package', 'embeddings/table.xlsx'],
    ),
    'word/comments.xml': `<w:comments xmlns:w="w"><w:comment w:id="0" w:author='${author}' w:initials="MT"><w:p><w:r><w:t>Is it?</w:t></w:r></w:p></w:comment></w:comments>`,
    'word/people.xml': `<w15:people><w15:person w15:author="${author}"><w15:presenceInfo w15:userId="${author}"/></w15:person></w15:people>`,
    'word/settings.xml': `<w:settings xmlns:w="w"><w:attachedTemplate r:id="r0"/><w:rsids><w:rsid w:val="00A1"/></w:rsids></w:settings>`,
    'word/_rels/settings.xml.rels': rels(['attachedTemplate', `file:///${computer}\\Normal.dotm`]),
    'word/media/image1.jpeg': namedJpeg(),
    'word/embeddings/table.xlsx': namedXlsx(),
  })

export const namedXlsx = (): Buffer =>
  zipOf({
    '[Content_Types].xml': types('xl/workbook.xml', 'docProps/core.xml'),
    '_rels/.rels': root('xl/workbook.xml'),
    ...properties,
    'xl/workbook.xml': `<workbook><fileSharing userName="${author}"/><mc:AlternateContent><x15ac:absPath url="${computer}\\" xmlns:x15ac="x"/></mc:AlternateContent></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(['worksheet', '/xl/worksheets/sheet1.xml'], ['person', 'persons/person.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><c t="inlineStr"><is><t>${words}</t></is></c></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': rels(['comments', '../comments1.xml']),
    'xl/comments1.xml': `<comments><authors><author>${author}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${author}:</t></r><r><t>Is it?</t></r></text></comment></commentList></comments>`,
    'xl/persons/person.xml': `<personList><person displayName="${author}" id="{1}" userId="${author}" providerId="AD"/></personList>`,
  })

export const namedPptx = (): Buffer =>
  zipOf({
    '[Content_Types].xml': types('ppt/presentation.xml', 'ppt/commentAuthors.xml', 'docProps/core.xml'),
    '_rels/.rels': root('ppt/presentation.xml'),
    ...properties,
    'ppt/presentation.xml': '<p:presentation/>',
    'ppt/_rels/presentation.xml.rels': rels(
      ['slide', 'slides/slide1.xml'],
      ['commentAuthors', 'commentAuthors.xml'],
      ['changesInfo', 'changesInfos/changesInfo1.xml'],
    ),
    'ppt/slides/slide1.xml': `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`,
    'ppt/commentAuthors.xml': `<p:cmAuthorLst><p:cmAuthor id="1" name="${author}" initials="MT"><p15:presenceInfo userId="${author}" providerId="AD"/></p:cmAuthor></p:cmAuthorLst>`,
    'ppt/changesInfos/changesInfo1.xml': `<pc:chgInfo><pc:chgData name="${author}"/></pc:chgInfo>`,
  })

export const namedOdt = (): Buffer =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"/><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></manifest:manifest>',
    'meta.xml': `<office:document-meta><office:meta><meta:initial-creator>${author}</meta:initial-creator></office:meta></office:document-meta>`,
    'content.xml': `<office:document-content><office:body><office:text><office:annotation><dc:creator>${author}</dc:creator><loext:sender-initials>MT</loext:sender-initials></office:annotation><text:p>${words}</text:p></office:text></office:body></office:document-content>`,
    'Thumbnails/thumbnail.png': namedPng(),
  })

/** With information, metadata, a comment, a photo, and a part of an earlier state. */
export async function namedPdf({ attached = false } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([300, 200])
  page.drawText(words, { x: 20, y: 150 })
  page.drawImage(await pdf.embedJpg(namedJpeg()), { x: 20, y: 20 })
  const { context } = pdf
  for (const write of ['setAuthor', 'setCreator', 'setSubject', 'setTitle'] as const) pdf[write](`Work of ${author}`)
  const metadata = () =>
    context.register(context.stream(`<x:xmpmeta><dc:creator>${author}</dc:creator></x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' }))
  pdf.catalog.set(PDFName.of('Metadata'), metadata())
  page.node.set(PDFName.of('Metadata'), metadata())
  page.node.set(PDFName.of('PieceInfo'), context.obj({ Word: { Private: PDFString.of(author) } }))
  const comment = context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 30, 30] })
  comment.set(PDFName.of('T'), PDFHexString.fromText(author))
  comment.set(PDFName.of('Contents'), PDFString.of('Is it?'))
  page.node.set(PDFName.of('Annots'), context.obj([comment]))
  // an earlier state, to which no page leads
  context.register(PDFString.of(author))
  if (attached) await pdf.attach(namedDocx(), 'work.docx')
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU4LjQyLjEwMAD/2wBDAAgoKC8oLzc3Nzc3N0E8QUNDQ0FBQUFDQ0NISEhVVVVISEhDQ0hIUFBVVVxfXFdXVVdfX2RkZHh4c3OMjJGsrM//xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAAAAAABQcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAIABADASIAAhEAAxEA/9oADAMBAAIRAxEAPwCZALJ+/9k=',
  'base64',
)
const segment = (kind: number, body: Buffer) => {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
/** The properties of a photo that was taken with the camera turned by 90 degrees. */
const exif = Buffer.concat([
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x02\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\x01\x3b\0\x02\0\0\0\x09\0\0\0\x26\0\0\0\0', 'latin1'),
  Buffer.from(`${author}\0`),
])
/** A photo 16 × 8: its properties, metadata, a comment, and a second picture behind it. */
export function namedJpeg(): Buffer {
  const metadata = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<dc:creator>${author}</dc:creator>`)
  const segments = [
    segment(0xe1, exif),
    segment(0xe1, metadata),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${author}`)),
    segment(0xfe, Buffer.from(author)),
  ]
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), Buffer.from(`second picture of ${author}`)])
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAEElEQVR4nGNgqKvHjqgnAQAeHh+h/VKa3wAAAABJRU5ErkJggg==',
  'base64',
)
export function namedPng(): Buffer {
  const text = Buffer.from(`Author\0${author}`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(text.length)
  head.write('tEXt', 4, 'latin1')
  // nobody looks at its sum
  return Buffer.concat([png.subarray(0, 33), head, text, Buffer.alloc(4), png.subarray(33)])
}

export const namedSvg = (): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" sodipodi:docname="${computer}\\a.svg"><!-- ${author} --><metadata><rdf:RDF><dc:creator>${author}</dc:creator></rdf:RDF></metadata><text>${words}</text></svg>`,
  )

export const namedGif = (): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    Buffer.from([0x21, 0xfe, author.length]),
    Buffer.from(`${author}\0`),
    Buffer.from('2c000000000100010000020144003b', 'hex'),
  ])

export function namedWebp(): Buffer {
  const part = (kind: string, body: Buffer) => {
    const head = Buffer.from(`${kind}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const look = Buffer.alloc(10)
  look[0] = 0b1100
  const parts = [part('VP8X', look), part('VP8L', Buffer.from('2f00000000', 'hex')), part('EXIF', exif), part('XMP ', Buffer.from(author))]
  return part('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}

/** Whether bytes have the name in any letter code, packed or not. */
export const isNamed = (bytes: Buffer): boolean =>
  [Buffer.from(author), Buffer.from(author, 'utf16le'), Buffer.from(author, 'utf16le').swap16()].some((name) => bytes.includes(name)) ||
  bytes.toString('latin1').toLowerCase().includes(Buffer.from(author, 'utf16le').swap16().toString('hex'))
