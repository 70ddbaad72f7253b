// CSV in a field of a request: a cell that never ends is a fault of the field.
import { invalid } from '../calls/errors.ts'
import { type CsvRow, csvRows, UnclosedQuote } from './csv.ts'

/** The rows with their lines and cells. 400 field.openQuote at `field`, with the line in which the quotation mark opens. */
export function csvIn(field: string, text: string): CsvRow[] {
  try {
    return csvRows(text)
  } catch (error) {
    if (error instanceof UnclosedQuote) throw invalid({ [field]: ['field.openQuote', { line: error.line }] })
    throw error
  }
}
