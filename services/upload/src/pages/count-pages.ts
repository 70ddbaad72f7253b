// Counts the pages of a PDF with pdf.js in a process of its own, one at a time: a small file may unpack to gigabytes.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBounded } from '../processes/bounded.ts'

const program = fileURLToPath(new URL('./page-counter.ts', import.meta.url))
/** Node lets it read these and the file alone, and load no native code, start no process, write nothing. */
const library = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))))
const mayRead = (file: string) => ['--permission', ...[program, library, file].map((path) => `--allow-fs-read=${path}`)]
/** Bytes; all of it is read into memory. */
const largest = 150 * 1024 ** 2
const memoryMb = 448
const heapMb = 192
const milliseconds = 20_000

export type Unknown = 'encrypted' | 'broken' | 'tooLarge' | 'tooCostly'
export type Counted = { pages: number } | { unknown: Unknown }

export type Counting = { file: string; scratch: string; hidden: string[]; signal: AbortSignal }

let last: Promise<unknown> = Promise.resolve()
/** Waits for those before it in this process. Throws when the machine failed it, not the file. */
export function countPages(counting: Counting): Promise<Counted> {
  const mine = last.then(() => count(counting))
  last = mine.catch(() => {})
  return mine
}

async function count({ file, scratch, hidden, signal }: Counting): Promise<Counted> {
  if ((await stat(file)).size > largest) return { unknown: 'tooLarge' }
  let answer: Counted | undefined
  const { code, over, words } = await runBounded({
    program: process.execPath,
    arguments: [...mayRead(file), `--max-old-space-size=${heapMb}`, program, file],
    scratch,
    input: file,
    hidden,
    memoryMb,
    // V8 sets half a gigabyte of addresses aside for compiled code; the system counts them
    reservedMb: 512,
    fileMb: 0,
    limit: milliseconds,
    signal,
    onLine: (line) => {
      answer ??= read(line)
    },
  })
  signal.throwIfAborted()
  if (over) return { unknown: 'tooCostly' }
  if (answer) return answer
  // a file that breaks the program breaks it again; a program that cannot be started is our own fault
  if (code === null) return { unknown: 'tooCostly' }
  throw new Error(`pages could not be counted: ${words.slice(-500)}`)
}

function read(line: string): Counted | undefined {
  try {
    return JSON.parse(line) as Counted
  } catch {
    return undefined
  }
}
