import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'
/** The most one request may ask for where the whole file may not be had. */
const pieceSize = 1024 * 1024
/** cmaps, fonts and wasm are files beside the page: without them Chinese documents lose glyphs. */
const files = '/assets/pdfjs-6.5.438/'

export class PdfRefused extends Error {
  status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

async function piece(address: string, from: number, to: number, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(address, { headers: { range: `bytes=${from}-${to - 1}` }, signal })
  if (!answer.ok) throw new PdfRefused(answer.status)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Opens a PDF in pieces of at most 1 MiB, read as pages need them; the whole is never asked for. Throws PdfRefused for a status. */
export async function openPdf(address: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const [pdfjs, head] = await Promise.all([import('pdfjs-dist/legacy/build/pdf.min.mjs'), fetch(address, { method: 'HEAD', signal })])
  if (!head.ok) throw new PdfRefused(head.status)
  const length = Number(head.headers.get('content-length'))
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
  const first = await piece(address, 0, Math.min(length, 256 * 1024), signal)
  let task: PDFDocumentLoadingTask | undefined
  let failed: ((error: unknown) => void) | undefined
  const broken = new Promise<never>((_, reject) => {
    failed = reject
  })
  class Pieces extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      for (let from = begin; from < end; from += pieceSize) {
        piece(address, from, Math.min(end, from + pieceSize), signal).then(
          (chunk) => this.onDataRange(from, chunk),
          (error: unknown) => failed?.(error),
        )
      }
    }
  }
  signal.addEventListener('abort', () => void task?.destroy())
  task = pdfjs.getDocument({
    range: new Pieces(length, first),
    // A font that is not in the file: the reader's own, which has Chinese.
    useSystemFonts: true,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 256 * 1024,
    enableXfa: false,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
  })
  return Promise.race([task.promise, broken])
}
