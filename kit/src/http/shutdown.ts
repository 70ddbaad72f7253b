// Shutdown of one app: new requests are answered 503, open ones get a grace period, later ones are aborted, and the port closes last.
import type { ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../calls/errors.ts'

export type Shutdown = {
  /** Aborted when new requests begin to be refused. Event streams end with it. */
  requestsRefused: AbortSignal
  /** Aborted after the grace period: bodies that still arrive fail with its reason. */
  requestsAborted: AbortSignal
  /** True when the app answers no request any more. */
  closed: boolean
  refuseRequests(): void
  abortRequests(): void
  trackResponse(response: ServerResponse): void
  responseSent(response: ServerResponse): void
  /** Responses that are not yet sent, without the refusals of new requests. */
  pendingResponses: Set<ServerResponse>
}

/** 503 `stopping`: nothing was done, and the same call may be sent again, to this or another replica. */
export const stoppingProblem = () => unavailable('stopping', { retryAfter: 2 })

export function newShutdown(): Shutdown {
  const refusing = new AbortController()
  const aborting = new AbortController()
  const open = new Set<ServerResponse>()
  return {
    requestsRefused: refusing.signal,
    requestsAborted: aborting.signal,
    closed: false,
    refuseRequests: () => refusing.abort(new Error('this process is stopping')),
    abortRequests: () => aborting.abort(stoppingProblem()),
    trackResponse(response) {
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    responseSent: (response) => void open.delete(response),
    pendingResponses: open,
  }
}

const defaultGrace = 5000
/** Milliseconds for the answers of aborted requests. */
const abortGrace = 1000
/** Milliseconds after which connections without a call (a browser opens some ahead) are closed. */
const idleTimeout = 2500

/** Refuses new requests with 503 `stopping`. Resolves when no response is pending, at most `grace` ms and a second later. */
export async function finishRequests(app: FastifyInstance, grace = defaultGrace): Promise<void> {
  const { shutdown } = app
  shutdown.refuseRequests()
  if (await waitForResponses(shutdown, grace)) return
  shutdown.abortRequests()
  if (!(await waitForResponses(shutdown, abortGrace))) for (const response of shutdown.pendingResponses) response.destroy()
}

async function waitForResponses(shutdown: Shutdown, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; shutdown.pendingResponses.size > 0; await sleep(20)) if (Date.now() > until) return false
  return true
}

/** Closes the port of an app after finishRequests: connections that were already waiting are accepted and answered first. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), idleTimeout)
  await turn()
  await new Promise((closed) => app.server.close(closed))
  clearTimeout(timer)
  await app.close()
}
