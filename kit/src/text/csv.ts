// Comma-separated values: read as programs of every country write them, in any encoding, with any separator; written for spreadsheets. For servers and pages.
import { CsvReader, type CsvRow } from './csv-reader.ts'
import { declaredIn, decode, detectEncoding, type Encoding } from './encodings.ts'

export { type CsvRow, UnclosedQuote } from './csv-reader.ts'

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

/** Cells of the rows alone. Throws UnclosedQuote. */
export const parseCsv = (text: string): string[][] => csvRows(text).map(({ cells }) => cells)

/** The rows with their cells; empty ones are left out. The grammar is that of CsvReader. Throws UnclosedQuote. */
export const csvRows = (text: string): CsvRow[] => new CsvReader().read(text, true)

/** A text that a spreadsheet would take for a formula, full-width ones too, is led by an apostrophe (OWASP, CSV injection). */
const harmless = (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

type Lines = readonly (readonly string[])[]
/** With a byte order mark, so that Excel reads it as UTF-8. */
export const csvOf = (lines: Lines): string => `\uFEFF${csvLines(lines)}`
/** Further lines of a file that is written piece by piece. */
export const csvLines = (lines: Lines): string =>
  lines.map((line) => `${line.map((text) => quoted(harmless(text))).join(',')}\r\n`).join('')
