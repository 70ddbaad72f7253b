// The marked copy of a work as a PDF, made in this browser: its files with the marks drawn over their pages, and behind them the numbered comments and
// what is marked where there are no pages.
import { PDFDocument } from '@cantoo/pdf-lib'
import { call } from '../../client.ts'
import { texts, translate } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { configQuery } from '../../session/session.ts'
import { fetchInRanges } from '../byte-ranges.ts'
import { faultOf, openPdf } from '../pdf/open-pdf.ts'
import { pictureOf, type View } from '../stage.ts'
import { type Mark, stampNames, type StampName } from '../../anchors/mark.ts'
import { drawMarks } from './draw-marks.ts'
import { removeScripts } from './remove-scripts.ts'
import { type About, type Listed, listedMark } from './listed-marks.ts'
import { addLines, type Line, paper } from './lines.ts'
import { linesOfText } from './written-lines.ts'
import type { NumberedPlace } from './written-text.ts'

/** The marks that are drawn over pages. */
type Marked = { name: string; marks: readonly Mark[]; numbers: ReadonlyMap<string, number>; drawn: Set<string>; signal: AbortSignal }
type CopiedFile = { upload_id: string; name: string; grant: string | null }
type Picture = CopiedFile & { url: string | null }
export type CopyOf = {
  /** Of the file, without an ending. */
  name: string
  parts: readonly ({ text: string; pictures?: readonly Picture[] } | { file: CopiedFile } | { at: string; kind: 'image' | 'pdf' })[]
  marks: readonly Mark[]
  numbers: ReadonlyMap<string, number>
}

/** Bytes of a file that is copied; a larger one is named only. */
const largest = 200 * 1024 * 1024

/** The pages of a PDF; of one that is locked or broken for writing their pictures, as the viewer shows them. */
async function addPdf(target: PDFDocument, address: string, signal: AbortSignal): Promise<void> {
  const head = await fetch(address, { method: 'HEAD', signal })
  const size = Number(head.headers.get('content-length'))
  try {
    if (size > largest) throw new Error('too large to copy')
    const source = await PDFDocument.load(await fetchInRanges(address, size, signal), { updateMetadata: false })
    const pages = await target.copyPages(source, source.getPageIndices())
    for (const page of pages) target.addPage(page)
  } catch {
    await addPictures(target, address, signal)
  }
}

async function addPictures(target: PDFDocument, address: string, signal: AbortSignal): Promise<void> {
  const doc = await openPdf(address, signal)
  for (let number = 1; number <= doc.numPages; number++) {
    const page = await doc.getPage(number)
    const natural = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(2, Math.sqrt(16e6 / (natural.width * natural.height))) })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport }).promise
    await addCanvas(target, canvas, natural)
    // of hundreds of pages nothing stays but their pictures
    page.cleanup()
    canvas.width = 0
  }
}

/** Adds a PDF with its marks; of one that nobody can open only its name, so that the rest of the work is there. */
async function addMarkedPdf(target: PDFDocument, address: string, marked: Marked) {
  const { name, signal } = marked
  const from = target.getPageCount()
  const failure: unknown = await addPdf(target, address, signal).catch((error: unknown) => error)
  if (failure && !faultOf(failure)) throw failure
  await drawOn(target, from, marked)
  if (failure) await addNameOnly(target, name)
}

/** In place of a file that cannot be copied. */
const addNameOnly = (target: PDFDocument, name: string) =>
  addLines(target, [
    { text: name, size: 12, bold: true },
    { text: translate('marking', 'fileNotInCopy'), size: 11 },
  ])

async function addCanvas(target: PDFDocument, canvas: HTMLCanvasElement, size: { width: number; height: number }) {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.88))
  if (!blob) throw new Error('The picture of a page could not be made')
  const image = await target.embedJpg(await blob.arrayBuffer())
  target.addPage([size.width, size.height]).drawImage(image, { x: 0, y: 0, ...size })
}

/** The picture, or undefined for a file that is none, whatever its name says. */
async function pictureAt(address: string, signal: AbortSignal): Promise<HTMLImageElement | undefined> {
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.src = address
  try {
    await picture.decode()
    return picture
  } catch (error) {
    // without a network it is refused in the same way
    if (!(await fetch(address, { method: 'HEAD', signal })).ok) throw error
    return undefined
  }
}

async function addMarkedImage(target: PDFDocument, address: string, marked: Marked) {
  const { name, signal } = marked
  const from = target.getPageCount()
  const picture = await pictureAt(address, signal)
  if (!picture) return addNameOnly(target, name)
  await addImage(target, picture)
  await drawOn(target, from, marked)
}

