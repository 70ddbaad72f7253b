// Security headers of every answer: content security policy, framing, referrer.
import { playerOrigins } from '@lyceum/upload/links/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Films elsewhere play in frames of these origins. */
const players = Object.values(playerOrigins).join(' ')

/** `origins`: the origins of files' bytes, for reading and sending. */
export function securityHeaders(app: FastifyInstance, origins: (request: FastifyRequest) => string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const bytes = origins(request).join(' ')
    reply.headers({
      'content-security-policy': [
        `default-src 'self'`,
        `script-src 'self' 'wasm-unsafe-eval'`,
        `style-src 'self' 'unsafe-inline'`,
        `img-src 'self' data: blob: ${bytes}`,
        `media-src 'self' blob: ${bytes}`,
        `connect-src 'self' ${bytes}`,
        `font-src 'self' data:`,
        `worker-src 'self' blob:`,
        `frame-src 'self' ${bytes} ${players}`,
        `object-src 'none'`,
        `base-uri 'none'`,
        `form-action 'self'`,
        `frame-ancestors 'self'`,
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...(request.protocol === 'https' && { 'strict-transport-security': 'max-age=31536000' }),
    })
  })
}
