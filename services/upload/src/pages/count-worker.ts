import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { pagesOfPdf } from './pdf-pages.ts'

parentPort?.postMessage(pagesOfPdf(readFileSync(workerData as string)) ?? null)
