// Work that goes on for a person after their call: it makes the public calls through the BFF, by a session of kind job, so that rights, checks, limits
// and repetition are those of every call.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallFailed, type Client, createClient } from './client.ts'
import type { Table } from './contract.ts'
import { unauthorised } from './errors.ts'
import { NoResponse, type Transport, type TransportResponse } from './transport.ts'

/** To a call that `delegates`: the token of the session; in its answer: that it is used. */
export const delegationHeader = 'lyceum-delegation'

/** The token for calls that are made before the answer: its session ends with it. 401 where the call came without one. */
export function borrowDelegation(request: FastifyRequest): string {
  const token = request.headers[delegationHeader]
  if (typeof token !== 'string' || token === '') throw unauthorised()
  return token
}

/** The token that a call's work goes on with. The work keeps it in its row and empties it at its end. 401 where the call came without one. */
export function takeDelegation(request: FastifyRequest, reply: FastifyReply): string {
  const token = borrowDelegation(request)
  reply.header(delegationHeader, 'used')
  return token
}

/** The door of a process that no job goes through. */
export const closedDoor: Transport = {
  send: async () => {
    throw new NoResponse('refused')
  },
  close: async () => {},
}

/** Milliseconds that one call may take, and for which a call that gets no answer, 429 or 503 is made again. */
const patience = { call: 30_000, again: 120_000 }

/**
 * A client of the public calls with the session of a job. Reads and writes with an Idempotency-Key are made again while the other side is away, busy or
 * behind, with pauses; a refusal is thrown as CallFailed at once.
 */
export function delegatedClient<T extends Table>(
  door: Transport,
  { token, org, signal }: { token: string; org: string; signal?: AbortSignal },
): Client<T> {
  const send = async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const answer = await untilAnswered(
      () =>
        door.send({
          method,
          url,
          timeout: patience.call,
          headers: { ...(headers as Record<string, string>), authorization: `Job ${token}`, 'request-scope': org },
          ...(typeof body === 'string' && { body }),
        }),
      method === 'GET' || (headers as Record<string, string>)['idempotency-key'] !== undefined,
      signal,
    )
    return {
      ok: answer.status < 300,
      status: answer.status,
      headers: { get: (name: string) => (answer.headers[name] === undefined ? null : String(answer.headers[name])) },
      text: async () => answer.body.toString(),
    }
  }
  return createClient<T>({ base: '', fetch: send as unknown as typeof fetch })
}

async function untilAnswered(ask: () => Promise<TransportResponse>, repeatable: boolean, signal?: AbortSignal): Promise<TransportResponse> {
  const until = Date.now() + patience.again
  for (let pause = 250; ; pause = Math.min(2 * pause, 10_000)) {
    signal?.throwIfAborted()
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof NoResponse) return error
      throw error
    })
    const wait = pauseAfter(answer, pause)
    if (wait === undefined || !repeatable || Date.now() + wait > until) {
      if (answer instanceof NoResponse)
        throw new CallFailed(0, { code: 'connection', message: answer.message, params: {}, errors: {}, details: {}, request_id: '' })
      return answer
    }
    await sleep(wait, undefined, { signal })
  }
}

/** Milliseconds until the call is made again; undefined for an answer that will not change. */
function pauseAfter(answer: TransportResponse | NoResponse, pause: number): number | undefined {
  if (answer instanceof NoResponse) return pause
  if (answer.status !== 429 && answer.status !== 503 && !(answer.status === 409 && answer.body.includes('"idempotency.running"')))
    return undefined
  return Math.min(1000 * (Number(answer.headers['retry-after']) || 0) || pause, 60_000)
}
