// Encodings of texts, by the names that people know them by.
import type { Encoding } from '@lyceum/kit/text/encodings'

const names: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  shift_jis: 'Shift_JIS',
  'euc-kr': 'EUC-KR',
  'windows-874': 'Windows-874 (TIS-620)',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'windows-1254': 'Windows-1254',
  'iso-8859-2': 'ISO-8859-2',
  'koi8-r': 'KOI8-R',
  'euc-jp': 'EUC-JP',
}
/** For a choice of the encoding. */
export const encodingOptions = Object.entries(names).map(([value, label]) => ({ value: value as Encoding, label }))
