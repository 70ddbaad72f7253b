// The kinds of files: the declared one by extension, the real format by the first bytes.
import { isTransportStream } from './transport-streams.ts'
import type { UploadType } from './shapes.ts'

type Kind = { type: Exclude<UploadType, 'folder'>; media: string; formats: FileFormat[] }
/** The format that the first bytes show. */
export type FileFormat =
  | 'pdf'
  | 'zip'
  | 'ole'
  | 'rtf'
  | 'text'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'bmp'
  | 'tiff'
  | 'heic'
  | 'avif'
  | 'svg'
  | 'av'
  | 'swf'
  | 'rar'
  | '7z'
  | 'gzip'
  | 'program'
  | 'unknown'

const kindByExtension = new Map<string, Kind>()
const add = (type: Kind['type'], formats: FileFormat[], media: Record<string, string>) => {
  for (const [extension, name] of Object.entries(media)) kindByExtension.set(extension, { type, media: name, formats })
}
const office = 'application/vnd.openxmlformats-officedocument'
add('document', ['pdf'], { pdf: 'application/pdf' })
// with a password they are an OLE container
add('document', ['zip', 'ole'], {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
})
add('document', ['zip'], {
  ofd: 'application/ofd',
  epub: 'application/epub+zip',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
})
// programs write RTF, HTML and newer formats under the old extensions
add('document', ['ole', 'rtf', 'text', 'zip'], {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
})
add('document', ['text', 'zip', 'ole'], {
  uof: 'application/octet-stream',
  uot: 'application/octet-stream',
  uos: 'application/octet-stream',
  uop: 'application/octet-stream',
})
add('document', ['rtf'], { rtf: 'application/rtf' })
add('document', ['text', 'rtf', 'svg'], {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  xml: 'application/xml',
  tex: 'text/plain',
  vtt: 'text/vtt',
  srt: 'text/plain',
  ttml: 'application/ttml+xml',
})
add(
  'document',
  ['text', 'rtf'],
  Object.fromEntries(
    ['py', 'java', 'c', 'h', 'cpp', 'js', 'css', 'sql', 'r', 'm', 'ipynb', 'html', 'htm'].map((one) => [one, 'text/plain']),
  ),
)
// programs in TypeScript and films of a camera have the same extension
add('document', ['text', 'rtf', 'av'], { ts: 'text/plain' })
// within this family the bytes count: phones send a JPEG as .HEIC
add('image', ['png', 'jpeg', 'gif', 'webp', 'bmp', 'tiff', 'heic', 'avif'], {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  heif: 'image/heif',
  avif: 'image/avif',
})
add('image', ['svg', 'text'], { svg: 'image/svg+xml' })
add('video', ['av'], {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  f4v: 'video/mp4',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ogv: 'video/ogg',
  '3gp': 'video/3gpp',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
  asf: 'video/x-ms-asf',
  rmvb: 'application/vnd.rn-realmedia-vbr',
  vob: 'video/mpeg',
})
add('audio', ['av'], {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wma: 'audio/x-ms-wma',
  amr: 'audio/amr',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
})
add('swf', ['swf'], { swf: 'application/x-shockwave-flash' })
add('other', ['zip'], { zip: 'application/zip', imscc: 'application/zip', h5p: 'application/zip' })
add('other', ['zip', 'gzip'], { mbz: 'application/octet-stream' })
add('other', ['rar'], { rar: 'application/vnd.rar' })
add('other', ['7z'], { '7z': 'application/x-7z-compressed' })
add('other', ['gzip'], { gz: 'application/gzip', tgz: 'application/gzip' })

export const extensions = [...kindByExtension.keys()]
/** Extensions by type; that of programs and of films is in both. */
export const extensionsByType = (): Record<string, string[]> => {
  const byType: Record<string, string[]> = {}
  for (const extension of extensions) for (const type of typesOf(extension)) (byType[type] ??= []).push(extension)
  return byType
}
export const kindOf = (extension: string): Kind | undefined => kindByExtension.get(extension)

const startsWith = (head: Uint8Array, text: string, offset = 0) =>
  [...text].every((letter, index) => head[offset + index] === letter.charCodeAt(0))
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])
/** The brands of a file of boxes, its own kind first; of pictures alone: films of phones may name a picture's brand too. */
function brandsOf(head: Uint8Array): string[] {
  if (!startsWith(head, 'ftyp', 4)) return []
  const box = Buffer.from(head.subarray(8, Math.max(12, Math.min(head.length, Buffer.from(head).readUInt32BE(0)))))
  const brands = Array.from({ length: Math.floor(box.length / 4) }, (_, nth) => box.toString('latin1', nth * 4, nth * 4 + 4))
  const [own = ''] = brands
  return heicBrands.has(own) || own.startsWith('avi') ? brands : []
}

