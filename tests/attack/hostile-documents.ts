// Hostile documents and archives: bombs, loops, false lengths, scripts, names that lead out of their folder.
import { deflateRawSync, deflateSync } from 'node:zlib'
import { pdf } from '../media.ts'

export type Hostile = { name: string; about: string; bytes: Buffer }
const text = (content: string) => Buffer.from(content, 'utf8')

/** A PDF of these objects with a table of where they are; `trailer` adds to its last dictionary. */
function pdfOf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const places: number[] = []
  let at = parts[0]!.length
  for (const [nth, object] of objects.entries()) {
    places.push(at)
    const part = Buffer.concat([Buffer.from(`${nth + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')])
    at += part.length
    parts.push(part)
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    text(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
const stream = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<<${dictionary}/Filter/FlateDecode/Length ${content.length}>>stream\n`), content, Buffer.from('\nendstream')])
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>'
const pages = (rest = '/Kids[3 0 R]/Count 1') => `<</Type/Pages${rest}>>`

/** 2.3 MB that expand to 2.3 GB: each stream claims to hold objects, among them the page tree. */
function objectStreams(count: number, megabytes: number): Buffer {
  const inside = deflateSync(Buffer.concat([text('2 0 '), Buffer.alloc(megabytes * 1024 * 1024, ' ')]), { level: 9 })
  const streams = Array.from({ length: count }, () => stream('/Type/ObjStm/N 1/First 4', inside))
  return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Wrong>>', ...streams])
}

export const documents = (): Hostile[] => [
  { name: 'streams.pdf', about: '150 object streams of 15 MB', bytes: objectStreams(150, 15) },
  { name: 'one-stream.pdf', about: 'an object stream of 1 GB', bytes: objectStreams(1, 1000) },
  {
    name: 'script.pdf',
    about: 'a PDF with JavaScript at its opening',
    bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);fetch\\("/pwned"\\))>>>>', pages(), page]),
  },
  {
    name: 'launch.pdf',
    about: 'a PDF that starts a program',
    bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R/OpenAction<</S/Launch/F(/bin/sh)>>>>', pages(), page]),
  },
  {
    name: 'link.pdf',
    about: 'a PDF with a javascript: link over all of it',
    bytes: pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      pages(),
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 300 200]/A<</S/URI/URI(javascript:window.__pwned=1)>>>>]>>',
    ]),
  },
  {
    name: 'encrypted.pdf',
    about: 'a PDF that says it is encrypted',
    bytes: pdfOf(
      ['<</Type/Catalog/Pages 2 0 R>>', pages(), page, '<</Filter/Standard/V 5/R 6/O(x)/U(x)/P -1>>'],
      '/Encrypt 4 0 R/ID[(a)(b)]',
    ),
  },
  {
    name: 'loop.pdf',
    about: 'a page tree that holds itself',
    bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R>>', pages('/Kids[2 0 R 2 0 R 2 0 R]/Count 3')]),
  },
  {
    name: 'deep.pdf',
    about: 'a page tree 20,000 deep',
    bytes: pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      ...Array.from({ length: 20_000 }, (_, n) => `<</Type/Pages/Kids[${n + 3} 0 R]/Count 1>>`),
      page,
    ]),
  },
  {
    name: 'count.pdf',
    about: 'a count of 2147483647 pages',
    bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R>>', pages('/Kids[3 0 R]/Count 2147483647'), page]),
  },
  {
    name: 'negative.pdf',
    about: 'a count of -5 pages',
    bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R>>', pages('/Kids[3 0 R]/Count -5'), page]),
  },
  {
    name: 'wide.pdf',
    about: 'a picture of 30,000 × 30,000 on a page',
    bytes: pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      pages(),
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>',
      stream(
        '/Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 1/ColorSpace/DeviceGray',
        deflateSync(Buffer.alloc(112_500_000)),
      ),
      stream('', deflateSync(text('300 0 0 200 0 0 cm /I Do'))),
    ]),
  },
  {
    name: 'xref.pdf',
    about: 'tables that follow themselves',
    bytes: Buffer.concat([pdfOf(['<</Type/Catalog/Pages 2 0 R>>', pages(), page], '/Prev 9')]),
  },
  {
    name: 'slow.pdf',
    about: 'a megabyte of opening brackets',
    bytes: text(`%PDF-1.4\n1 0 obj${'<<'.repeat(250_000)}${'['.repeat(500_000)}`),
  },
  {
    name: 'words.pdf',
    about: '“obj” and “stream” a hundred thousand times',
    bytes: text(`%PDF-1.4\n${'1 0 obj<</Length 9999999999>>stream '.repeat(40_000)}`),
  },
  {
    name: 'html.pdf',
    about: 'HTML behind the first line of a PDF',
    bytes: Buffer.concat([text('<html><script>window.__pwned=1</script>'), pdf()]),
  },
  {
    name: 'bomb.docx',
    about: 'a letter of 1 GB',
    bytes: zipOf([
      { name: '[Content_Types].xml', data: text('<Types/>') },
      { name: 'word/document.xml', zeros: 1000 },
    ]),
  },
  {
    name: 'laughs.docx',
    about: 'entities that hold entities',
    bytes: zipOf([
      { name: '[Content_Types].xml', data: text('<Types/>') },
      { name: 'word/document.xml', data: text(laughs) },
    ]),
  },
  {
    name: 'bomb.pptx',
    about: 'slides of 1 GB',
    bytes: zipOf([
      { name: '[Content_Types].xml', data: text('<Types/>') },
      { name: 'ppt/slides/slide1.xml', zeros: 1000 },
    ]),
  },
  {
    name: 'remote.xlsx',
    about: 'a sheet with a link to another machine',
    bytes: zipOf([
      { name: '[Content_Types].xml', data: text('<Types/>') },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: text('<Relationships><Relationship Target="http://127.0.0.1:9/x" TargetMode="External"/></Relationships>'),
      },
    ]),
  },
  {
    name: 'nested.zip',
    about: 'a bomb in an archive in an archive',
    bytes: zipOf([{ name: 'a.zip', data: zipOf([{ name: 'b.zip', data: zipOf([{ name: 'c', zeros: 500 }]) }]) }]),
  },
  {
    name: 'traversal.zip',
    about: 'names that lead out',
    bytes: zipOf(
      ['../../../../etc/passwd', '/etc/passwd', '..\\..\\windows\\win.ini', 'C:\\x', 'a\0b', '\u202Egpj.exe'].map((name) => ({
        name,
        data: text('x'),
      })),
    ),
  },
  {
    name: 'link.zip',
    about: 'a symbolic link to /etc/passwd',
    bytes: zipOf([
      { name: 'link', data: text('/etc/passwd'), link: true },
      { name: 'link/x', data: text('x') },
    ]),
  },
  {
    name: 'many.zip',
    about: '60,000 entries',
    bytes: zipOf(Array.from({ length: 60_000 }, (_, n) => ({ name: `f${n}`, data: Buffer.alloc(0) }))),
  },
  {
    name: 'package.h5p',
    about: 'a package with a page of script',
    bytes: zipOf([{ name: 'index.html', data: text('<script>window.__pwned=1</script>') }]),
  },
  {
    name: 'course.imscc',
    about: 'a manifest with an outside entity',
    bytes: zipOf([{ name: 'imsmanifest.xml', data: text('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>') }]),
  },
  {
    name: 'broken.zip',
    about: 'the first bytes of an archive and no more',
    bytes: Buffer.concat([text('PK\x03\x04'), Buffer.alloc(50_000, 0xff)]),
  },
  { name: 'page.html', about: 'a page of script', bytes: text('<!doctype html><script>window.__pwned=1;fetch("/api/session")</script>') },
  {
    name: 'page.xml',
    about: 'XHTML with script',
    bytes: text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>window.__pwned=1;alert(1)</script></html>'),
  },
  {
    name: 'sheet.xml',
    about: 'XML with a stylesheet of script',
    bytes: text('<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,<x/>"?><a/>'),
  },
  { name: 'laughs.xml', about: 'entities that hold entities', bytes: text(laughs) },
  { name: 'code.js', about: 'a script', bytes: text('window.__pwned=1;alert(1)') },
  { name: 'cells.csv', about: 'cells that are formulas', bytes: text('=cmd|"/c calc"!A1,@SUM(1),+1,-1\n') },
  {
    name: 'note.md',
    about: 'Markdown with script and javascript: links',
    bytes: text('<img src=x onerror="window.__pwned=1">\n[x](javascript:window.__pwned=1)\n'),
  },
  {
    name: 'book.ipynb',
    about: 'a notebook whose output is script',
    bytes: text(
      JSON.stringify({ cells: [{ cell_type: 'code', outputs: [{ data: { 'text/html': '<img src=x onerror="window.__pwned=1">' } }] }] }),
    ),
  },
  { name: 'utf7.txt', about: 'script in UTF-7', bytes: text('+ADw-script+AD4-window.__pwned=1+ADw-/script+AD4-') },
  { name: 'line.txt', about: 'a line of 8 MB', bytes: Buffer.alloc(8_000_000, '<') },
  {
    name: 'halves.txt',
    about: 'halves of characters in UTF-16',
    bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(100_000, 0xd8)]),
  },
  { name: 'rich.rtf', about: 'RTF that holds an object', bytes: text('{\\rtf1{\\object\\objdata 0105000002000000}}') },
  {
    name: 'old.doc',
    about: 'a container whose table points at itself',
    bytes: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]),
  },
  { name: 'letter.doc', about: 'HTML under an old name', bytes: text('<html><script>window.__pwned=1</script></html>') },
]

const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${Array.from({ length: 12 }, (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`).join('')}]><l>&m;</l>`

type Entry = { name: string; data?: Buffer /** the size of the zeros, in megabytes */; zeros?: number; link?: boolean }
/** An archive with any name and any type of entry. Checksums are left out: no reader is meant to accept it. */
function zipOf(entries: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, data = Buffer.alloc(0), zeros = 0, link = false } of entries) {
    const raw = zeros > 0 ? Buffer.alloc(zeros * 1024 * 1024) : data
    const packed = zeros > 0 ? deflateRawSync(raw, { level: 9 }) : raw
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(zeros > 0 ? 8 : 0, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(raw.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(link ? (0o120777 << 16) >>> 0 : 0, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, rest, title]))
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}
