// Bytes going out: playlists and segments of what is played, ranges of what is read. What goes out ends with its grant.
import { Readable } from 'node:stream'
import type { Stored } from '@lyceum/kit/blobs'
import { forbidden, notFound, refused } from '@lyceum/kit/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { vttOf } from '../captions/captions.ts'
import type { Deps, Opening } from '../deps.ts'
import { kindOf } from '../uploads/kinds.ts'
import { extensionOf } from '../uploads/names.ts'
import type { Row } from '../uploads/rows.ts'
import { segmentSeconds } from '../transcoding/renditions.ts'
import { guarded } from './guarded.ts'
import { rangeOf } from './ranges.ts'

type Asked = { request: FastifyRequest; reply: FastifyReply }
/** Seconds an address of the store itself holds. */
const storeSeconds = 60
/** The most of a file that one request gives where the whole may not be had. */
export const pieceSize = 1024 * 1024
const playlist = 'application/vnd.apple.mpegurl'

/** `file`: master.m3u8, <quality>/index.m3u8 or a segment. Playlists are relative, so a grant opens all that they name. */
export async function servePlayed(
  { blobs, recordServed }: Deps,
  open: Opening,
  given: string,
  file: string,
  asked: Asked,
): Promise<Readable | null> {
  const { row, grant } = await open(given)
  if (!row.hls || !row.playable) throw notFound('upload.playlist', row.id)
  const key = `${row.hls}/${file}`
  const isPlaylist = file.endsWith('.m3u8')
  const seconds = isPlaylist ? undefined : secondsOf(file)
  const record = () => seconds && asked.request.method === 'GET' && recordServed(grant.person, row.id, seconds)
  if (!isPlaylist && blobs.signGet) {
    // whether the store is then really asked is not seen here, only that the whole segment was
    if (asksForWhole(asked.request)) record()
    asked.reply.code(302).headers({ location: await blobs.signGet(key, storeSeconds, 'video/mp2t'), 'cache-control': 'no-store' })
    return null
  }
  const found = await blobs.stat(key)
  if (!found) throw notFound('upload.segment', file)
  // asked again each time: a cache must not outlive the session
  asked.reply.headers({
    'content-type': isPlaylist ? playlist : 'video/mp2t',
    'cache-control': isPlaylist ? 'no-store' : 'private, no-cache',
  })
  return await send(
    asked,
    found,
    () => open(given),
    async (range) => {
      const { start = 0, end = found.size - 1 } = range
      if (start === 0 && end === found.size - 1) asked.reply.raw.once('finish', record)
      return await blobs.read(key, range)
    },
  )
}

const asksForWhole = ({ headers }: FastifyRequest) =>
  headers['if-none-match'] === undefined && (headers.range === undefined || /^bytes=0-$/.test(headers.range))

/** What a segment holds of the recording: `hd/s00012.ts`. */
function secondsOf(file: string): [number, number] {
  const nth = Number(/s(\d+)\.ts$/.exec(file)?.[1] ?? 0)
  return [nth * segmentSeconds, (nth + 1) * segmentSeconds]
}

/** The file itself. Where the grant gives no whole file: PDF in pieces of at most 1 MiB, images; nothing of the rest. */
export async function serveFile({ blobs }: Deps, open: Opening, given: string, download: boolean, asked: Asked): Promise<Readable | null> {
  const { row, grant } = await open(given)
  if (!row.etag || !row.storedAt || row.isFolder) throw notFound('upload.file', row.id)
  const size = Number(row.size)
  if (!grant.file) checkPiece(row, { size, etag: row.etag }, download, asked.request)
  const { media = 'application/octet-stream' } = kindOf(extensionOf(row.name)) ?? {}
  asked.reply.headers({
    'content-type': media.startsWith('text/') ? `${media}; charset=utf-8` : media,
    'content-disposition': `${download || media === 'application/octet-stream' ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(row.name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`,
    'content-security-policy': "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; media-src 'self'",
    'cache-control': 'private, no-cache',
  })
  return await send(
    asked,
    { size, etag: row.etag },
    () => open(given),
    (range) => blobs.read(row.key, { ...range, etag: row.etag ?? undefined }),
  )
}

/** The PDF that was made of an office file. */
export async function servePreview({ blobs }: Deps, open: Opening, given: string, asked: Asked): Promise<Readable | null> {
  const { row, grant } = await open(given)
  const found = row.previewKey && row.previewStatus === 'ready' ? await blobs.stat(row.previewKey) : undefined
  if (!row.previewKey || !found) throw notFound('upload.preview', row.id)
  if (!grant.file) checkRange(found, asked.request)
  const key = row.previewKey
  asked.reply.headers({ 'content-type': 'application/pdf', 'content-security-policy': 'sandbox', 'cache-control': 'private, no-cache' })
  return await send(
    asked,
    found,
    () => open(given),
    (range) => blobs.read(key, { ...range, etag: found.etag }),
  )
}

export async function serveCaptions({ client }: Deps, open: Opening, given: string, language: string, { request, reply }: Asked) {
  const { row } = await open(given)
  const bytes = Buffer.from(await vttOf(client, row.id, language))
  reply.headers({ 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache', 'content-length': bytes.length })
  return request.method === 'HEAD' ? null : Readable.from([bytes])
}

const refuse = () => forbidden('upload.downloadNotAllowed')

function checkPiece(row: Row, stored: Pick<Stored, 'size' | 'etag'>, download: boolean, request: FastifyRequest) {
  if (download || !(row.type === 'image' || extensionOf(row.name) === 'pdf')) throw refuse()
  if (row.type !== 'image') checkRange(stored, request)
}

/** A piece at a time, so that no address gives all of it. */
function checkRange(stored: Pick<Stored, 'size' | 'etag'>, request: FastifyRequest) {
  if (request.method === 'HEAD') return
  const range = askedRange(request, stored)
  if (range === 'none') return
  if (!range || range.end - range.start >= pieceSize) throw refuse()
}

/** undefined: the whole, also where the range was asked of something that has changed since. */
function askedRange({ headers }: FastifyRequest, { size, etag }: Pick<Stored, 'size' | 'etag'>) {
  const condition = headers['if-range']
  return condition === undefined || condition === `"${etag}"` ? rangeOf(headers.range, size) : undefined
}

async function send(
  { request, reply }: Asked,
  { size, etag }: Stored,
  holds: () => Promise<unknown>,
  read: (range: { start?: number; end?: number }) => Promise<Readable>,
): Promise<Readable | null> {
  const tag = `"${etag}"`
  reply.headers({ etag: tag, 'accept-ranges': 'bytes' })
  if (request.headers['if-none-match'] === tag) {
    reply.code(304)
    return null
  }
  const range = askedRange(request, { size, etag })
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw refused(416, 'range.notThere', { size })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return request.method === 'HEAD' ? null : guarded(await read(range ?? {}), holds)
}
