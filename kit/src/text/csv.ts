// Comma-separated values: read as programs of every country write them, in any encoding, with any separator; written for spreadsheets. For servers and pages.

/** UTF-16 without a byte order mark: every other byte of Latin letters, digits and separators is zero. */
function utf16Without(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 400)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < head.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** The text of a file in UTF-8, UTF-16, GBK (as GB 18030) or Big5, else in that of western Windows. Without NULs, which PostgreSQL stores in no text. */
export const decodeText = (bytes: Uint8Array): string => decoded(bytes).replaceAll('\0', '')

function decoded(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  const wide = marked ?? utf16Without(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  for (const encoding of ['utf-8', 'gb18030', 'big5'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // the next one
    }
  return new TextDecoder('windows-1252').decode(bytes)
}

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
