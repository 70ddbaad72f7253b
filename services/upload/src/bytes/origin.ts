import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where the bytes door is, as the browser of this request reaches it. */
export const bytesOrigin = (
  { bytesOrigin: set, bytesPort }: Config,
  { protocol, hostname }: Pick<FastifyRequest, 'protocol' | 'hostname'>,
): string => set || `${protocol}://${hostname}:${bytesPort}`
