// CORS and timeouts of the bytes listener: its origin differs from the pages' origin. There are no cookies: the right is in the request.
import type { FastifyInstance } from 'fastify'
import { notFound } from '@lyceum/kit/calls/errors'
import type { Config } from '../config.ts'
import { isPackageHost } from '../grants/package-origin.ts'

/** Milliseconds a connection may be silent. A large file on a slow line may take hours, but is never silent so long. */
const silence = 60_000

export function allowOrigins(app: FastifyInstance, config: Config) {
  const { pageOrigins } = config
  app.server.setTimeout(silence)
  const isAllowed = (origin: string, host: string) =>
    pageOrigins.length > 0 ? pageOrigins.includes(origin) : URL.canParse(origin) && new URL(origin).hostname === host
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    const isPackage = request.url.startsWith('/packages/')
    // what packages may not read is not there for them
    if (!isPackage && isPackageHost(config, request.hostname)) throw notFound('upload.file', '')
    reply.headers({
      vary: 'origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    })
    if (isPackage || !origin || !isAllowed(origin, request.hostname)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag, retry-after, x-request-id',
      'timing-allow-origin': origin,
    })
  })
  app.options('/bytes/*', async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, PUT, POST',
        'access-control-allow-headers': 'content-type, upload-token, range, if-range, if-none-match, x-request-id, traceparent',
        'access-control-max-age': '7200',
      })
      .send(),
  )
}
