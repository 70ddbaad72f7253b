// A fixture: plain PDFs, and PDFs with pages in compressed object streams that may unpack to gigabytes.
import { deflateSync } from 'node:zlib'

const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>'
const kids = (pages: number) => Array.from({ length: pages }, (_, nth) => `${3 + nth} 0 R`).join(' ')

export type Plain = { count?: number | string; kids?: string; trailer?: string; table?: boolean }
/** A PDF with a table of references. `count` is the (possibly wrong) count in its page tree; without `table` a reader must repair it. */
export function pdfOf(pages: number, { count = pages, kids: kidsText, trailer = '', table = true }: Plain = {}): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kidsText ?? kids(pages)}]/Count ${count}>>`,
    ...Array(pages).fill(page),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, nth) => {
    const length = text.length
    text += `${nth + 1} 0 obj${object}endobj\n`
    return `${String(length).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  if (table) text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${table ? start : 7}\n%%EOF\n`)
}

/** blanks: bytes that every object stream unpacks to beside its objects; nested: the number of compressions. */
export type Packed = { pages: number; streams?: number; blanks?: number; nested?: number }
export function packedPdf({ pages, streams = 1, blanks = 0, nested = 1 }: Packed): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids(pages)}]/Count ${pages}>>`,
    ...Array<string>(pages).fill(page),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  let length = parts[0]!.length
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  const first = objects.length + 1
  /** For every object its kind, its offset or stream, and its number there. */
  const table: [number, number, number][] = Array.from({ length: first + streams + 1 }, () => [0, 0, 0])
  for (let stream = 0; stream < streams; stream++) {
    let [head, body, count] = ['', '', 0]
    for (const [nth, object] of objects.entries()) {
      if (nth % streams !== stream) continue
      head += `${nth + 1} ${body.length} `
      body += `${object} `
      table[nth + 1] = [2, first + stream, count++]
    }
    let data: Buffer = Buffer.concat([Buffer.from(head + body), Buffer.alloc(blanks, ' ')])
    for (let n = 0; n < nested; n++) data = deflateSync(data)
    table[first + stream] = [1, length, 0]
    const filter = `[${'/FlateDecode '.repeat(nested)}]`
    add(
      Buffer.from(`${first + stream} 0 obj<</Type/ObjStm/N ${count}/First ${head.length}/Filter${filter}/Length ${data.length}>>stream\n`),
    )
    add(data)
    add(Buffer.from('\nendstream endobj\n'))
  }
  table[first + streams] = [1, length, 0]
  const rows = Buffer.alloc(table.length * 7)
  for (const [nth, [kind, offset, number]] of table.entries()) {
    rows.writeUInt8(kind, nth * 7)
    rows.writeUInt32BE(offset, nth * 7 + 1)
    rows.writeUInt16BE(number, nth * 7 + 5)
  }
  const start = length
  add(Buffer.from(`${first + streams} 0 obj<</Type/XRef/Size ${table.length}/W[1 4 2]/Root 1 0 R/Length ${rows.length}>>stream\n`))
  add(rows)
  add(Buffer.from(`\nendstream endobj\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}
