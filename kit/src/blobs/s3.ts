// Blobs on an S3 server by the minio client. Bytes go as one streamed PUT to an address signed for ourselves: the client's own upload
// would hold whole parts in memory.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, CopyConditions } from 'minio'
import { Agent, request } from 'undici'
import { BlobChanged, BlobCut, BlobMissing, type Blobs, type Bytes, checkKey, type ListedBlob, PartsChanged, PartsGone } from './blobs.ts'
import { Problem, unavailable } from '../calls/errors.ts'
import { retryRead } from '../http/retry-read.ts'

export type S3 = {
  endpoint: string
  /** The endpoint for browsers, where it differs. */
  publicEndpoint?: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** false: browsers cannot reach the store, so it hands out no addresses. */
  direct?: boolean
}

/** Bytes of a part; S3 accepts none under 5 MiB. */
const partSize = 8 * 1024 * 1024
/** Validity of an address for our own request, seconds. */
const ownSeconds = 3600
const clientFor = ({ region, accessKey, secretKey }: S3, endpoint: string) => {
  const server = new URL(endpoint)
  return new Client({
    endPoint: server.hostname,
    port: Number(server.port) || (server.protocol === 'https:' ? 443 : 80),
    useSSL: server.protocol === 'https:',
    region,
    accessKey,
    secretKey,
    pathStyle: true,
  })
}
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
const isLost = (error: unknown) => /^(ECONN|EPIPE|EAI_AGAIN|UND_ERR_(SOCKET|CONNECT))/.test(codeOf(error))
const isMissing = (error: unknown) => ['NotFound', 'NoSuchKey'].includes(codeOf(error))

/** Runs `work`; an outage of the store becomes 503 `store.unavailable`. */
async function mapOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') throw error
    const code = codeOf(error)
    if (
      /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|UND_ERR_(SOCKET|CONNECT|HEADERS|BODY|CLOSED|DESTROYED))/.test(code) ||
      /InternalError|SlowDown|ServiceUnavailable/.test(code)
    ) {
      throw Object.assign(unavailable('store.unavailable', { retryAfter: 2 }), { cause: error })
    }
    throw error
  }
}

