// Works opened ahead: the neighbours' answers, documents and first pages are there before somebody turns to them.
import { configQuery } from '../../session/session.ts'
import { queryClient } from '../../queries.ts'
import { pictureOf } from '../../viewer/stage.ts'
import { firstPictures, openPdf, type PDFDocumentProxy } from '../../viewer/pdf/open-pdf.ts'
import { markingQuery, marksQuery, submissionQuery, viewQuery } from './queries.ts'

/** Documents open at once: the shown one, its neighbours and the one before. */
const mostOpen = 5
const opened = new Map<string, { doc: Promise<PDFDocumentProxy>; aborter: AbortController }>()

/** Like openPdf, of documents that stay open for a while whoever looks at them. */
export const openKept: typeof openPdf = (address) => {
  const present = opened.get(address)
  if (present) {
    // used last
    opened.delete(address)
    opened.set(address, present)
    return present.doc
  }
  const aborter = new AbortController()
  const doc = openPdf(address, aborter.signal)
  doc.catch(() => opened.delete(address))
  opened.set(address, { doc, aborter })
  for (const [oldest, { aborter: ends }] of opened) {
    if (opened.size <= mostOpen) break
    opened.delete(oldest)
    ends.abort()
  }
  return doc
}

export function closeKept() {
  for (const { aborter } of opened.values()) aborter.abort()
  opened.clear()
}

/** Draws the first page as wide as the stage will show it. */
async function drawFirst(doc: PDFDocumentProxy, width: number) {
  if (firstPictures.has(doc)) return
  const page = await doc.getPage(1)
  const natural = page.getViewport({ scale: 1 })
  const ratio = Math.min(window.devicePixelRatio || 1, 2)
  const scale = Math.min(1.6, Math.max(0.2, width / natural.width)) * ratio
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport }).promise
  firstPictures.set(doc, canvas)
}

/** Gets everything of a work that its first look needs. `width`: of the stage, in CSS pixels. */
export async function prepareWork(id: string, width: number): Promise<void> {
  void queryClient.prefetchQuery(markingQuery(id))
  const submission = await queryClient.ensureQueryData(submissionQuery(id))
  const [version] = submission.versions
  if (!version) return
  void queryClient.prefetchQuery(marksQuery(id, version.n))
  const file = version.text ? undefined : version.files.find(({ grant }) => grant !== null)
  if (!file) return
  const [view, config] = await Promise.all([queryClient.ensureQueryData(viewQuery(file)), queryClient.ensureQueryData(configQuery)])
  const address = (path: string) => new URL(path, config.bytes_origin || window.location.origin).href
  const pdf = view.kind === 'pdf' ? view.urls.file : view.kind === 'office' ? view.urls.preview : null
  const drawn = pictureOf(view)
  if (pdf) await drawFirst(await openKept(address(pdf), new AbortController().signal), width)
  else if (drawn) {
    const picture = new Image()
    picture.src = address(drawn)
    await picture.decode().catch(() => {})
  }
}
