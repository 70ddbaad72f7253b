// The demo school's films and papers, made on this machine: nothing is downloaded, nothing has another's copyright. Finished files are kept, so that
// a start after a kill does not make them again.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type PDFDocument from 'pdfkit'
import { ffmpegPath } from '../../services/upload/src/transcoding/ffmpeg.ts'

const run = promisify(execFile)
const here = createRequire(import.meta.url)
const found = (name: string): string | undefined => {
  try {
    return here.resolve(name)
  } catch {
    return undefined
  }
}

const seconds = { ocean: 40, fractal: 32 }

/** Film: slow waves of blue and green. */
const ocean = {
  source:
    `nullsrc=s=160x90:r=12:d=${seconds.ocean},geq=` +
    `lum='60+26*sin(X/17+T*0.9+3*sin(Y/23+T*0.4))+22*sin(Y/9-T*0.7)+18*(90-Y)/90':cb='142+8*sin(X/31-T*0.5)':cr='96+6*sin(Y/19+T*0.3)'`,
  look: 'scale=1280:720:flags=bicubic,fps=24',
}
/** Film: a zoom into the Mandelbrot set. */
const fractal = {
  source: `mandelbrot=s=854x480:r=8:start_scale=2.6:end_scale=0.02:end_pts=${seconds.fractal * 8}:maxiter=160:inner=black:outer=normalized_iteration_count:bailout=40`,
  look: "hue=s=0,gblur=sigma=1.2,lutyuv=y='clip(val*0.8,0,200)',format=yuv444p,colorchannelmixer=rr=.55:gg=.75:bb=1:rb=.05,scale=1280:720:flags=bicubic,fps=24",
}
const tone = (low: number, high: number, length: number) =>
  `aevalsrc='0.09*sin(2*PI*${low}*t)*(0.6+0.4*sin(0.9*t))+0.06*sin(2*PI*${high}*t)*(0.5+0.5*sin(0.6*t+1))':s=44100:d=${length}`

export type Slide = { title: string; lines: string[] }
export type Film = { file: string; kind: 'ocean' | 'fractal'; slides: Slide[] }

/** Text over the picture, one slide after another. Without a font (pdfjs-dist brings one) the film has no text. */
function words(slides: Slide[], length: number): string[] {
  const font = found('pdfjs-dist/package.json')
  if (!font) return []
  const file = (name: string) => join(dirname(font), 'standard_fonts', `LiberationSans-${name}.ttf`).replace(/([:\\'])/g, '\\$1')
  const each = length / slides.length
  return slides.flatMap(({ title, lines }, at) => {
    const shown = `enable='between(t,${(at * each).toFixed(2)},${((at + 1) * each - 0.4).toFixed(2)})'`
    const text = (said: string) => said.replace(/[\\':%,;]/g, (sign) => (sign === "'" ? '’' : `\\\\\\${sign}`))
    const line = (name: string, said: string, size: number, y: number) =>
      `drawtext=fontfile='${file(name)}':text='${text(said)}':fontsize=${size}:fontcolor=white:shadowcolor=black@0.45:shadowx=2:shadowy=2:x=96:y=${y}:${shown}`
    return [line('Bold', title, 58, 220), ...lines.map((said, nth) => line('Regular', said, 34, 326 + nth * 54))]
  })
}

/** mp4, 1280 × 720, under a minute and a few megabytes. */
export async function makeFilm(
  { file, kind, slides }: Film,
  { folder, ffmpeg }: { folder: string; ffmpeg: string | undefined },
): Promise<string> {
  return await kept(join(folder, file), async (path) => {
    const { source, look } = kind === 'ocean' ? ocean : fractal
    const length = seconds[kind]
    const program = ffmpegPath(ffmpeg)
    const running = run(program, [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      source,
      '-f',
      'lavfi',
      '-i',
      kind === 'ocean' ? tone(196, 293.66, length) : tone(174.61, 261.63, length),
      '-t',
      String(length),
      '-filter_complex',
      [`[0:v]${look}`, ...words(slides, length), 'format=yuv420p[v]'].join(','),
      '-map',
      '[v]',
      '-map',
      '1:a',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '27',
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      path,
    ])
    // page views have priority over films
    if (running.child.pid) setPriority(running.child.pid, constants.priority.PRIORITY_LOW)
    await running
  })
}

export type Paper = {
  file: string
  title: string
  author: string
  course: string
  sections: { heading: string; text: string[] }[]
  curve?: { x: string; y: string; points: [number, number][] }
}

/** A PDF of a few pages, A4. */
export async function makePaper({ file, title, author, course, sections, curve }: Paper, { folder }: { folder: string }): Promise<string> {
  return await kept(join(folder, file), async (path) => {
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
    for (const { heading, text } of sections) {
      paper.addPage().font('Times-Bold').fontSize(18).fillColor('#16211d').text(heading).moveDown(0.8)
      for (const one of text) paper.font('Times-Roman').fontSize(12).text(one, { lineGap: 4, align: 'left' }).moveDown(0.8)
    }
    if (curve) drawCurve(paper, curve)
    paper.end()
    await once(out, 'finish')
  })
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

/**
 * Makes a file that is complete or absent. It has another name until then, unique to this start: after a kill the ffmpeg of the last start may still
 * be writing.
 */
async function kept(path: string, make: (path: string) => Promise<void>): Promise<string> {
  if (existsSync(path)) return path
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}.part`
  await make(part)
  await rename(part, path)
  return path
}
