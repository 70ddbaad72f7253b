// The demo school's documents: PDF by pdfkit, the two kinds of office files, which are XML in an archive, and plain text.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import { kept } from './files.ts'

export type Paper = {
  file: `${string}.pdf`
  title: string
  author: string
  course: string
  sections: { heading: string; text: string[] }[]
  curve?: { x: string; y: string; points: [number, number][] }
}
export type Office =
  | { file: `${string}.docx`; paragraphs: string[] }
  | { file: `${string}.xlsx`; sheet: string; rows: (string | number)[][] }
export type Plain = { file: `${string}.txt`; lines: string[] }

export const makeDocument = (given: Paper | Office | Plain, folder: string): Promise<string> =>
  kept(folder, given.file, (path) => {
    if ('sections' in given) return writePaper(given, path)
    return writeFile(path, 'lines' in given ? `${given.lines.join('\n')}\n` : archiveOf(given))
  })

/** A page for the title, and one for each section, A4. */
async function writePaper({ title, author, course, sections, curve }: Paper, path: string) {
  const { default: Document } = await import('pdfkit')
  const paper = new Document({
    size: 'A4',
    margins: { top: 84, bottom: 84, left: 84, right: 84 },
    info: { Title: title, Author: author },
  })
  const out = createWriteStream(path)
  paper.pipe(out)
  paper.font('Times-Roman').fontSize(11).fillColor('#5b6560').text(course)
  paper.moveDown(8).font('Times-Bold').fontSize(30).fillColor('#16211d').text(title)
  paper.moveDown(0.6).font('Times-Roman').fontSize(13).fillColor('#5b6560').text(author)
  for (const [nth, { heading, text }] of sections.entries()) {
    paper.addPage().font('Times-Bold').fontSize(18).fillColor('#16211d').text(heading).moveDown(0.8)
    for (const one of text) paper.font('Times-Roman').fontSize(12).text(one, { lineGap: 4, align: 'left' }).moveDown(0.8)
    if (curve && nth === 2) drawCurve(paper, curve)
  }
  paper.end()
  await once(out, 'finish')
}

function drawCurve(paper: PDFDocument, { x, y, points }: NonNullable<Paper['curve']>) {
  const [left, top, width, height] = [110, paper.y + 30, 360, 220]
  const at = ([px, py]: [number, number]) => [left + px * width, top + (1 - py) * height] as const
  paper
    .lineWidth(1)
    .strokeColor('#5b6560')
    .moveTo(left, top)
    .lineTo(left, top + height)
    .lineTo(left + width, top + height)
    .stroke()
  points.forEach((point, nth) => (nth === 0 ? paper.moveTo(...at(point)) : paper.lineTo(...at(point))))
  paper.lineWidth(2).strokeColor('#00695c').stroke()
  paper
    .font('Times-Italic')
    .fontSize(11)
    .fillColor('#16211d')
    .text(y, left + 8, top - 4)
    .text(x, left, top + height + 8, { width, align: 'right' })
}

const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const formats = 'http://schemas.openxmlformats.org'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const related = (target: string, type: string) =>
  `${head}<Relationships xmlns="${formats}/package/2006/relationships"><Relationship Id="rId1" Type="${formats}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const types = (parts: Record<string, string>) =>
  `${head}<Types xmlns="${formats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(
    parts,
  )
    .map(([part, type]) => `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`)
    .join('')}</Types>`

/** The bytes of an office file. */
export const archiveOf = (given: Office): Buffer => archive(officeParts(given))

function officeParts(given: Office): Record<string, string> {
  if ('paragraphs' in given) {
    const paragraph = (text: string, nth: number) =>
      `<w:p><w:pPr><w:spacing w:after="200"/></w:pPr><w:r>${nth === 0 ? '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>' : ''}<w:t>${escaped(text)}</w:t></w:r></w:p>`
    return {
      '[Content_Types].xml': types({ '/word/document.xml': 'wordprocessingml.document.main' }),
      '_rels/.rels': related('word/document.xml', 'officeDocument'),
      'word/document.xml': `${head}<w:document xmlns:w="${formats}/wordprocessingml/2006/main"><w:body>${given.paragraphs.map(paragraph).join('')}</w:body></w:document>`,
    }
  }
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  return {
    '[Content_Types].xml': types({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': related('xl/workbook.xml', 'officeDocument'),
    'xl/_rels/workbook.xml.rels': related('worksheets/sheet1.xml', 'worksheet'),
    'xl/workbook.xml': `${head}<workbook xmlns="${formats}/spreadsheetml/2006/main" xmlns:r="${formats}/officeDocument/2006/relationships"><sheets><sheet name="${escaped(given.sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${formats}/spreadsheetml/2006/main"><sheetData>${given.rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  }
}

/** A ZIP archive without compression. */
export function archive(parts: Record<string, string>): Buffer {
  const [files, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [path, body] = [Buffer.from(name), Buffer.from(text)]
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0) // version 2.0
    about.writeUInt16LE(0x21, 8) // 1 January 1980
    about.writeUInt32LE(crc32(body), 10)
    about.writeUInt32LE(body.length, 14)
    about.writeUInt32LE(body.length, 18)
    about.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    files.push(Buffer.from('PK\x03\x04'), about, path, body)
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, place, path)
    at += 30 + path.length + body.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length / 4, 8)
  end.writeUInt16LE(files.length / 4, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, directory, end])
}
