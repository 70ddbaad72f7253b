// Counting leaves the event loop: a PDF of a hundred megabytes takes a while to look through.
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

const largest = 200 * 1024 * 1024
const limit = 20_000

/** null where the file does not say, or is too large to be looked through. */
export async function countPages(file: string): Promise<number | null> {
  if ((await stat(file)).size > largest) return null
  return await new Promise((resolve) => {
    const worker = new Worker(new URL('./count-worker.ts', import.meta.url), {
      workerData: file,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const over = setTimeout(() => void worker.terminate(), limit)
    let pages: number | null = null
    worker.once('message', (told: number | null) => {
      pages = told
    })
    worker.once('error', () => {})
    worker.once('exit', () => {
      clearTimeout(over)
      resolve(pages)
    })
  })
}
