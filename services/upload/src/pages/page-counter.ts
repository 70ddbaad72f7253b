// A program of its own: `node page-counter.ts FILE` counts the pages of a PDF with pdf.js and prints one line of JSON. It runs under limits
// and may be killed at any time (count-pages.ts); no module imports it.
import { readFileSync, writeSync } from 'node:fs'
// silences the warning that there is no canvas
console.warn = () => {}
const { getDocument, PasswordException, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

const print = (line: { pages: number } | { unknown: 'encrypted' | 'broken' }) => writeSync(1, `${JSON.stringify(line)}\n`)
try {
  const { numPages } = await getDocument({
    data: new Uint8Array(readFileSync(process.argv[2]!)),
    useWasm: false,
    useWorkerFetch: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
  print(numPages > 0 && numPages <= 1_000_000 ? { pages: numPages } : { unknown: 'broken' })
} catch (error) {
  // out of memory is reported by the limits
  if (error instanceof RangeError) throw error
  print({ unknown: error instanceof PasswordException ? 'encrypted' : 'broken' })
}
process.exit()