const magic: [FileFormat, (head: Uint8Array) => boolean][] = [
  ['pdf', (head) => Buffer.from(head.subarray(0, 1024)).includes('%PDF-')],
  ['zip', (head) => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')],
  ['ole', (head) => startsWith(head, '\xd0\xcf\x11\xe0')],
  ['rtf', (head) => startsWith(head, '{\\rtf')],
  ['png', (head) => startsWith(head, '\x89PNG\r\n')],
  ['jpeg', (head) => startsWith(head, '\xff\xd8\xff')],
  ['gif', (head) => startsWith(head, 'GIF8')],
  ['webp', (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)],
  ['avif', (head) => brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis')],
  ['heic', (head) => brandsOf(head).some((brand) => heicBrands.has(brand))],
  ['tiff', (head) => startsWith(head, 'II*\0') || startsWith(head, 'MM\0*')],
  ['swf', (head) => !isText(head) && (startsWith(head, 'FWS') || startsWith(head, 'CWS') || startsWith(head, 'ZWS'))],
  ['rar', (head) => startsWith(head, 'Rar!')],
  ['7z', (head) => startsWith(head, '7z\xbc\xaf')],
  ['gzip', (head) => startsWith(head, '\x1f\x8b')],
  ['av', isAudioOrVideo],
  [
    'program',
    (head) =>
      (startsWith(head, 'MZ') && !isText(head)) ||
      startsWith(head, '\x7fELF') ||
      startsWith(head, '\xca\xfe\xba\xbe') ||
      startsWith(head, '\xcf\xfa\xed\xfe'),
  ],
  ['bmp', (head) => startsWith(head, 'BM') && !isText(head)],
  ['svg', (head) => isText(head) && /<svg[\s>]/i.test(Buffer.from(head).toString('utf8'))],
  ['text', isText],
]

function isAudioOrVideo(head: Uint8Array): boolean {
  const box = Buffer.from(head.subarray(4, 8)).toString('latin1')
  if (['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(box)) return true
  if (
    startsWith(head, '\x1aE\xdf\xa3') ||
    startsWith(head, 'OggS') ||
    startsWith(head, 'fLaC') ||
    startsWith(head, '#!AMR') ||
    startsWith(head, '0&\xb2u')
  )
    return true
  if (startsWith(head, 'RIFF') && (startsWith(head, 'AVI ', 8) || startsWith(head, 'WAVE', 8))) return true
  if (startsWith(head, 'FORM') && startsWith(head, 'AIF', 8)) return true
  if (startsWith(head, '\0\0\x01\xba') || startsWith(head, '\0\0\x01\xb3')) return true
  // an MPEG audio or ADTS frame, not a byte order mark
  if (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && !startsWith(head, '\xff\xfe')) return true
  // a text may begin with these letters too
  if (isText(head)) return false
  if (startsWith(head, 'ID3') || startsWith(head, 'FLV') || startsWith(head, '.RMF')) return true
  return isTransportStream(head)
}

/** UTF-16 with its mark, or bytes without NUL and rare control characters. */
function isText(head: Uint8Array): boolean {
  if (startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff')) return true
  return head.length > 0 && !head.some((byte) => byte < 9 || (byte > 13 && byte < 27))
}

/** The format of a file's first bytes (some KiB). */
export const detectFormat = (head: Uint8Array): FileFormat => magic.find(([, matches]) => matches(head))?.[0] ?? 'unknown'

/** The type of a file by its extension and its bytes: a .ts is a program or a film. */
export const typeOf = (extension: string, format: FileFormat): Kind['type'] => {
  const declared = kindByExtension.get(extension)?.type ?? 'other'
  return declared === 'document' && format === 'av' ? 'video' : declared
}
/** The types that a file of this extension may turn out to have. */
export const typesOf = (extension: string): Kind['type'][] =>
  (kindByExtension.get(extension)?.formats ?? []).includes('av')
    ? [typeOf(extension, 'av'), typeOf(extension, 'unknown')]
    : [typeOf(extension, 'unknown')]

/** Whether a file with this extension may have the format. Extensions allowed by configuration alone may have any but a program. */
export const matchesExtension = (extension: string, format: FileFormat): boolean =>
  kindByExtension.get(extension)?.formats.includes(format) ?? format !== 'program'
