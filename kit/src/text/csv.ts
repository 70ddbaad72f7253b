// Comma-separated values: read as programs of every country write them, in any encoding, with any separator; written for spreadsheets. For servers and pages.
import { declaredIn, decode, detectEncoding, type Encoding } from './encodings.ts'

/**
 * The text of a file in a given encoding, else in the one that it declares or that is likeliest (encodings.ts). Without NULs, which PostgreSQL stores
 * in no text.
 */
export const decodeText = (
  bytes: Uint8Array,
  { encoding, language }: { encoding?: Encoding | undefined; language?: string } = {},
): string => decode(bytes, encoding ?? encodingOf(bytes, language)).replaceAll(/\0|^\uFEFF/g, '')

/** The encoding of a file: the one that it declares, else the likeliest. */
export const encodingOf = (bytes: Uint8Array, language?: string): Encoding =>
  detectEncoding(bytes, { declared: declaredIn(bytes), ...(language !== undefined && { language }) })

/** The separator that the first line has most often. */
function separatorOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The lines with their cells; empty lines are left out. An apostrophe that an export has put before a formula goes (csv.ts). */
export function parseCsv(given: string): string[][] {
  const text = given.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const lines: string[][] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    cells.push(cell.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))
    cell = ''
  }
  const endLine = () => {
    endCell()
    if (cells.some((one) => one !== '')) lines.push(cells)
    cells = []
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (letter === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (!quoted && letter === separator) endCell()
    else if (!quoted && (letter === '\n' || letter === '\r')) {
      if (letter === '\r' && text[at + 1] === '\n') at++
      endLine()
    } else cell += letter
  }
  endLine()
  return lines
}

/** A text that a spreadsheet would take for a formula, full-width ones too, is led by an apostrophe (OWASP, CSV injection). */
const harmless = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** With a byte order mark, so that Excel reads it as UTF-8. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map((text) => quoted(harmless(text))).join(',')).join('\r\n')}\r\n`
