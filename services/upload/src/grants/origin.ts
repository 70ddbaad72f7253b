// The origin of the bytes listener.
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The origin of the bytes listener for the browser of this request. */
export const bytesOrigin = (
  { bytesOrigin: configured, bytesPort }: Config,
  { protocol, hostname }: Pick<FastifyRequest, 'protocol' | 'hostname'>,
): string => configured || `${protocol}://${hostname}:${bytesPort}`
