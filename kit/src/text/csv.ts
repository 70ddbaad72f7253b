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

/** A cell in quotation marks that never ends; `line`: the one in which it begins, from 1. */
export class UnclosedQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super(`a quotation mark that opens in line ${line} is never closed`)
    this.line = line
  }
}

/** `line`: the one of the file in which the row begins, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** Cells of the rows alone. Throws UnclosedQuote. */
export const parseCsv = (text: string): string[][] => csvRows(text).map(({ cells }) => cells)

/**
 * The rows with their cells; empty ones are left out. `sep=;` as the first line names the separator, as Excel writes it. A mark within a cell is a
 * letter of it. An apostrophe that an export has put before a formula goes. Throws UnclosedQuote.
 */
export function csvRows(given: string): CsvRow[] {
  const [head = '', named] = /^\uFEFF?(?:sep=(.)[ \t]*(?:\r\n?|\n))?/i.exec(given) ?? []
  const text = given.slice(head.length)
  const separator = named ?? separatorOf(text)
  const lines: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let line = named === undefined ? 1 : 2
  /** The line in which the cell's quotation mark opened; undefined outside of one. */
  let opened: number | undefined
  /** The line of the last cell that had a mark of its own and ended with its line: it may have gone on. */
  let doubtful: number | undefined
  let from = line
  let isQuoted = false
  let hasMark = false
  const endCell = () => {
    if (!isQuoted && cells.length === 0 && doubtful === line - 1 && /^[^"]+"$/.test(cell.trim())) throw new UnclosedQuote(doubtful)
    isQuoted = hasMark = false
    cells.push(cell.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))
    cell = ''
  }
  const endLine = () => {
    const isDoubtful = isQuoted && hasMark
    endCell()
    if (isDoubtful) doubtful = line
    if (cells.some((one) => one !== '')) lines.push({ line: from, cells })
    cells = []
    from = line + 1
  }
  /** Whether the cell ends behind a place. */
  const endsAt = (at: number) => {
    let next = at
    while (text[next] === ' ') next++
    return next >= text.length || text[next] === separator || text[next] === '\n' || text[next] === '\r'
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    const isEnd = letter === '\n' || (letter === '\r' && text[at + 1] !== '\n')
    if (opened !== undefined) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"'
        at++
      } else if (letter === '"' && endsAt(at + 1)) opened = undefined
      // a mark of a later line that ends no cell opens one: the first was never closed
      else if (letter === '"' && line > opened) throw new UnclosedQuote(opened)
      else {
        hasMark ||= letter === '"'
        cell += letter
      }
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      opened = line
      isQuoted = true
    } else if (letter === separator) endCell()
    else if (isEnd) endLine()
    else if (letter !== '\r') cell += letter
    if (isEnd) line++
  }
  if (opened !== undefined) throw new UnclosedQuote(opened)
  endLine()
  return lines
}

/** A text that a spreadsheet would take for a formula, full-width ones too, is led by an apostrophe (OWASP, CSV injection). */
const harmless = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** With a byte order mark, so that Excel reads it as UTF-8. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map((text) => quoted(harmless(text))).join(',')).join('\r\n')}\r\n`
