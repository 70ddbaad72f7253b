// Replies with bytes: playlists and segments of recordings, ranges of files. A reply ends with its grant.
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StoredBlob } from '@lyceum/kit/blobs/blobs'
import { forbidden, notFound, refused } from '@lyceum/kit/calls/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readVtt } from '../captions/captions.ts'
import type { Deps, OpenGrant } from '../deps.ts'
import { isConvertedPicture, mediaOf } from '../rows/contents.ts'
import { extensionOf } from '../rows/names.ts'
import { drawnFormatOf } from '../rows/view-kinds.ts'
import { findRow, type Row } from '../rows/rows.ts'
import { strippedCopy } from '../stripping/copies.ts'
import { segmentSeconds } from '../transcoding/renditions.ts'
import type { Grant } from '../../mirror/grant.ts'
import { endWithGrant } from './end-with-grant.ts'
import { shownId } from './open-grant.ts'
import { rangeOf } from './ranges.ts'

export type HttpExchange = { request: FastifyRequest; reply: FastifyReply }
/** Seconds that a signed address of the store holds. */
const storeSeconds = 60
/** Bytes of one reply at most, without the right to the whole file. */
export const pieceSize = 1024 * 1024
const playlist = 'application/vnd.apple.mpegurl'

/** `file`: master.m3u8, <quality>/index.m3u8 or a segment. Playlists are relative, so one grant opens all files in them. */
export async function serveHls(
  { blobs, config, recordServed }: Deps,
  open: OpenGrant,
  grantText: string,
  file: string,
  http: HttpExchange,
): Promise<Readable | null> {
  const { row, grant } = await open(grantText)
  if (!row.hls || !row.playable) throw notFound('upload.playlist', shownId(grant))
  const key = `${row.hls}/${file}`
  const isPlaylist = file.endsWith('.m3u8')
  const seconds = isPlaylist ? undefined : secondsOf(file)
  // nothing that a guest watches counts
  const record = () => seconds && grant.person && http.request.method === 'GET' && recordServed(grant.person, row.id, seconds)
  if (!isPlaylist && blobs.signGet && grant.alias === undefined) {
    // the store serves the segment: a request for all of it counts as served
    if (isForWholeSegment(http.request)) record()
    http.reply.code(302).headers({ location: await blobs.signGet(key, storeSeconds, 'video/mp2t'), 'cache-control': 'no-store' })
    return null
  }
  const blob = await blobs.stat(key)
  if (!blob) throw notFound('upload.segment', file)
  // revalidated each time: a cache must not outlive the session
  http.reply.headers({
    'content-type': isPlaylist ? playlist : 'video/mp2t',
    'cache-control': isPlaylist ? 'no-store' : 'private, no-cache',
  })
  return await send(
    http,
    shownBlob(config, grant, blob),
    () => open(grantText),
    async (range) => {
      const { start = 0, end = blob.size - 1 } = range
      if (start === 0 && end === blob.size - 1) http.reply.raw.once('finish', record)
      return await blobs.read(key, range)
    },
  )
}

/** The tag of a file under an alias is of that alias too: one file that two works have has two, and the store's own is that of its bytes. */
const shownBlob = ({ grantKeys }: Deps['config'], { alias }: Grant, { size, etag }: StoredBlob): StoredBlob => ({
  size,
  etag: alias === undefined ? etag : createHmac('sha256', grantKeys[0]!).update(`etag ${alias} ${etag}`).digest('base64url').slice(0, 22),
})

const isForWholeSegment = ({ headers }: FastifyRequest) =>
  headers['if-none-match'] === undefined && (headers.range === undefined || /^bytes=0-$/.test(headers.range))

/** The seconds of the recording in a segment: `hd/s00012.ts`. */
function secondsOf(file: string): [number, number] {
  const nth = Number(/s(\d+)\.ts$/.exec(file)?.[1] ?? 0)
  return [nth * segmentSeconds, (nth + 1) * segmentSeconds]
}

type Content = Pick<StoredBlob, 'size' | 'etag'> & { key: string; media: string; ending?: string }

/** The bytes that are served as the file: its own, a copy without properties, or the JPEG of a picture that browsers do not draw. */
async function contentOf(deps: Deps, cached: Row, grant: Grant, download: boolean): Promise<Content> {
  // its JPEG may have been made since the row was cached
  const row = (isConvertedPicture(cached) && (await findRow(deps.client, cached.id))) || cached
  const jpeg = { media: 'image/jpeg', ending: 'jpg' }
  const own = { key: row.key, size: Number(row.size), etag: row.etag ?? '', media: mediaOf(row) }
  if (grant.stripped) return { ...own, ...(await strippedCopy(deps, row, 'file')), ...(isConvertedPicture(row) && jpeg) }
  const key = !download && isConvertedPicture(row) && row.previewStatus === 'ready' ? row.previewKey : null
  const converted = key ? await deps.blobs.stat(key) : undefined
  return key && converted ? { ...converted, ...jpeg, key } : own
}

