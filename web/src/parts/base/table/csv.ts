// Files that a page makes, handed to the browser, and the record of those that hold rows of others.
import { type CallInput, call } from '../../../client.ts'

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type SavedKind = CallInput<'POST /api/exports'>['body']['kind']
/** Lines of a table below its head; a line break in quotation marks ends none. */
const rowsIn = (csv: string): number =>
  Math.max(
    0,
    csv
      .replaceAll(/"[^"]*"/g, '')
      .trimEnd()
      .split('\n').length - 1,
  )

/** Saves a table as a CSV file once it is recorded among the exports of the organisation; without the record nothing is saved. */
export async function saveRecorded(kind: SavedKind, name: string, csv: string): Promise<void> {
  await call('POST /api/exports', { body: { kind, name: name.slice(0, 200), rows: rowsIn(csv) } })
  saveFile(name, csv)
}
