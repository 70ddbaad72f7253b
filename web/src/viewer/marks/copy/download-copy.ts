// The marked copy of a work as a PDF, made in this browser: its files with the marks drawn over their pages, and the numbered comments behind.
import { PDFDocument } from '@cantoo/pdf-lib'
import { call } from '../../../client.ts'
import { texts, translate } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { configQuery } from '../../../session.ts'
import { fetchInRanges } from '../../byte-ranges.ts'
import { faultOf, openPdf } from '../../pdf/open-pdf.ts'
import type { View } from '../../stage.ts'
import type { Mark } from '../mark.ts'
import { digitMiddle, drawMarks, inkColour } from './draw-marks.ts'
import { removeScripts } from './remove-scripts.ts'
import { textPicture } from './text-pictures.ts'

/** What is drawn over pages. */
type Marked = { name: string; marks: readonly Mark[]; numbers: ReadonlyMap<string, number>; signal: AbortSignal }
type CopiedFile = { upload_id: string; name: string; grant: string | null }
export type CopyOf = {
  /** Of the file, without an ending. */
  name: string
  parts: readonly ({ text: string } | { file: CopiedFile } | { at: string; kind: 'image' | 'pdf' })[]
  marks: readonly Mark[]
  numbers: ReadonlyMap<string, number>
}

const paper = { width: 595, height: 842 }
const margin = 48
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
async function addMarkedPdf(target: PDFDocument, address: string, { name, marks, numbers, signal }: Marked) {
  const from = target.getPageCount()
  const failure: unknown = await addPdf(target, address, signal).catch((error: unknown) => error)
  if (failure && !faultOf(failure)) throw failure
  await drawOn(target, from, marks, numbers)
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

async function addMarkedImage(target: PDFDocument, address: string, { name, marks, numbers, signal }: Marked) {
  const from = target.getPageCount()
  const picture = await pictureAt(address, signal)
  if (!picture) return addNameOnly(target, name)
  await addImage(target, picture)
  await drawOn(target, from, marks, numbers)
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

type Line = { text: string; size: number; colour?: string; bold?: boolean; number?: number; ink?: string; after?: number }
/** Lines of text one below the other, on as many pages of paper as they need. */
async function addLines(target: PDFDocument, lines: readonly Line[]) {
  let page = target.addPage([paper.width, paper.height])
  let top = margin
  for (const { text, size, colour = '#20262b', bold = false, number, ink = '#c0221f', after = 8 } of lines) {
    if (!text) continue
    const indent = number === undefined ? 0 : 30
    // a long text as pieces, so that none is higher than a page
    for (const [at, piece] of piecesOf(text).entries()) {
      const picture = await textPicture(piece, { size, colour, bold, width: paper.width - 2 * margin - indent })
      if (top + picture.height > paper.height - margin) {
        page = target.addPage([paper.width, paper.height])
        top = margin
      }
      if (number !== undefined && at === 0) {
        const middle = paper.height - top - size * 0.75
        page.drawCircle({ x: margin + 10, y: middle, size: 10, color: inkColour(ink) })
        const digits = await textPicture(String(number), { size: 10, colour: '#ffffff', bold: true })
        page.drawImage(await target.embedPng(digits.png), {
          x: margin + 10.5 - digits.width / 2,
          y: middle - digits.height + digitMiddle,
          width: digits.width,
          height: digits.height,
        })
      }
      page.drawImage(await target.embedPng(picture.png), {
        x: margin + indent,
        y: paper.height - top - picture.height,
        width: picture.width,
        height: picture.height,
      })
      top += picture.height
    }
    top += after
  }
}
const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,1200}/gu) ?? []

/** The words of a rich text, paragraph by paragraph. */
function wordsOf(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, pre, blockquote, tr, br')) block.append('\n')
  for (const formula of body.querySelectorAll<HTMLElement>('[data-latex]')) formula.textContent ||= formula.dataset.latex ?? ''
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}

/** The words of the written work that a mark is about, in front of what it says: its text has no pages to draw on. */
function quoted({ upload_id, shape: { from, to } }: Mark, parts: CopyOf['parts']): string {
  const written = parts.find((part) => 'text' in part)
  if (upload_id !== null || from === undefined || to === undefined || !written) return ''
  const words = new DOMParser().parseFromString(written.text, 'text/html').body.textContent ?? ''
  return `“${words.slice(from, to).trim()}”\n`
}

async function drawOn(target: PDFDocument, from: number, marks: readonly Mark[], numbers: CopyOf['numbers']) {
  for (const [at, page] of target.getPages().slice(from).entries())
    await drawMarks(
      target,
      page,
      marks.filter((mark) => mark.page === at + 1),
      numbers,
    )
}

async function addFile(target: PDFDocument, file: CopiedFile, marks: readonly Mark[], numbers: CopyOf['numbers'], signal: AbortSignal) {
  const view: View = await call('GET /api/uploads/:id/view', {
    params: { id: file.upload_id },
    query: file.grant ? { grant: file.grant } : {},
  })
  const config = await queryClient.ensureQueryData(configQuery)
  const address = (path: string) => new URL(path, config.bytes_origin || window.location.origin).href
  const pdf = view.kind === 'pdf' ? view.urls.file : view.kind === 'office' ? view.urls.preview : null
  const marked = { name: file.name, marks, numbers, signal }
  if (pdf) return addMarkedPdf(target, address(pdf), marked)
  if (view.kind === 'image' && view.urls.file) return addMarkedImage(target, address(view.urls.file), marked)
  if ((view.kind === 'text' || view.kind === 'code') && view.size < 400_000) {
    const { text } = await call('GET /api/uploads/:id/text', { params: { id: file.upload_id }, query: { grant: view.grant } })
    return addLines(target, [
      { text: file.name, size: 12, bold: true },
      { text, size: 10 },
    ])
  }
  return addLines(target, [{ text: file.name, size: 12, bold: true }])
}

/** Makes the copy and hands it to the browser's downloads. */
export async function downloadCopy({ name, parts, marks, numbers }: CopyOf): Promise<void> {
  await texts('marking')
  const aborter = new AbortController()
  const target = await PDFDocument.create()
  target.setTitle(name)
  target.setProducer('Lyceum')
  for (const part of parts) {
    if ('text' in part) await addLines(target, [{ text: wordsOf(part.text), size: 11 }])
    else if ('at' in part) {
      const addMarked = part.kind === 'pdf' ? addMarkedPdf : addMarkedImage
      await addMarked(target, part.at, { name, marks, numbers, signal: aborter.signal })
    } else
      await addFile(
        target,
        part.file,
        marks.filter((mark) => mark.upload_id === part.file.upload_id),
        numbers,
        aborter.signal,
      )
  }
  const spoken = marks
    .filter((mark) => numbers.has(mark.id) && mark.text)
    .sort((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0))
  if (spoken.length > 0)
    await addLines(target, [
      { text: translate('marking', 'commentsTitle'), size: 15, bold: true, after: 14 },
      ...spoken.map(
        (mark): Line => ({ text: quoted(mark, parts) + mark.text, size: 11, number: numbers.get(mark.id) ?? 0, ink: mark.colour }),
      ),
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