/** The file itself. Without the right to the whole file: PDF and drawn files in pieces of at most 1 MiB and images, else 403. */
export async function serveFile(
  deps: Deps,
  open: OpenGrant,
  grantText: string,
  download: boolean,
  http: HttpExchange,
): Promise<Readable | null> {
  const { blobs, config } = deps
  const { row, grant } = await open(grantText)
  if (!row.etag || !row.storedAt || row.isFolder) throw notFound('upload.file', shownId(grant))
  const { key, media, ending, ...blob } = await contentOf(deps, row, grant, download)
  const shown = shownBlob(config, grant, blob)
  if (!grant.file) checkPiece(config, row, shown, download, http.request)
  const name = grant.name ?? row.name
  const fileName = ending === undefined ? name : `${name.replace(/\.[^.]*$/, '')}.${ending}`
  http.reply.headers({
    'content-type': media.startsWith('text/') ? `${media}; charset=utf-8` : media,
    'content-disposition': `${download || media === 'application/octet-stream' ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}`,
    'content-security-policy': "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; media-src 'self'",
    'cache-control': 'private, no-cache',
  })
  return await send(
    http,
    shown,
    () => open(grantText),
    (range) => blobs.read(key, { ...range, etag: blob.etag }),
  )
}

/** The PDF preview of an office file. */
export async function servePreview(deps: Deps, open: OpenGrant, grantText: string, http: HttpExchange): Promise<Readable | null> {
  const { blobs, config } = deps
  const { row, grant } = await open(grantText)
  const own = row.previewKey && row.previewStatus === 'ready' ? await blobs.stat(row.previewKey) : undefined
  if (!row.previewKey || !own) throw notFound('upload.preview', shownId(grant))
  const copy = grant.stripped ? await strippedCopy(deps, row, 'preview') : undefined
  const [key, blob] = copy ? [copy.key, copy] : [row.previewKey, own]
  const shown = shownBlob(config, grant, blob)
  if (!grant.file) checkRange(shown, http.request)
  http.reply.headers({ 'content-type': 'application/pdf', 'content-security-policy': 'sandbox', 'cache-control': 'private, no-cache' })
  return await send(
    http,
    shown,
    () => open(grantText),
    (range) => blobs.read(key, { ...range, etag: blob.etag }),
  )
}

export async function serveCaptions(
  { client }: Deps,
  open: OpenGrant,
  grantText: string,
  language: string,
  { request, reply }: HttpExchange,
) {
  const { row } = await open(grantText)
  const bytes = Buffer.from(await readVtt(client, row.id, language))
  reply.headers({ 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache', 'content-length': bytes.length })
  return request.method === 'HEAD' ? null : Readable.from([bytes])
}

const downloadRefused = () => forbidden('upload.downloadNotAllowed')

function checkPiece(
  config: Deps['config'],
  row: Row,
  stored: Pick<StoredBlob, 'size' | 'etag'>,
  download: boolean,
  request: FastifyRequest,
) {
  const isShownFromFile = row.type === 'image' || extensionOf(row.name) === 'pdf' || drawnFormatOf(config, row) !== undefined
  if (download || !isShownFromFile) throw downloadRefused()
  if (row.type !== 'image') checkRange(stored, request)
}

/** Allows one piece per request, so that no address serves the whole file. 403 upload.downloadNotAllowed. */
function checkRange(stored: Pick<StoredBlob, 'size' | 'etag'>, request: FastifyRequest) {
  if (request.method === 'HEAD') return
  const range = requestedRange(request, stored)
  if (range === 'none') return
  if (!range || range.end - range.start >= pieceSize) throw downloadRefused()
}

/** The requested range; undefined: the whole file, also when If-Range names another version. */
function requestedRange({ headers }: FastifyRequest, { size, etag }: Pick<StoredBlob, 'size' | 'etag'>) {
  const condition = headers['if-range']
  return condition === undefined || condition === `"${etag}"` ? rangeOf(headers.range, size) : undefined
}

/** Sends the bytes, or the range that is asked for; 304 for those that the browser has. Without `ranges` all of them whatever is asked for. */
export async function send(
  { request, reply }: HttpExchange,
  { size, etag, ranges = true }: StoredBlob & { ranges?: boolean },
  check: () => Promise<unknown>,
  read: (range: { start?: number; end?: number }) => Promise<Readable>,
): Promise<Readable | null> {
  const tag = `"${etag}"`
  reply.headers({ etag: tag, 'accept-ranges': ranges ? 'bytes' : 'none' })
  if (request.headers['if-none-match'] === tag) {
    reply.code(304)
    return null
  }
  const range = ranges ? requestedRange(request, { size, etag }) : undefined
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw refused(416, 'range.notThere', { size })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return request.method === 'HEAD' ? null : endWithGrant(await read(range ?? {}), check)
}
