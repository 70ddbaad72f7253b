// Callers on the same machine or network: other parts of this installation, not browsers. A proxy names its caller in a header.
import type { FastifyRequest } from 'fastify'

/** From a private address, and not through a proxy. */
export function isNear({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const from = raw.socket.remoteAddress ?? ''
  const near = /^(::ffff:)?(127\.|10\.|192\.168\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/.test(
    from,
  )
  return near && !isForwarded(headers)
}

/** From this machine itself, under its own name: a page of elsewhere whose name leads here is none of it. */
export function isLocal({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const local = /^(::ffff:)?127\.|^::1$/.test(raw.socket.remoteAddress ?? '')
  return local && !isForwarded(headers) && /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
}

const isForwarded = (headers: FastifyRequest['headers']): boolean =>
  ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
