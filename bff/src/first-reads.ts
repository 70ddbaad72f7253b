// First reads: the calls of a page that the BFF makes while it sends the HTML, so that the page draws without a further round trip.
import { methodAndPath } from '@lyceum/kit/calls/contract'
import { pathOf } from '@lyceum/kit/calls/client'
import { behindHeader, deadlineHeader } from '@lyceum/kit/facts/marks'
import type { FastifyRequest } from 'fastify'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import type { ServiceBehind } from './services.ts'
import type { Known } from './sessions.ts'

/** A call and its query; its parameters are those of the page's address. */
export type Read = [call: string, query?: Record<string, unknown>]
/** `input` as the page's own client would give it, `body` the JSON as the service wrote it. */
export type FirstAnswer = { call: string; input: object; body: string }
/** Answers in one organisation. */
export type FirstAnswers = { org: string; of: FirstAnswer[] }
/** Never rejects: a read that is refused, behind or late is left to the page. */
export type Reading = {
  all: Promise<FirstAnswers>
  /** The answer of one read, before the others have answered; undefined where it is left to the page. */
  bodyOf(call: string): Promise<string | undefined>
}
/** undefined without reads. */
export type FirstReads = (
  request: FastifyRequest,
  known: Known,
  page: { reads: Read[]; params: Record<string, string> },
) => Reading | undefined

type Means = Pick<Forwarding, 'address' | 'limit' | 'marks' | 'tokenOf'> & { services: ServiceBehind[] }

/** Milliseconds; slower reads are left to the page, which meanwhile shows that it loads. */
const patience = 250
const passedOn = ['accept-language', 'traceparent']

/** Calls the services directly as the person of the session: they check its rights, and each read counts towards the session's limit. */
export function firstReads({ services, limit, ...forwarding }: Means): FirstReads {
  const owners = new Map(services.flatMap((service) => Object.keys(service.contracts).map((call) => [call, service] as const)))
  return (request, known, { reads, params }) => {
    const org = known.session.org_id
    if (!org || reads.length === 0) return undefined
    const deadline = Date.now() + patience
    const headers = headersOf(request, forwarding)
    for (const name of passedOn) if (typeof request.headers[name] === 'string') headers[name] = request.headers[name]
    const ready = actorHeaders(headers, { org, known }, forwarding)
    ready.catch(() => {}) // each read awaits it, unless the limit refuses the read first
    const of: FirstAnswer[] = []
    const read = async ([call, query]: Read) => {
      const [method, path] = methodAndPath(call)
      const owner = owners.get(call)
      if (!owner || method !== 'GET' || !path.startsWith('/api/')) return
      const own = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, params[name] ?? '']))
      const input = { ...(Object.keys(own).length > 0 && { params: own }), ...(query && { query }) }
      await limit(request, known.session.id)
      const answer = await owner.transport.send({
        method,
        url: pathOf(call, input)[1],
        headers: { ...(await ready), [deadlineHeader]: String(deadline) },
        timeout: patience,
      })
      if (answer.status === 200 && answer.headers[behindHeader] === undefined) of.push({ call, input, body: answer.body.toString() })
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    const answering = reads.map((one) => [one[0], read(one).catch(() => {})] as const)
    const all = Promise.race([Promise.all(answering.map(([, answer]) => answer)), late]).then(() => {
      clearTimeout(timer)
      return { org, of: [...of] } // later answers are the page's own
    })
    const bodyOf = async (call: string) => {
      await Promise.race([answering.find(([name]) => name === call)?.[1], late])
      return of.find((answer) => answer.call === call)?.body
    }
    return { all, bodyOf }
  }
}
