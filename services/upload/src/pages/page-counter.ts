// A program of its own: `node page-counter.ts FILE` counts the pages of a PDF with pdf.js and prints one line of JSON. It is run under limits
// and may be killed at any time (count-pages.ts); nothing else imports it.
import { readFileSync, writeSync } from 'node:fs'
// says that there is no canvas, which nothing here draws on
console.warn = () => {}
const { getDocument, PasswordException, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

const say = (line: { pages: number } | { unknown: 'encrypted' | 'broken' }) => writeSync(1, `${JSON.stringify(line)}\n`)
try {
  const { numPages } = await getDocument({
    data: new Uint8Array(readFileSync(process.argv[2]!)),
    useWasm: false,
    useWorkerFetch: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
  say(numPages > 0 && numPages <= 1_000_000 ? { pages: numPages } : { unknown: 'broken' })
} catch (error) {
  // out of memory is for the limits to tell
  if (error instanceof RangeError) throw error
  say({ unknown: error instanceof PasswordException ? 'encrypted' : 'broken' })
}
process.exit()
