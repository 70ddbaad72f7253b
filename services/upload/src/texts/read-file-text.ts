// Reading the text of a PDF or an office file, in a process of its own, one at a time: a small file may unpack to gigabytes.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileText, longestText, type TextFailure } from '../../mirror/file-texts.ts'
import { runBounded } from '../processes/bounded.ts'

const [program, ...parts] = ['./text-reader.ts', './office-text.ts', '../processes/archive.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
)
/** The permissions of the process: it reads these and the file alone, and loads no native code, starts no process, writes no file. */
const library = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))))
const permissionsFor = (file: string) => ['--permission', ...[program, ...parts, library, file].map((path) => `--allow-fs-read=${path}`)]
/** Bytes of a file at most: it is read into memory. */
const maxSize = 100 * 1024 ** 2
const memoryMb = 448
const heapMb = 256
const milliseconds = 30_000

export type TextRead = FileText | { unknown: TextFailure }
export type TextReadOptions = { file: string; kind: string; scratch: string; hidden: string[]; signal: AbortSignal }

let last: Promise<unknown> = Promise.resolve()
/** Reads after the earlier reads of this process. Throws when the machine is at fault, not the file. */
export function readFileText(options: TextReadOptions): Promise<TextRead> {
  const result = last.then(() => runReader(options))
  last = result.catch(() => {})
  return result
}

type Line = { text: string } | { cut: boolean } | { unknown: TextFailure }

async function runReader({ file, kind, scratch, hidden, signal }: TextReadOptions): Promise<TextRead> {
  if ((await stat(file)).size > maxSize) return { unknown: 'tooLarge' }
  let text = ''
  let end: { cut: boolean } | { unknown: TextFailure } | undefined
  const { code, over, words } = await runBounded({
    program: process.execPath,
    arguments: [...permissionsFor(file), `--max-old-space-size=${heapMb}`, program!, file, kind, String(longestText)],
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
      const said = parseLine(line)
      if (said && 'text' in said) text += said.text
      else end ??= said
    },
  })
  signal.throwIfAborted()
  // of a long file the beginning is better than nothing
  if (over || (!end && code === null)) return text === '' ? { unknown: 'tooLarge' } : { text, cut: true }
  if (!end) throw new Error(`a text could not be read: ${words.slice(-500)}`)
  return 'unknown' in end ? end : { text, cut: end.cut }
}

function parseLine(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line
  } catch {
    return undefined
  }
}
