// Callers on the same machine or network: other parts of this installation, not browsers.
import type { FastifyRequest } from 'fastify'

/** From a private address, and not through a proxy, which names its caller. */
export function isNear({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const from = raw.socket.remoteAddress ?? ''
  const near = /^(::ffff:)?(127\.|10\.|192\.168\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/.test(
    from,
  )
  return near && headers['x-forwarded-for'] === undefined
}
