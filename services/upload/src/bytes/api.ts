// The contract table of the bytes listener: an origin without cookies. The right is in the address or in the header upload-token.
import { calls } from '../call-table.ts'
import { blockSize, maxPutSize } from '../rows/shapes.ts'
import { Id } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

const Stored = Type.Object({ key: Type.String(), size: Type.Integer() })
const Token = Type.String({ maxLength: 300 })
const Grant = Type.String({ maxLength: 2000 })
/** Contexts of 300,000 blocks: more than a terabyte. */
const maxContextsSize = 32 * 1024 * 1024

export const bytesCalls = calls({
  'PUT /bytes/in/:token': {
    summary: 'A whole file (media, local, and object where the store is a folder)',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    bodyLimit: maxPutSize,
    params: Type.Object({ token: Token }),
    reply: Stored,
    errors: ['upload.token', 'upload.finished', 'upload.sizeMismatch', 'upload.cut'],
  },
  'POST /bytes/blocks/:id/mkblk/:length': {
    summary: 'One block of 4 MiB, the last may be shorter; ?index= names it, without it is the next. Header upload-token',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    bodyLimit: blockSize,
    params: Type.Object({ id: Id, length: Type.String({ pattern: '^[1-9][0-9]{0,7}$' }) }),
    query: Type.Object({ index: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999 })) }),
    reply: Type.Object({ ctx: Type.String(), index: Type.Integer() }),
    errors: ['upload.token', 'upload.finished', 'upload.blockSize', 'upload.blockIndex', 'upload.cut'],
  },
  'POST /bytes/blocks/:id/mkfile/:size': {
    summary: 'Joins the blocks: the body is their ctx in order, comma-joined. Header upload-token',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    bodyLimit: maxContextsSize,
    params: Type.Object({ id: Id, size: Type.String({ pattern: '^[1-9][0-9]{0,15}$' }) }),
    reply: Stored,
    errors: [
      'upload.token',
      'upload.finished',
      'upload.wrongTotal',
      'upload.blockOrder',
      'upload.blockMissing',
      'upload.foreignBlock',
      'upload.blocksChanged',
    ],
  },
  'GET /bytes/:grant/master.m3u8': {
    summary: 'The qualities that can be played',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    params: Type.Object({ grant: Grant }),
    reply: Type.Any(),
    errors: ['grant.ended'],
  },
  'GET /bytes/:grant/:quality/:file': {
    summary: 'The playlist of a quality (index.m3u8) or one of its segments; ranges',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    params: Type.Object({
      grant: Grant,
      quality: Type.String({ pattern: '^(qvga|vga|hd|audio)$' }),
      file: Type.String({ pattern: '^(index\\.m3u8|s[0-9]{5,6}\\.ts)$' }),
    }),
    reply: Type.Any(),
    errors: ['grant.ended'],
  },
  'GET /bytes/:grant/preview': {
    summary: 'The PDF an office file is shown as; ranges. Where download is not allowed, in ranges of at most 1 MiB',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    params: Type.Object({ grant: Grant }),
    reply: Type.Any(),
    errors: ['grant.ended', 'upload.downloadNotAllowed'],
  },
  'GET /bytes/:grant/captions/:language': {
    summary: 'Captions as WebVTT',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    params: Type.Object({ grant: Grant, language: Type.String({ maxLength: 40 }) }),
    reply: Type.Any(),
    errors: ['grant.ended'],
  },
  'GET /bytes/player': {
    summary: 'The page in whose frame a film at an address of its own plays; the page around it says which',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    reply: Type.Any(),
  },
  'GET /packages/:door/*': {
    summary: 'A file of a package of lessons, and below -/ the page of ours that starts it; ranges. On the origin of packages alone',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    params: Type.Object({ door: Type.String({ maxLength: 100 }) }),
    reply: Type.Any(),
    errors: ['grant.ended', 'package.noWorker'],
  },
  'GET /bytes/:grant/file': {
    summary:
      'The file itself; ranges. Where download is not allowed only PDF and what the page draws, in ranges of at most 1 MiB, and images',
    may: 'visitor',
    scope: 'none',
    kind: 'bytes',
    params: Type.Object({ grant: Grant }),
    query: Type.Object({ download: Type.Optional(Type.Boolean()) }),
    reply: Type.Any(),
    errors: ['grant.ended', 'upload.downloadNotAllowed'],
  },
})
