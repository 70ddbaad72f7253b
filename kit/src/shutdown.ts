// How one app ends: what still comes is answered 503, what is under way has some time, the rest is cut off, and the port closes last.
import type { ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { unavailable } from './errors.ts'

export type Shutdown = {
  /** Aborted once nothing new is taken. Live streams end with it. */
  refusing: AbortSignal
  /** Aborted when the time of what is under way is over: bodies still being received fail with its reason. */
  cut: AbortSignal
  refuse(): void
  cutOff(): void
  answering(response: ServerResponse): void
  answered(response: ServerResponse): void
  /** Answers that are not out; refusals of what came late are not among them. */
  underWay: Set<ServerResponse>
}

/** Nothing was done: the same call may be sent again, here or elsewhere. */
export const stopping = () => unavailable('stopping', { retryAfter: 2 })

export function newShutdown(): Shutdown {
  const refusing = new AbortController()
  const cut = new AbortController()
  const open = new Set<ServerResponse>()
  return {
    refusing: refusing.signal,
    cut: cut.signal,
    refuse: () => refusing.abort(new Error('this process is stopping')),
    cutOff: () => cut.abort(stopping()),
    answering(response) {
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    answered: (response) => void open.delete(response),
    underWay: open,
  }
}

const defaultGrace = 5000
/** Milliseconds for the refusals of what was cut off. */
const lastAnswers = 1000
/** Milliseconds after which connections without a call (a browser opens some ahead) do not hold the port any more. */
const idle = 2500

/** From now on whatever comes is answered 503 `stopping`. Resolves when nothing is under way any more, at most `grace` ms and a second later. */
export async function drain(app: FastifyInstance, grace = defaultGrace): Promise<void> {
  const { shutdown } = app
  shutdown.refuse()
  if (await quiet(shutdown, grace)) return
  shutdown.cutOff()
  if (!(await quiet(shutdown, lastAnswers))) for (const response of shutdown.underWay) response.destroy()
}

async function quiet(shutdown: Shutdown, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; shutdown.underWay.size > 0; await sleep(20)) if (Date.now() > until) return false
  return true
}

/** Closes the port of an app that was drained: when those have been let in who already stood before it, and answers to them are out. */
export async function close(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), idle)
  await turn()
  await new Promise((closed) => app.server.close(closed))
  clearTimeout(timer)
  await app.close()
}
