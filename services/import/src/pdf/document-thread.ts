// The thread of write-pdf.ts: draws the blocks that it is given into a file, page by page, and asks for the next ones.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import { canvasOf, TooLong } from './canvas.ts'
import { openFonts } from './fonts.ts'
import { pagesOn } from './pages.ts'
import type { Order, Reply, Request } from './write-pdf.ts'

const { path, title, lang, most } = workerData as Request
const answer = (reply: Reply) => parentPort!.postMessage(reply)

const fonts = openFonts(lang)
const doc = new PDFDocument({
  size: 'A4',
  margin: 0,
  info: { Title: title, Creator: 'Lyceum' },
  lang,
  tagged: true,
  displayTitle: true,
  pdfVersion: '1.7',
  autoFirstPage: false,
  // lines of a long document are nearly all different
  fontLayoutCache: false,
})
fonts.onOpen((name, font) => doc.registerFont(name, font))
const out = createWriteStream(path)
const written = finished(out)
doc.pipe(out)
const canvas = canvasOf(doc, fonts, most)
const pages = pagesOn(canvas)

parentPort!.on('message', (order: Order) => {
  void carryOut(order).catch((error: unknown) => {
    if (!(error instanceof TooLong)) throw error
    answer({ tooLong: true })
  })
})

async function carryOut(order: Order): Promise<void> {
  if ('blocks' in order) {
    for (const block of order.blocks) pages.draw(block)
    await pages.written()
    if (out.writableNeedDrain) await once(out, 'drain')
    return answer({ next: true })
  }
  pages.end()
  doc.end()
  await written
  answer({ pages: canvas.pages })
}
