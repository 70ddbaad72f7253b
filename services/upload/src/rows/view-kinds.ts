// The viewer of a file, by type and extension; 'none' can only be downloaded. Files that the page can show at all.
import type { Config } from '../config.ts'
import { isOffice, officeExtensions } from './office-files.ts'
import { endingOf, isConvertedPicture } from './contents.ts'
import { extensions, kindOf } from './kinds.ts'
import { extensionOf } from './names.ts'
import type { Upload as Row } from '../generated/client.ts'
import type { DrawnFormat, ViewKind } from './shapes.ts'

const texts = new Set(['txt', 'csv', 'md', 'tex', 'vtt', 'srt'])
const codes = new Set('json xml ttml py java c h cpp js ts css sql r m ipynb html htm'.split(' '))
/** Images that browsers draw, and those that they draw once they are converted. */
const images = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif', 'svg', 'heic', 'heif'])

export function viewKindOf({ name, type, format }: Pick<Row, 'name' | 'type' | 'format'>): ViewKind {
  const extension = endingOf({ name, format })
  if (type === 'video' || type === 'audio') return type
  if (type === 'link') return 'link'
  if (type === 'scorm') return 'none'
  if (extension === 'pdf') return 'pdf'
  if (images.has(extension)) return 'image'
  if (texts.has(extension)) return 'text'
  if (codes.has(extension)) return 'code'
  return isOffice(name) ? 'office' : 'none'
}

/** The office formats that the page draws by itself where they are not converted to PDF. */
const drawnFormats: ReadonlySet<string> = new Set<DrawnFormat>(['docx', 'xlsx'])
/** Bytes of a file that the page draws, at most: the reader's device unpacks it. */
export const maxDrawnSize = 20 * 1024 * 1024

/** The format in which the page draws an office file by itself: it has no PDF, and none is being made. */
export function drawnFormatOf(
  { office }: Pick<Config, 'office'>,
  { name, size, previewStatus }: Pick<Row, 'name' | 'size' | 'previewStatus'>,
): DrawnFormat | undefined {
  const extension = extensionOf(name)
  const hasNoPdf = previewStatus === 'failed' || (previewStatus === null && !office)
  return drawnFormats.has(extension) && size <= maxDrawnSize && hasNoPdf ? (extension as DrawnFormat) : undefined
}

type Declared = { name: string; type: string; size: number }
type Showing = Pick<Config, 'office' | 'heif' | 'conversion'>

/** Whether the page can show such a file. */
function isShown({ office, heif, conversion }: Showing, { name, type, size }: Declared): boolean {
  const file = { name, type, format: null }
  if (isConvertedPicture(file)) return heif !== undefined && size <= conversion.maxSize
  const kind = viewKindOf(file)
  if (kind !== 'office') return kind !== 'none'
  if (office) return size <= conversion.maxSize
  return drawnFormats.has(extensionOf(name)) && size <= maxDrawnSize
}

/** The same for certain. A file that is shown itself may turn out broken, protected or too large to unpack, on the reader's device
 *  alone; a file that is not shown is of no use to a student who may not download it. */
export const isSurelyShown = (config: Showing, file: Declared): boolean =>
  isShown(config, file) && (config.office !== undefined || !drawnFormats.has(extensionOf(file.name)))

/** Whether the file turned out not to be shown: no PDF could be made of it and the page does not draw it by itself, or it is a PDF that nobody
 *  can open without its password, or that is broken. */
export const isPreviewFailed = (row: Pick<Row, 'name' | 'size' | 'previewStatus' | 'pagesUnknown'>): boolean =>
  extensionOf(row.name) === 'pdf'
    ? row.pagesUnknown === 'encrypted' || row.pagesUnknown === 'broken'
    : row.previewStatus === 'failed' && drawnFormatOf({ office: undefined }, row) === undefined

/** The extensions that the page cannot show, and the size up to which it shows the office files that it can. */
export const unshownRules = (config: Showing & Pick<Config, 'moreExtensions'>) => ({
  extensions: [...extensions, ...config.moreExtensions].filter(
    (extension) => !isShown(config, { name: `a.${extension}`, type: kindOf(extension)?.type ?? 'other', size: 1 }),
  ),
  office: [...officeExtensions],
  max_office_size: config.office ? config.conversion.maxSize : maxDrawnSize,
})