async function addImage(target: PDFDocument, picture: HTMLImageElement) {
  const [width, height] = [picture.naturalWidth || 800, picture.naturalHeight || 600]
  const scale = Math.min(1, 2400 / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const fit = Math.min(1, paper.width / width)
  await addCanvas(target, canvas, { width: width * fit, height: height * fit })
}

/** Draws the marks of each page, and notes which are drawn. */
async function drawOn(target: PDFDocument, from: number, { marks, numbers, drawn }: Marked) {
  for (const [at, page] of target.getPages().slice(from).entries()) {
    const here = marks.filter((mark) => mark.page === at + 1)
    await drawMarks(target, page, here, numbers)
    for (const { id } of here) drawn.add(id)
  }
}

const addressOf = async (path: string) =>
  new URL(path, (await queryClient.ensureQueryData(configQuery)).bytes_origin || window.location.origin).href

/** A written text with its pictures, formulas and tables in their places; a picture that cannot be drawn is named. */
const addText = async (
  target: PDFDocument,
  html: string,
  pictures: readonly Picture[],
  numbers: readonly NumberedPlace[],
  signal: AbortSignal,
) =>
  addLines(
    target,
    await linesOfText(bodyOf(html), numbers, async (upload) => {
      const file = pictures.find(({ upload_id }) => upload_id === upload)
      return (file?.url ? await pictureAt(await addressOf(file.url), signal) : undefined) ?? file?.name
    }),
  )

/** Adds a file. Returns what its marks are told by where it has no pages. */
async function addFile(target: PDFDocument, file: CopiedFile, marked: Marked): Promise<About> {
  const view: View = await call('GET /api/uploads/:id/view', {
    params: { id: file.upload_id },
    query: file.grant ? { grant: file.grant } : {},
  })
  const about = { name: file.name }
  const pdf = view.kind === 'pdf' ? view.urls.file : view.kind === 'office' ? view.urls.preview : null
  const picture = pictureOf(view)
  if (pdf) await addMarkedPdf(target, await addressOf(pdf), marked)
  else if (picture) await addMarkedImage(target, await addressOf(picture), marked)
  else if ((view.kind === 'text' || view.kind === 'code') && view.size < 400_000) {
    const { text } = await call('GET /api/uploads/:id/text', { params: { id: file.upload_id }, query: { grant: view.grant } })
    await addLines(target, [
      { text: file.name, size: 12, bold: true },
      { text, size: 10, mono: view.kind === 'code' },
    ])
    return { ...about, words: text }
  } else await addLines(target, [{ text: file.name, size: 12, bold: true }])
  return about
}

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
const wordsIn = (html: string) => bodyOf(html).textContent ?? ''
/** The marks on a written text that have a number, where they end. */
const placesIn = (marks: readonly Mark[], numbers: ReadonlyMap<string, number>): NumberedPlace[] =>
  marks.flatMap(({ id, upload_id, shape: { from, to } }) => {
    const [at, number] = [to ?? from, numbers.get(id)]
    return upload_id === null && at !== undefined && number !== undefined ? [{ at, number }] : []
  })
const say = {
  kind: (kind: 'highlight' | 'pen' | 'stamp') => translate('marking', `kind.${kind}`),
  stamp: (name: string) => translate('marking', `stampName.${stampOf(name)}`),
  down: (percent: number) => translate('marking', 'placeDown', { percent }),
}
const stampOf = (name: string): StampName => stampNames.find((one) => one === name) ?? 'tick'

/** Makes the copy and hands it to the browser's downloads. */
export async function downloadCopy({ name, parts, marks, numbers }: CopyOf): Promise<void> {
  await texts('marking')
  const aborter = new AbortController()
  const target = await PDFDocument.create()
  target.setTitle(name)
  target.setProducer('Lyceum')
  /** The marks that a page has, and what the others are told by. */
  const drawn = new Set<string>()
  const abouts = new Map<string | null, About>()
  for (const part of parts) {
    if ('text' in part) {
      await addText(target, part.text, part.pictures ?? [], placesIn(marks, numbers), aborter.signal)
      abouts.set(null, { words: wordsIn(part.text) })
    } else if ('at' in part) {
      const addMarked = part.kind === 'pdf' ? addMarkedPdf : addMarkedImage
      await addMarked(target, part.at, { name, marks, numbers, drawn, signal: aborter.signal })
    } else {
      const own = marks.filter((mark) => mark.upload_id === part.file.upload_id)
      const about = await addFile(target, part.file, { name: part.file.name, marks: own, numbers, drawn, signal: aborter.signal })
      abouts.set(part.file.upload_id, about)
    }
  }
  const place = (mark: Mark) => numbers.get(mark.id) ?? numbers.size + 1
  const listed = marks
    .filter((mark) => (numbers.has(mark.id) ? mark.text || !drawn.has(mark.id) : !drawn.has(mark.id)))
    .sort((a, b) => place(a) - place(b))
    .map((mark): Listed => listedMark(mark, numbers.get(mark.id), drawn.has(mark.id) ? undefined : abouts.get(mark.upload_id), say))
  if (listed.length > 0)
    await addLines(target, [
      { text: translate('marking', 'commentsTitle'), size: 15, bold: true, after: 14 },
      ...listed.map(({ text, colour, number, stroke }): Line => ({ text, size: 11, ink: colour, number: number ?? 'dot', stroke })),
    ])
  if (target.getPageCount() === 0) target.addPage([paper.width, paper.height])
  aborter.abort()
  removeScripts(target)
  const url = URL.createObjectURL(new Blob([(await target.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replace(/[\\/:*?"<>|\n]/g, ' ').trim() || 'work'}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
