// Writes a document as a PDF file in a thread of its own: its fonts go with it, and laying out a long one holds up no call.
import { Worker } from 'node:worker_threads'
import { refused } from '@lyceum/kit/calls/errors'
import type { Block } from './blocks.ts'

/** Pages of a document, and megabytes of its thread. */
const limits = { pages: 5000, memory: 768 }

/** `path` of the file; `lang`: one of the page's. */
export type Document = { path: string; title: string; lang: string }
export type Request = Document & { most: number }
export type Order = { blocks: readonly Block[] } | { end: true }
export type Reply = { next: true } | { pages: number } | { tooLong: true }

/** The number of its pages. 400 export.tooLong beyond 5,000 of them. */
export async function writePdf(
  document: Document,
  parts: AsyncIterable<readonly Block[]>,
  signal: AbortSignal,
  most = limits.pages,
): Promise<number> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./document-thread.ts', import.meta.url), {
    workerData: { ...document, most } satisfies Request,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  let ended: Error | undefined
  let fail: (error: Error) => void = () => {}
  const end = (error: Error) => {
    ended ??= error
    fail(ended)
  }
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread of a document ended')))
  const send = (order: Order) =>
    new Promise<Reply>((resolve, reject) => {
      if (ended) return reject(ended)
      fail = reject
      worker.once('message', resolve)
      worker.postMessage(order)
    })
  try {
    for await (const blocks of parts) if ('tooLong' in (await send({ blocks }))) throw refused(400, 'export.tooLong', { most })
    const reply = await send({ end: true })
    if (!('pages' in reply)) throw refused(400, 'export.tooLong', { most })
    return reply.pages
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
