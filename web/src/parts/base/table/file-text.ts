// The text of a file that somebody has chosen, whatever its encoding, and its lines.
import { decodeText, parseCsv, UnclosedQuote } from '@lyceum/kit/text/csv'
import { currentLocale, texts, translate } from '../../../i18n.ts'

export const textOf = async (file: File): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()), { language: currentLocale() })

/** The lines with their cells, or the fault of the file as a text. */
export async function linesOf(file: File): Promise<string[][] | string> {
  const text = await textOf(file)
  try {
    return parseCsv(text)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    await texts('errors')
    return translate('errors', 'field.openQuote', { line: error.line })
  }
}
