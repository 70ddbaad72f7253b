// Counting the pages of a PDF, with pdf.js in a process of its own, one at a time: a small file may unpack to gigabytes.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBounded } from '../processes/bounded.ts'

const program = fileURLToPath(new URL('./page-counter.ts', import.meta.url))
/** The permissions of the process: it reads these and the file alone, and loads no native code, starts no process, writes no file. */
const library = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))))
const permissionsFor = (file: string) => ['--permission', ...[program, library, file].map((path) => `--allow-fs-read=${path}`)]
/** Bytes of a file at most: it is read into memory. */
const maxSize = 150 * 1024 ** 2
const memoryMb = 448
const heapMb = 192
const milliseconds = 20_000

export type PageCountFailure = 'encrypted' | 'broken' | 'tooLarge' | 'tooCostly'
export type PageCount = { pages: number } | { unknown: PageCountFailure }

export type PageCountOptions = { file: string; scratch: string; hidden: string[]; signal: AbortSignal }

let last: Promise<unknown> = Promise.resolve()
/** Counts after the earlier counts of this process. Throws when the machine is at fault, not the file. */
export function countPages(options: PageCountOptions): Promise<PageCount> {
  const result = last.then(() => runCounter(options))
  last = result.catch(() => {})
  return result
}

async function runCounter({ file, scratch, hidden, signal }: PageCountOptions): Promise<PageCount> {
  if ((await stat(file)).size > maxSize) return { unknown: 'tooLarge' }
  let reply: PageCount | undefined
  const { code, over, words } = await runBounded({
    program: process.execPath,
    arguments: [...permissionsFor(file), `--max-old-space-size=${heapMb}`, program, file],
    scratch,
    input: file,
    hidden,
    memoryMb,
    // V8 reserves half a gigabyte of addresses for compiled code; the system counts them
    reservedMb: 512,
    fileMb: 0,
    limit: milliseconds,
    signal,
    onLine: (line) => {
      reply ??= parseLine(line)
    },
  })
  signal.throwIfAborted()
  if (over) return { unknown: 'tooCostly' }
  if (reply) return reply
  // a file that breaks the program breaks it again; a program that cannot be started is our own fault
  if (code === null) return { unknown: 'tooCostly' }
  throw new Error(`pages could not be counted: ${words.slice(-500)}`)
}

function parseLine(line: string): PageCount | undefined {
  try {
    return JSON.parse(line) as PageCount
  } catch {
    return undefined
  }
}
