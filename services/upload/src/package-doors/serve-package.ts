// Replies with files of packages, on the origin of packages alone: one ranged read of the archive each, unpacked on the way.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { basename, join } from 'node:path'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { type HttpExchange, send } from '../bytes/serve.ts'
import type { Deps } from '../deps.ts'
import { blobArchive } from '../packages/blob-archive.ts'
import { type Door, openDoor } from './doors.ts'
import { entryBytes, hasRanges } from './entry-bytes.ts'
import { packageMediaOf } from './media.ts'
import { findPackageFile } from '../packages/package-row.ts'
import { foldedPath } from '../packages/paths.ts'

/** Our own pages of the package origin lie in the build's folder package-frame. */
const ourOwn = /^-\/([a-z0-9][a-z0-9.-]*)$/i

/** A package runs its scripts and frames itself; it reaches no other host, sends no form elsewhere, and only pages of ours frame it. */
const policy = ({ pages }: Door) =>
  [
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "connect-src 'self'",
    "form-action 'none'",
    `frame-ancestors 'self' ${pages}`,
  ].join('; ')

export async function servePackage(deps: Deps, doorText: string, path: string, http: HttpExchange): Promise<Readable | null> {
  const { request, reply } = http
  // a worker would stay on the origin, and answer for the packages that come after
  if (request.headers['service-worker'] !== undefined) throw forbidden('package.noWorker')
  const { door, row } = await openDoor(deps, doorText, request.hostname)
  reply.headers({
    'content-security-policy': policy(door),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': `private, max-age=${doorCacheSeconds}`,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  })
  const check = () => openDoor(deps, doorText, request.hostname)
  const [, own] = ourOwn.exec(path) ?? []
  if (own !== undefined) return await serveOwn(join(deps.config.webFolder, 'package-frame', own), http, check)
  const file = await findPackageFile(deps.db, row, foldedPath(path))
  if (!file) throw notFound('upload.file', path.slice(0, 200))
  reply.header('content-type', packageMediaOf(file.path))
  const archive = blobArchive(deps.blobs, { key: row.key, etag: row.etag!, size: Number(row.size) })
  const blob = { size: file.size, etag: `${file.crc.toString(16)}-${file.size}`, ranges: hasRanges(file) }
  return await send(http, blob, check, (range) => entryBytes(archive, file, range))
}

/** A door is checked each minute at the latest: so long a browser shows what it has. */
const doorCacheSeconds = 60

/** A file of the frame. `?clear`: it has found the storage of another package on the origin, and comes again without it. */
async function serveOwn(file: string, http: HttpExchange, check: () => Promise<unknown>): Promise<Readable | null> {
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes) throw notFound('upload.file', basename(file))
  const media = packageMediaOf(file)
  http.reply.header('content-type', media.startsWith('text/') ? `${media}; charset=utf-8` : media)
  if ((http.request.query as { clear?: unknown }).clear !== undefined)
    http.reply.headers({ 'clear-site-data': '"storage"', 'cache-control': 'no-store' })
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return await send(http, { size: bytes.length, etag }, check, async ({ start = 0, end = bytes.length - 1 }) =>
    Readable.from([bytes.subarray(start, end + 1)]),
  )
}
