// JSON logs with the request's id and trace id. No personal data, no secrets: such fields are removed wherever they appear.
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
