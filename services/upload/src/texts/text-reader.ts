// A program of its own: `node text-reader.ts FILE KIND` reads the text of a PDF with pdf.js, or of an office file, and prints it as lines of JSON.
// It runs under limits and may be killed at any time (read-file-text.ts); no module imports it.
import { readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Encrypted } from '../processes/archive.ts'
import { officeText } from './office-text.ts'

const [file = '', kind = '', most = '0'] = process.argv.slice(2)
const longest = Number(most)
/** Characters of a line: its reader takes no long ones. */
const piece = 8000
const mostPages = 1000

let length = 0
/** False when it is long enough. */
function print(text: string): boolean {
  const kept = text.slice(0, longest - length)
  for (let at = 0; at < kept.length; at += piece) writeAll(`${JSON.stringify({ text: kept.slice(at, at + piece) })}\n`)
  length += kept.length
  return kept.length === text.length
}
/** A pipe may be full. */
function writeAll(line: string) {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

async function printPdf(): Promise<boolean> {
  // silences the warning that there is no canvas
  console.warn = () => {}
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const library = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))))
  const { promise } = getDocument({
    data: new Uint8Array(readFileSync(file)),
    // Chinese fonts that are not embedded name a table of theirs
    cMapUrl: join(library, 'cmaps/'),
    useWasm: false,
    useWorkerFetch: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  const pdf = await promise
  for (let nth = 1; nth <= pdf.numPages; nth++) {
    if (nth > mostPages) return false
    const page = await pdf.getPage(nth)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    // a word that is divided at the end of its line
    if (!print(`${text.replace(/(\p{Ll})[-\u00ad\u2010]\n(?=\p{Ll})/gu, '$1')}\n`)) return false
    page.cleanup()
  }
  return true
}

try {
  const whole = kind === 'pdf' ? await printPdf() : print(officeText(readFileSync(file), kind))
  writeAll(`${JSON.stringify({ cut: !whole })}\n`)
} catch (error) {
  const { code, name } = error as NodeJS.ErrnoException
  // out of memory is reported by the limits
  if (error instanceof RangeError && !code) throw error
  const unknown =
    error instanceof Encrypted || name === 'PasswordException' ? 'encrypted' : code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken'
  writeAll(`${JSON.stringify({ unknown })}\n`)
}
process.exit()
