// Opening of a PDF by pdf.js, in ranges.
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { BytesError, fetchRange, maxRangeBytes } from '../byte-ranges.ts'

export type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
/** The folder of pdf.js's cmaps, fonts and wasm; without them Chinese documents lose glyphs. */
const assetsPath = '/assets/pdfjs-6.5.438/'

/** Pictures of first pages rendered ahead, of documents that will be shown next. */
export const firstPictures = new WeakMap<PDFDocumentProxy, HTMLCanvasElement>()

/** Why a document cannot be opened by anybody without its password, or at all; undefined: its bytes did not arrive. */
export function faultOf(error: unknown): 'locked' | 'broken' | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return 'locked'
  return ['InvalidPDFException', 'FormatError', 'XRefParseException', 'UnknownErrorException'].includes(name) ? 'broken' : undefined
}

/** Opens a PDF in ranges of at most 1 MiB, read as pages need them; never as a whole. Throws BytesError for a failed request. */
export async function openPdf(address: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const [pdfjs, head] = await Promise.all([import('pdfjs-dist/legacy/build/pdf.min.mjs'), fetch(address, { method: 'HEAD', signal })])
  if (!head.ok) throw new BytesError(head.status)
  const length = Number(head.headers.get('content-length'))
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
  const firstChunk = await fetchRange(address, 0, Math.min(length, 256 * 1024), signal)
  let task: PDFDocumentLoadingTask | undefined
  let fail: ((error: unknown) => void) | undefined
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  class RangeTransport extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      for (let from = begin; from < end; from += maxRangeBytes) {
        fetchRange(address, from, Math.min(end, from + maxRangeBytes), signal).then(
          (chunk) => this.onDataRange(from, chunk),
          (error: unknown) => fail?.(error),
        )
      }
    }
  }
  // what is under way when the page is left fails in the worker, for nobody
  signal.addEventListener('abort', () => void task?.destroy().catch(() => {}))
  task = pdfjs.getDocument({
    range: new RangeTransport(length, firstChunk),
    // Times, Helvetica and Courier that are not in the file come from the folder: phones and many Linux machines have none, and would squeeze
    // another font into their widths. Other fonts that are not in the file, Chinese ones too, are drawn in the browser's own.
    useSystemFonts: false,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 256 * 1024,
    enableXfa: false,
    cMapUrl: `${assetsPath}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assetsPath}standard_fonts/`,
    wasmUrl: `${assetsPath}wasm/`,
    iccUrl: `${assetsPath}iccs/`,
  })
  return Promise.race([task.promise, failure])
}
