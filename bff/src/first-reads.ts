// What a page reads first, read for it while it is being opened: its code then has to ask for nothing before it can draw.
import type { Session } from '@lyceum/identity/sessions/api'
import { pathOf } from '@lyceum/kit/client'
import { behindHeader } from '@lyceum/kit/marks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { atOnce } from './outages.ts'

/** A call and its query; its parameters are those of the page's address. */
export type Read = [call: string, query?: Record<string, unknown>]
/** `of` holds, of each call, its input as the page's own client would give it, and the answer; all in one organisation. */
export type FirstReads = { org: string; of: [call: string, input: object, answer: unknown][] }

/** Milliseconds: what takes longer the page asks for itself, while it already says so. */
const patience = 250
const passedOn = ['cookie', 'host', 'accept-language', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

/** Each goes through the door as the browser's own call would, with the same limits and rights. What is refused is left to the page. */
export async function firstReads(
  app: FastifyInstance,
  request: FastifyRequest,
  { session, reads, params }: { session: Session; reads: Read[]; params: Record<string, string> },
): Promise<FirstReads | undefined> {
  const org = session.org_id
  if (!org || reads.length === 0) return undefined
  const headers: Record<string, string> = { 'request-scope': org }
  for (const name of passedOn) if (typeof request.headers[name] === 'string') headers[name] = request.headers[name]
  const of: FirstReads['of'] = []
  const read = async ([call, query]: Read) => {
    const mine = Object.fromEntries([...call.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, params[name] ?? '']))
    const input = { ...(Object.keys(mine).length > 0 && { params: mine }), ...(query && { query }) }
    const [, url] = pathOf(call, input)
    // while a database comes back, the page waits, not what opens it
    const answer = await atOnce(() => app.inject({ method: 'GET', url, headers, remoteAddress: request.socket.remoteAddress ?? '' }))
    if (answer.statusCode === 200 && answer.headers[behindHeader] === undefined) of.push([call, input, answer.json()])
  }
  const late = new AbortController()
  await Promise.race([Promise.allSettled(reads.map(read)), sleep(patience, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
  return { org, of: [...of] }
}
