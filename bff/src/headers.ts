// Security headers of every answer: content security policy, framing, referrer.
import { playerOrigins } from '@lyceum/upload/rows/link-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Films elsewhere play in frames of these origins. */
const players = Object.values(playerOrigins).join(' ')

/** The policy of pages and of answers without another one. `bytes`: the origins of files' bytes, for reading and sending; `packages`: after a space, those of packages. */
const ofPages = (bytes: string, packages: string) => ({
  'content-security-policy': [
    `default-src 'self'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${bytes}`,
    `media-src 'self' blob: ${bytes}`,
    `connect-src 'self' ${bytes}`,
    `font-src 'self' data:`,
    `worker-src 'self' blob:`,
    `frame-src 'self' ${bytes} ${players}${packages}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
})
// The other headers of pages say nothing about data and code, and would be a tenth of a first visit's weight.
/** Answers of calls load nothing, whoever opens them. */
const ofCalls = { 'content-security-policy': `default-src 'none'; frame-ancestors 'none'` }
/** Of the build's files a worker alone heeds the policy of its own script: it may load our code. */
const ofBuilt = { 'content-security-policy': `default-src 'self' 'wasm-unsafe-eval'` }

type Origins = {
  /** Those of files' bytes, for reading and sending. */
  bytes(request: FastifyRequest): string[]
  /** That of packages of lessons, if there is another one. */
  packages(request: FastifyRequest): string | undefined
}
export function securityHeaders(app: FastifyInstance, origins: Origins): void {
  const ofPage = (request: FastifyRequest) => {
    const packages = origins.packages(request)
    return ofPages(origins.bytes(request).join(' '), packages === undefined ? '' : ` ${packages}`)
  }
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request
    reply.headers({
      ...(url.startsWith('/api/') ? ofCalls : url.startsWith('/assets/') ? ofBuilt : ofPage(request)),
      'x-content-type-options': 'nosniff',
      ...(request.protocol === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
    })
  })
}
