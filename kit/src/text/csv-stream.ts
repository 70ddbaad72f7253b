// CSV of any size, as its bytes arrive: the encoding is guessed from the first bytes that are not ASCII, and memory does not grow with the file.
import { type CsvBounds, CsvReader, type CsvRow } from './csv-reader.ts'
import { detectEncoding, type Encoding } from './encodings.ts'
import type { ReplacedLetters } from './replaced-letters.ts'

/** Bytes by which the encoding is judged. */
const judged = 64 * 1024
export const streamBounds: CsvBounds = { letters: 10_000, cells: 500 }

export type CsvStream = {
  /** Rows of a piece of the file at a time. Throws UnclosedQuote. */
  rows: AsyncGenerator<CsvRow[]>
  /** Known once a letter beyond ASCII has come; undefined before, and for a file without one. */
  encoding(): Encoding | undefined
  /** The letters that the bytes did not have, up to now; the line is that in which their row begins. */
  replaced(): ReplacedLetters | null
}

/** `language`: that of the organisation, which decides between two encodings that are as likely. */
export function csvStream(
  chunks: AsyncIterable<Uint8Array>,
  {
    encoding: chosen,
    language,
    bounds = streamBounds,
  }: { encoding?: Encoding | undefined; language?: string | undefined; bounds?: CsvBounds } = {},
): CsvStream {
  let encoding = chosen
  let replaced: ReplacedLetters | null = null
  const reader = new CsvReader(bounds)
  const count = (rows: CsvRow[]) => {
    for (const { line, cells } of rows)
      for (const cell of cells) {
        const letters = cell.split('\ufffd').length - 1
        if (letters > 0) replaced = { count: (replaced?.count ?? 0) + letters, line: replaced?.line ?? line }
      }
    return rows
  }
  async function* rows() {
    for await (const text of textOf(
      chunks,
      () => encoding,
      (found) => (encoding = found),
      language,
    ))
      yield count(reader.read(text, false))
    yield count(reader.read('', true))
  }
  return { rows: rows(), encoding: () => encoding, replaced: () => replaced }
}

async function* textOf(
  chunks: AsyncIterable<Uint8Array>,
  known: () => Encoding | undefined,
  found: (encoding: Encoding) => void,
  language: string | undefined,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let waiting = new Uint8Array(0)
  let isFirst = true
  const begin = (bytes: Uint8Array, part: boolean) => {
    const encoding = known() ?? detectEncoding(bytes, { part, ...(language !== undefined && { language }) })
    found(encoding)
    decoder = new TextDecoder(encoding)
  }
  for await (const chunk of chunks) {
    if (decoder) {
      yield clean(decoder.decode(chunk, { stream: true }))
      continue
    }
    waiting = joined(waiting, chunk)
    // bytes of ASCII are the same in all encodings but UTF-16, which is seen at the beginning
    if (known() === undefined && !isFirst && isAscii(waiting)) {
      yield clean(new TextDecoder('utf-8').decode(waiting))
      waiting = new Uint8Array(0)
      continue
    }
    if (known() === undefined && waiting.length < judged) continue
    if (known() === undefined && isFirst && isAscii(waiting)) {
      isFirst = false
      yield clean(new TextDecoder('utf-8').decode(waiting))
      waiting = new Uint8Array(0)
      continue
    }
    begin(waiting, true)
    yield clean(decoder!.decode(waiting, { stream: true }))
    waiting = new Uint8Array(0)
  }
  if (!decoder && waiting.length > 0) {
    if (known() !== undefined || !isAscii(waiting)) begin(waiting, false)
    yield clean((decoder ?? new TextDecoder('utf-8')).decode(waiting, { stream: true }))
  }
  if (decoder) yield clean(decoder.decode())
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}
/** Without zeros, which UTF-16 has in every other byte. */
const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte > 0 && byte < 0x80)
/** PostgreSQL stores NUL in no text. */
const clean = (text: string) => text.replaceAll('\0', '')
