// The thread that reads a calendar file: it ends when it is done, and is ended when it takes too long.
import { parentPort, workerData } from 'node:worker_threads'
import { IcsRefused, readIcs } from './read-ics.ts'

const { text, zone, now } = workerData as { text: string; zone: string; now: number }
try {
  parentPort?.postMessage({ content: readIcs(text, { zone, now }) })
} catch (error) {
  parentPort?.postMessage({ refused: error instanceof IcsRefused ? error.code : 'calendarImport.notCalendar' })
}
