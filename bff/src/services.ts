// The services behind the BFF: their contract tables, their transports, and a client for the BFF's own calls.
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Table } from '@lyceum/kit/calls/contract'
import { CallFailed, type Client, createClient } from '@lyceum/kit/calls/client'
import { context } from '@lyceum/kit/calls/context'
import { type ErrorCode, type Fields, Problem, unavailable } from '@lyceum/kit/calls/errors'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import type { ActorKeys } from '@lyceum/kit/calls/actor'
import { type TransportResponse, type Transport, NoResponse } from '@lyceum/kit/calls/transport'
import { mayGoAgain, pauseBefore, tries } from './retries.ts'

export type ServiceBehind = { name: string; contracts: Table; transport: Transport }

/** Milliseconds for the main part of a screen; a side part has a fifth of it. */
const mainPart = 5000

/** A typed client of one service whose actor is the BFF itself, no person. Throws the service's problems, 503 without an answer. */
export function internalClient<T extends Table>(service: ServiceBehind, keys: ActorKeys, patience = mainPart): Client<T> {
  let minted: { token: Promise<string>; until: number } | undefined
  /** Signing costs more than most calls do; a token holds for 60 s. */
  const nobody = () => {
    if (minted && minted.until > Date.now()) return minted.token
    const token = keys.sign({ kind: 'job', person: '', org: '', roles: [], session: '' })
    minted = { token, until: Date.now() + 30_000 }
    token.catch(() => {
      minted = undefined
    })
    return token
  }
  const send = (async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const deadline = Date.now() + patience
    const readFirst = async () =>
      service.transport.send({
        method,
        url,
        timeout: Math.max(1, deadline - Date.now()),
        ...(typeof body === 'string' && { body }),
        headers: {
          ...(headers as Record<string, string>),
          authorization: `Bearer ${await nobody()}`,
          [deadlineHeader]: String(deadline),
          'x-request-id': context()?.requestId ?? '',
        },
      })
    // reads and deletions are tried again without an answer, as forwarded calls are
    const answer = await untilAnswered(readFirst, { again: method === 'GET' || method === 'DELETE', deadline })
    // only the fields of a Response that the client reads; a real one costs more than the rest of the call
    return {
      ok: answer.status < 300,
      status: answer.status,
      headers: { get: (name: string) => (answer.headers[name] === undefined ? null : String(answer.headers[name])) },
      text: async () => answer.body.toString(),
    }
  }) as unknown as typeof fetch
  const client = createClient<T>({ base: '', fetch: send })
  return (async (...asked: Parameters<typeof client>) => {
    try {
      return await client(...asked)
    } catch (error) {
      throw asProblem(error)
    }
  }) as Client<T>
}

async function untilAnswered(
  asked: () => Promise<TransportResponse>,
  { again, deadline }: { again: boolean; deadline: number },
): Promise<TransportResponse> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await asked()
    } catch (error) {
      const last = !again || attempt === tries || deadline - Date.now() < 500
      if (!(error instanceof NoResponse) || !mayGoAgain(error, { attempt, last })) throw error
      await sleep(Math.min(pauseBefore(attempt), Math.max(0, deadline - Date.now())))
    }
  }
}

export type Identity = Client<typeof identityContracts>

function asProblem(error: unknown): unknown {
  if (!(error instanceof CallFailed)) return error instanceof NoResponse ? unavailable('service.unavailable') : error
  const { status, problem, retryAfter } = error
  if (status === 0 || status >= 500)
    return unavailable(status === 503 ? (problem.code as ErrorCode) : 'service.unavailable', { retryAfter })
  return new Problem(status, problem.code as ErrorCode, {
    message: problem.message,
    params: problem.params,
    fields: problem.details as Fields,
    ...(retryAfter && { headers: { 'retry-after': String(retryAfter) } }),
  })
}
