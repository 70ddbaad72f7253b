// JSON logs with the request's id and trace id. No personal data, no secrets: such fields are removed wherever they appear.
import { format } from 'node:util'
import { pino, type Logger } from 'pino'
import { context } from '../calls/context.ts'

export type Log = Logger

const secret = ['password', 'token', 'cookie', 'authorization', 'grant', 'access_code', 'secret', 'email', 'name']

export const createLog = ({ level = 'info', service }: { level?: string; service: string }): Log =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]), remove: true },
    mixin: () => {
      const current = context()
      if (!current) return {}
      const trace = current.traceparent?.split('-')[1]
      return { request_id: current.requestId, ...(trace && { trace_id: trace }) }
    },
  })

/** Writes warnings of libraries to the log: ioredis prints its own as bare text. Returns a function that ends it. */
export function logWarnings(log: Pick<Log, 'warn'>): () => void {
  const before = console.warn
  console.warn = (...words: unknown[]) => log.warn(format(...words))
  return () => {
    console.warn = before
  }
}