export async function s3Blobs(s3: S3): Promise<Blobs> {
  const { bucket } = s3
  const client = clientFor(s3, s3.endpoint)
  const browsers = s3.publicEndpoint ? clientFor(s3, s3.publicEndpoint) : client
  const agent = new Agent({ connections: 64, headersTimeout: 300_000, bodyTimeout: 120_000, connect: { timeout: 3000 } })
  await makeBucket(client, bucket)

  /** Streams a body of exactly `size` bytes; returns the etag. */
  async function send(url: string, body: Bytes, size: number, type?: string, tries = 5): Promise<string> {
    const counted =
      body instanceof Uint8Array
        ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
        : Readable.from(exactly(body, size), { objectMode: false })
    const answer = await mapOutage(() =>
      request(url, {
        method: 'PUT',
        dispatcher: agent,
        body: counted,
        headers: { 'content-length': String(size), ...(type && { 'content-type': type }) },
      }),
    ).catch((error) => {
      // undici wraps errors of the body
      for (let at = error; at; at = at.cause)
        if (at instanceof BlobCut || at.code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') throw new BlobCut()
      throw error
    })
    const text = await answer.body.text()
    if (answer.statusCode === 200) return String(answer.headers.etag).replaceAll('"', '')
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
    if (code === 'NoSuchUpload') throw new PartsGone()
    if (code === 'IncompleteBody') throw new BlobCut()
    if (answer.statusCode === 409 && body instanceof Uint8Array && tries > 1) {
      // a write or a removal beside it was under way: S3 asks to try again
      await sleep(50)
      return send(url, body, size, type, tries - 1)
    }
    // the bytes of a stream are gone: who has them sends them again
    if (answer.statusCode >= 500 || answer.statusCode === 409) throw unavailable('store.unavailable', { retryAfter: 2 })
    throw new Error(`the store answered ${answer.statusCode} ${code}`)
  }

  /** Removes the remains of a cut body, which versitygw keeps. */
  async function removeCut(key: string, size: number) {
    for (let look = 0; look < 3; look++) {
      const at = await client.statObject(bucket, key).catch(() => undefined)
      if (at && at.size !== size) return await client.removeObject(bucket, key)
      await sleep(100)
    }
  }

  async function* list(prefix: string): AsyncIterable<ListedBlob> {
    for await (const item of client.listObjectsV2(bucket, prefix, true)) {
      const { name, size, lastModified } = item as { name?: string; size: number; lastModified: Date }
      if (name) yield { key: name, size, at: lastModified }
    }
  }

  return {
    kind: 's3',
    partSize,
    list,
    ready: () =>
      mapOutage(async () => {
        if (!(await client.bucketExists(bucket))) throw new Error(`no bucket ${bucket}`)
      }),
    async put(key, body, { size, type }) {
      const url = await client.presignedUrl('PUT', bucket, checkKey(key), ownSeconds)
      const etag = await send(url, body, size, type).catch(async (error) => {
        await removeCut(key, size).catch(() => {})
        throw error
      })
      return { size, etag }
    },
    stat: (key) =>
      mapOutage(async () => {
        const at = await client.statObject(bucket, checkKey(key)).catch((error) => {
          if (isMissing(error)) return undefined
          throw error
        })
        return at && { size: at.size, etag: at.etag.replaceAll('"', '') }
      }),
    async read(key, { start, end, etag } = {}) {
      const url = await client.presignedUrl('GET', bucket, checkKey(key), ownSeconds)
      const range = start !== undefined || end !== undefined ? { range: `bytes=${start ?? 0}-${end ?? ''}` } : {}
      const headers = { ...range, ...(etag && { 'if-match': `"${etag}"` }) }
      const answer = await mapOutage(() => retryRead(() => request(url, { dispatcher: agent, headers }), isLost))
      if (answer.statusCode < 300) return answer.body
      await answer.body.dump()
      if (answer.statusCode === 404) throw new BlobMissing(key)
      if (answer.statusCode === 412) throw new BlobChanged(key)
      if (answer.statusCode >= 500) throw unavailable('store.unavailable', { retryAfter: 2 })
      throw new Error(`the store answered ${answer.statusCode} for ${key}`)
    },
    copy: (from, to, etag) =>
      mapOutage(async () => {
        const only = new CopyConditions()
        only.setMatchETag(etag)
        await client.copyObject(bucket, checkKey(to), `/${bucket}/${checkKey(from)}`, only).catch((error) => {
          if (isMissing(error)) throw new BlobMissing(from)
          if (codeOf(error) === 'PreconditionFailed') throw new BlobChanged(from)
          throw error
        })
        const at = await client.statObject(bucket, to)
        return { size: at.size, etag: at.etag.replaceAll('"', '') }
      }),
    remove: (keys) =>
      mapOutage(async () => {
        for (let at = 0; at < keys.length; at += 1000) await client.removeObjects(bucket, keys.slice(at, at + 1000))
      }),
    parts: {
      begin: (key, type) => mapOutage(() => client.initiateNewMultipartUpload(bucket, checkKey(key), type ? { 'content-type': type } : {})),
      async put(key, id, number, body, size) {
        const url = await client.presignedUrl('PUT', bucket, key, ownSeconds, { uploadId: id, partNumber: String(number) })
        return { number, etag: await send(url, body, size) }
      },
      complete: (key, id, parts) =>
        mapOutage(async () => {
          await client
            .completeMultipartUpload(
              bucket,
              key,
              id,
              parts.map(({ number, etag }) => ({ part: number, etag })),
            )
            .catch((error) => {
              if (codeOf(error) === 'NoSuchUpload') throw new PartsGone()
              if (['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'].includes(codeOf(error))) throw new PartsChanged()
              throw error
            })
        }),
      abort: (key, id) =>
        mapOutage(() =>
          client.abortMultipartUpload(bucket, key, id).catch((error) => {
            if (codeOf(error) !== 'NoSuchUpload') throw error
          }),
        ),
      async *stale(before) {
        for await (const item of client.listIncompleteUploads(bucket, '', true)) {
          const { key, uploadId, initiated } = item as { key?: string; uploadId?: string; initiated?: Date | string }
          if (key && uploadId && initiated && new Date(initiated) < before) yield { key, id: uploadId }
        }
      },
    },
    ...(s3.direct !== false && {
      signPut: (key, seconds) => browsers.presignedUrl('PUT', bucket, checkKey(key), seconds),
      signGet: (key, seconds, type) =>
        browsers.presignedUrl('GET', bucket, checkKey(key), seconds, type ? { 'response-content-type': type } : {}),
    }),
  }
}

async function* exactly(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    if (received > size) throw new BlobCut()
    yield chunk
  }
  if (received !== size) throw new BlobCut()
}

/** Signed addresses are the capability, so any page may use one: a redirect from our edge has the origin `null`. */
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
<AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><ExposeHeader>Content-Range</ExposeHeader><MaxAgeSeconds>7200</MaxAgeSeconds></CORSRule></CORSConfiguration>`

async function makeBucket(client: Client, bucket: string) {
  if (await client.bucketExists(bucket)) return
  await client.makeBucket(bucket).catch((error) => {
    if (!codeOf(error).startsWith('BucketAlready')) throw error
  })
  const { createHash } = await import('node:crypto')
  await client
    .makeRequestAsyncOmit(
      { method: 'PUT', bucketName: bucket, query: 'cors', headers: { 'Content-MD5': createHash('md5').update(cors).digest('base64') } },
      cors,
    )
    .catch((error) => {
      if (codeOf(error) !== 'NotImplemented') throw error
    })
}
