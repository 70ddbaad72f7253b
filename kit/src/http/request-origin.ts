// Origin of a request behind the BFF, from its x-forwarded headers.
import type { FastifyRequest } from 'fastify'

/** Host, address and scheme of the caller as the BFF passes them on. */
export const requestOrigin = ({ headers }: FastifyRequest) => ({
  host: text(headers['x-forwarded-host']),
  address: text(headers['x-forwarded-for']).slice(0, 64),
  protocol: text(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http',
})
const text = (header: string | string[] | undefined) => (Array.isArray(header) ? (header[0] ?? '') : (header ?? ''))
