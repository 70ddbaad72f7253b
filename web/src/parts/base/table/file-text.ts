// The text of a file that somebody has chosen, whatever its encoding, and its lines.
import { decodeText, encodingOf, parseCsv, UnclosedQuote } from '@lyceum/kit/text/csv'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { texts, translate } from '../../../i18n.ts'
import { languageOfFiles } from '../../../session/session.ts'

/** In the encoding that was chosen, else in the likeliest, by the language of the organisation where two are as likely. */
export async function textIn(file: File, chosen?: Encoding): Promise<{ text: string; encoding: Encoding }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = chosen ?? encodingOf(bytes, languageOfFiles())
  return { text: decodeText(bytes, { encoding }), encoding }
}

/** The lines of a text with their cells, or the fault of the text in words. */
export async function linesIn(text: string): Promise<string[][] | string> {
  try {
    return parseCsv(text)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    await texts('errors')
    return translate('errors', 'field.openQuote', { line: error.line })
  }
}
