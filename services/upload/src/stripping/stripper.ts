// A program of its own: `node stripper.ts FILE NAME COPY` writes a copy of a file without properties, and prints a line of JSON. NAME has the ending
// of its kind. It runs under limits and may be killed at any time (strip-file.ts); no module imports it.
import { readFileSync, writeFileSync } from 'node:fs'
import { Encrypted } from '../processes/archive.ts'
import { strip } from './strip.ts'

const [file = '', name = '', copy = ''] = process.argv.slice(2)
// silences the library's words about odd files
console.warn = () => {}
let line: { size: number } | { failed: 'encrypted' | 'tooLarge' | 'broken' }
try {
  const stripped = await strip(readFileSync(file), name)
  writeFileSync(copy, stripped)
  line = { size: stripped.length }
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  // the machine is at fault, or a limit, which is reported by itself
  if (code?.startsWith('E') && code !== 'ERR_BUFFER_TOO_LARGE' && !code.startsWith('ERR_')) throw error
  line = { failed: error instanceof Encrypted ? 'encrypted' : code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken' }
}
process.stdout.write(`${JSON.stringify(line)}\n`)
