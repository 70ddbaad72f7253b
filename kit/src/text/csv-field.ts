// CSV in a field of a request: a cell that never ends is a fault of the field.
import { invalid } from '../calls/errors.ts'
import { parseCsv, UnclosedQuote } from './csv.ts'

/** The lines with their cells. 400 field.openQuote at `field`, with the line in which the quotation mark opens. */
export function csvIn(field: string, text: string): string[][] {
  try {
    return parseCsv(text)
  } catch (error) {
    if (error instanceof UnclosedQuote) throw invalid({ [field]: ['field.openQuote', { line: error.line }] })
    throw error
  }
}
