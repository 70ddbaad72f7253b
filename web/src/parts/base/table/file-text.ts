// The text of a file that somebody has chosen, whatever its encoding.
import { decodeText } from '@lyceum/kit/text/csv'
import { currentLocale } from '../../../i18n.ts'

export const textOf = async (file: File): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()), { language: currentLocale() })
