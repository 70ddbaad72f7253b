// Films and documents as people have them, made with ffmpeg and pdfkit.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { ffmpegPath } from '@lyceum/upload/transcoding/ffmpeg'
import PDFDocument from 'pdfkit'

const ffmpeg = ffmpegPath(process.env.FFMPEG_PATH)

/** A film of so many seconds with picture and sound; `megabits` makes it large enough for several blocks. */
export function film(folder: string, name: string, seconds: number, { size = '640x360', megabits = 0.5 } = {}): string {
  const path = join(folder, name)
  const picture = megabits > 2 ? `nullsrc=s=${size}:r=25:d=${seconds},geq=random(1)*255:128:128` : `testsrc2=s=${size}:r=25:d=${seconds}`
  execFileSync(ffmpeg, [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=330:duration=${seconds}`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    `${megabits}M`,
    '-minrate',
    `${megabits}M`,
    '-maxrate',
    `${megabits}M`,
    '-bufsize',
    `${megabits}M`,
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
    path,
  ])
  return path
}

/** Bytes that only their name calls a film. */
export function broken(folder: string, name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, randomBytes(bytes))
  return path
}

export async function pdf(folder: string, name: string, pages: number): Promise<string> {
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
