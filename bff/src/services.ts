// The services behind the door: their tables, how they are reached, and what the BFF itself asks them.
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Table } from '@lyceum/kit/calls'
import { CallFailed, type Client, createClient } from '@lyceum/kit/client'
import { context } from '@lyceum/kit/context'
import { Problem, unavailable } from '@lyceum/kit/errors'
import { deadlineHeader } from '@lyceum/kit/marks'
import type { ActorKeys } from '@lyceum/kit/actor'
import { type Answered, type Transport, Unanswered } from '@lyceum/kit/transport'
import { mayGoAgain, pauseBefore, tries } from './retries.ts'

export type ServiceBehind = { name: string; contracts: Table; transport: Transport }

/** A screen's main part, milliseconds; a side part has a fifth of it. */
const mainPart = 5000

/** A typed client of one service that asks as the BFF, for nobody. Throws the service's own refusals, 503 when no answer comes. */
export function internalClient<T extends Table>(service: ServiceBehind, keys: ActorKeys): Client<T> {
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
    const deadline = Date.now() + mainPart
    const asked = async () =>
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
    // what only reads or ends may go again when no answer came, as calls from outside do
    const answer = await untilAnswered(asked, { again: method === 'GET' || method === 'DELETE', deadline })
    // the part of a Response that the client reads; a real one costs more than the rest of the way
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

async function untilAnswered(asked: () => Promise<Answered>, { again, deadline }: { again: boolean; deadline: number }): Promise<Answered> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await asked()
    } catch (error) {
      const last = !again || attempt === tries || deadline - Date.now() < 500
      if (!(error instanceof Unanswered) || !mayGoAgain(error, { attempt, last })) throw error
      await sleep(Math.min(pauseBefore(attempt), Math.max(0, deadline - Date.now())))
    }
  }
}

export type Identity = Client<typeof identityContracts>

function asProblem(error: unknown): unknown {
  if (!(error instanceof CallFailed)) return error instanceof Unanswered ? unavailable('service.unavailable') : error
  const { status, problem, retryAfter } = error
  if (status === 0 || status >= 500) return unavailable(status === 503 ? problem.code : 'service.unavailable', { retryAfter })
  return new Problem(status, problem.code, {
    message: problem.message,
    params: problem.params,
    fields: problem.details,
    ...(retryAfter && { headers: { 'retry-after': String(retryAfter) } }),
  })
}
