// Films, sounds and documents as people have them: made by ffmpeg and pdfkit, as bytes or as files of a folder.
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, createWriteStream, existsSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { ffmpegPath } from '@lyceum/upload/transcoding/ffmpeg'
import PDFDocument from 'pdfkit'

const run = promisify(execFile)
const ffmpeg = ffmpegPath(process.env.LYCEUM_FFMPEG)
const folder = join(tmpdir(), 'lyceum-test-media')

async function made(name: string, args: string[]): Promise<Buffer<ArrayBuffer>> {
  const file = join(folder, name)
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true })
    await run(ffmpeg, ['-y', '-loglevel', 'error', ...args, file])
  }
  return (await readFile(file)) as Buffer<ArrayBuffer>
}

/** An mp4 with sound; `seconds` long, 1280 × 720 by default. */
export const film = (seconds = 6, size = '1280x720') =>
  made(`film-${seconds}-${size}.mp4`, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=25:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=440:duration=${seconds}`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
  ])
export const song = (seconds = 5) => made(`song-${seconds}.mp3`, ['-f', 'lavfi', '-i', `sine=330:duration=${seconds}`])

/** The smallest picture: a PNG of one point. */
export const dot = () =>
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** A small PDF with one page. */
export const pdf = () =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** A PDF of one line in Times, which is not in the file. */
export function timesPdf(line: string): Buffer<ArrayBuffer> {
  const draw = `BT /F1 24 Tf 20 100 Td (${line}) Tj ET`
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 200]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>endobj
5 0 obj<</Length ${draw.length}>>stream
${draw}
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`) as Buffer<ArrayBuffer>
}

/** A PDF of one Chinese line a page, in a font that is not in the file, as many are written: only with character maps can it be read. */
export function chinesePdf(lines: string[]): Buffer<ArrayBuffer> {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${lines.map((_, nth) => `${6 + 2 * nth} 0 R`).join(' ')}]/Count ${lines.length}>>`,
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000/FontDescriptor 5 0 R>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 752/Descent -271/CapHeight 737/StemV 58>>',
  ]
  for (const [nth, line] of lines.entries()) {
    const hex = Buffer.from(line, 'utf16le').swap16().toString('hex')
    const draw = `BT /F1 24 Tf 60 700 Td <${hex}> Tj ET`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${7 + 2 * nth} 0 R>>`,
      `<</Length ${draw.length}>>stream\n${draw}\nendstream`,
    )
  }
  let text = '%PDF-1.4\n'
  const places = objects.map((object, nth) => {
    const at = text.length
    text += `${nth + 1} 0 obj${object}endobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1') as Buffer<ArrayBuffer>
}

/** A film of so many seconds with picture and sound. `bytes` makes it large enough for several blocks: a box at its end that players pass over. */
export function filmFile(folder: string, name: string, seconds: number, { size = '640x360', rate = 25, bytes = 0 } = {}): string {
  const path = join(folder, name)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`]
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '0.5M', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest']
  execFileSync(ffmpeg, ['-y', '-loglevel', 'error', ...picture, ...sound, ...coded, path])
  if (bytes > 0) {
    const box = Buffer.from('....free')
    box.writeUInt32BE(box.length + bytes)
    appendFileSync(path, Buffer.concat([box, randomBytes(bytes)]))
  }
  return path
}

/** Bytes that only their name calls a film. */
export function brokenFile(folder: string, name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, randomBytes(bytes))
  return path
}

export async function pdfFile(folder: string, name: string, pages: number): Promise<string> {
  const path = join(folder, name)
  const out = createWriteStream(path)
  const doc = new PDFDocument({ size: 'A4' })
  doc.pipe(out)
  for (let page = 1; page <= pages; page++) {
    if (page > 1) doc.addPage()
    doc.fontSize(24).text(`The tide, sheet ${page}`).fontSize(12).text('Twice a day the water comes and goes. '.repeat(30))
  }
  doc.end()
  await finished(out)
  return path
}
