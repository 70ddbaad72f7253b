// Which kinds of files there are: by extension what a file says it is, by its first bytes what it really is.
import type { UploadType } from './api.ts'

type Kind = { type: Exclude<UploadType, 'folder'>; media: string; looks: Look[] }
/** What the first bytes show. */
export type Look =
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
  | 'heif'
  | 'svg'
  | 'av'
  | 'swf'
  | 'rar'
  | '7z'
  | 'gzip'
  | 'program'
  | 'unknown'

const known = new Map<string, Kind>()
const add = (type: Kind['type'], looks: Look[], media: Record<string, string>) => {
  for (const [extension, name] of Object.entries(media)) known.set(extension, { type, media: name, looks })
}
const office = 'application/vnd.openxmlformats-officedocument'
add('document', ['pdf'], { pdf: 'application/pdf' })
add('document', ['zip'], {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  ofd: 'application/ofd',
  epub: 'application/epub+zip',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
})
// programs write RTF, HTML and newer formats under the old names
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
    ['py', 'java', 'c', 'h', 'cpp', 'js', 'ts', 'css', 'sql', 'r', 'm', 'ipynb', 'html', 'htm'].map((one) => [one, 'text/plain']),
  ),
)
add('image', ['png', 'jpeg', 'gif', 'webp', 'bmp'], {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
})
add('image', ['tiff'], { tif: 'image/tiff', tiff: 'image/tiff' })
add('image', ['heif'], { heic: 'image/heic', avif: 'image/avif' })
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

export const extensions = [...known.keys()]
/** Extensions by type. */
export const kinds = (): Record<string, string[]> => {
  const byType: Record<string, string[]> = {}
  for (const [extension, { type }] of known) (byType[type] ??= []).push(extension)
  return byType
}
export const kindOf = (extension: string): Kind | undefined => known.get(extension)

const starts = (head: Uint8Array, text: string, at = 0) => [...text].every((letter, n) => head[at + n] === letter.charCodeAt(0))
const magic: [Look, (head: Uint8Array) => boolean][] = [
  ['pdf', (head) => Buffer.from(head.subarray(0, 1024)).includes('%PDF-')],
  ['zip', (head) => starts(head, 'PK\x03\x04') || starts(head, 'PK\x05\x06')],
  ['ole', (head) => starts(head, '\xd0\xcf\x11\xe0')],
  ['rtf', (head) => starts(head, '{\\rtf')],
  ['png', (head) => starts(head, '\x89PNG\r\n')],
  ['jpeg', (head) => starts(head, '\xff\xd8\xff')],
  ['gif', (head) => starts(head, 'GIF8')],
  ['webp', (head) => starts(head, 'RIFF') && starts(head, 'WEBP', 8)],
  [
    'heif',
    (head) => starts(head, 'ftyp', 4) && /^(heic|heix|hevc|mif1|msf1|avif|avis)/.test(Buffer.from(head.subarray(8, 12)).toString('latin1')),
  ],
  ['tiff', (head) => starts(head, 'II*\0') || starts(head, 'MM\0*')],
  ['swf', (head) => starts(head, 'FWS') || starts(head, 'CWS') || starts(head, 'ZWS')],
  ['rar', (head) => starts(head, 'Rar!')],
  ['7z', (head) => starts(head, '7z\xbc\xaf')],
  ['gzip', (head) => starts(head, '\x1f\x8b')],
  ['av', isAudioOrVideo],
  [
    'program',
    (head) => starts(head, 'MZ') || starts(head, '\x7fELF') || starts(head, '\xca\xfe\xba\xbe') || starts(head, '\xcf\xfa\xed\xfe'),
  ],
  ['bmp', (head) => starts(head, 'BM')],
  ['svg', (head) => isText(head) && /<svg[\s>]/i.test(Buffer.from(head).toString('utf8'))],
  ['text', isText],
]

function isAudioOrVideo(head: Uint8Array): boolean {
  const box = Buffer.from(head.subarray(4, 8)).toString('latin1')
  if (['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(box)) return true
  if (
    starts(head, '\x1aE\xdf\xa3') ||
    starts(head, 'OggS') ||
    starts(head, 'FLV') ||
    starts(head, 'fLaC') ||
    starts(head, '#!AMR') ||
    starts(head, '.RMF') ||
    starts(head, '0&\xb2u')
  )
    return true
  if (starts(head, 'RIFF') && (starts(head, 'AVI ', 8) || starts(head, 'WAVE', 8))) return true
  if (starts(head, 'FORM') && starts(head, 'AIF', 8)) return true
  if (starts(head, '\0\0\x01\xba') || starts(head, '\0\0\x01\xb3')) return true
  if ((head[0] === 0x47 && head[188] === 0x47) || (head[4] === 0x47 && head[196] === 0x47)) return true
  if (starts(head, 'ID3')) return true
  return head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && !starts(head, '\xff\xfe') // an MPEG audio or ADTS frame, not a byte order mark
}

/** UTF-16 with its mark, or bytes without NUL and rare control characters. */
function isText(head: Uint8Array): boolean {
  if (starts(head, '\xff\xfe') || starts(head, '\xfe\xff')) return true
  return head.length > 0 && !head.some((byte) => byte < 9 || (byte > 13 && byte < 27))
}

/** What a file's first bytes (some KiB) show it to be. */
export const lookAt = (head: Uint8Array): Look => magic.find(([, is]) => is(head))?.[0] ?? 'unknown'

/** Whether a file with this extension may look so. Extensions that are allowed by configuration alone may look like anything but a program. */
export const fits = (extension: string, look: Look): boolean => known.get(extension)?.looks.includes(look) ?? look !== 'program'
