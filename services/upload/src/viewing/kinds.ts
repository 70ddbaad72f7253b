// The viewer of a file, by type and extension; 'none' can only be downloaded.
import { isOffice } from '../conversion/office-files.ts'
import { extensionOf } from '../uploads/names.ts'
import type { Row } from '../uploads/rows.ts'
import type { ViewKind } from './api.ts'

const texts = new Set(['txt', 'csv', 'md', 'tex', 'vtt', 'srt'])
const codes = new Set('json xml ttml py java c h cpp js ts css sql r m ipynb html htm'.split(' '))
/** Images that browsers draw. */
const images = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif', 'svg'])

export function viewKindOf({ name, type }: Pick<Row, 'name' | 'type'>): ViewKind {
  const extension = extensionOf(name)
  if (type === 'video' || type === 'audio') return type
  if (type === 'scorm') return 'none'
  if (extension === 'pdf') return 'pdf'
  if (images.has(extension)) return 'image'
  if (texts.has(extension)) return 'text'
  if (codes.has(extension)) return 'code'
  return isOffice(name) ? 'office' : 'none'
}
