// The end of a file: whether its last line is cut, with fewer cells than all before and no end.
import type { CsvRow } from '@lyceum/kit/text/csv-reader'

export function fileEnd() {
  let lines = 0
  let last = 0
  /** Lines with fewer cells than columns, and the last line. */
  let short = 0
  let end = { line: 0, isShort: false }
  return {
    async *watched(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        last = chunk.at(-1) === 0 ? (chunk.at(-2) ?? 0) : (chunk.at(-1) ?? last)
        yield chunk
      }
    },
    take({ line, cells }: CsvRow, columns: readonly string[]): void {
      lines++
      end = { line, isShort: cells.length < columns.length }
      if (end.isShort) short++
    },
    /** The last line where it is cut. */
    endsEarly: (): number | null => (end.isShort && short === 1 && lines > 1 && last !== 0x0a && last !== 0x0d ? end.line : null),
  }
}
