// The short way in for beacons of people who are signed in: what the ordinary way costs would be most of their price. Whatever is not quite
// usual (no session known here, another media type, a body to be refused) takes the ordinary way and is answered there, in full.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Session } from '@lyceum/identity/sessions/api'
import { called } from '@lyceum/kit/going'
import type { FastifyInstance } from 'fastify'
import { type Beacons, longest } from './beacons.ts'
import type { Sessions } from './sessions.ts'

export type BeaconDoor = {
  app: FastifyInstance
  /** 'POST /api/user-actions' → what takes it there. */
  beacons: Map<string, Beacons>
  sessions: Pick<Sessions, 'known'>
  /** Throws when a session asks too often. */
  limit(session: string): Promise<void>
  leaving?: AbortSignal | undefined
}

const answered = [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  'content-security-policy',
  `default-src 'none'; frame-ancestors 'none'`,
]

/** Stands before the app's own handler on its server. Call it when the app is ready. */
export function openBeaconDoor({ app, beacons, sessions, limit, leaving }: BeaconDoor): void {
  const paths = new Map([...beacons].map(([call, take]) => [call.slice('POST '.length), take]))
  const ordinary = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const take = request.method === 'POST' ? paths.get(request.url ?? '') : undefined
    const who = take && whoAsks(request, sessions)
    if (!take || !who) {
      for (const handle of ordinary) handle(request, response)
      return
    }
    if (leaving?.aborted) {
      response.setHeader('connection', 'close')
      leaving.dispatchEvent(new Event(called))
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      limit(who.session)
        .then(() => take(who, body))
        .catch(() => null)
        .then(async (accepted) => {
          if (accepted === null) return await theOrdinaryWay(app, request, response, body)
          const text = `{"accepted":${accepted}}`
          response.writeHead(202, [...answered, 'content-length', String(text.length)]).end(text)
        })
        .catch((error) => response.destroy(error))
    })
  })
}

/** undefined: who it is, and where, has to be settled the ordinary way. */
function whoAsks(
  { headers }: IncomingMessage,
  sessions: BeaconDoor['sessions'],
): { person: string; org: string; session: string } | undefined {
  const { 'content-type': type = '', 'content-length': length, cookie, 'request-scope': scope, 'lyceum-person': person } = headers
  if (!/^(application\/json|text\/plain)\b/.test(type) || headers['content-encoding'] !== undefined) return
  if (length === undefined || Number(length) > longest || cookie === undefined) return
  const session = sessions.known(cookie, headers['x-forwarded-proto'])
  if (!session || (person !== undefined && person !== session.user.id)) return
  const org = scope === undefined ? (session.org_id ?? '') : orgOf(session, scope)
  return org === undefined ? undefined : { person: session.user.id, org, session: session.id }
}
const orgOf = ({ memberships }: Session, scope: string | string[]) => memberships.find(({ org }) => org.id === scope)?.org.id

async function theOrdinaryWay(
  app: FastifyInstance,
  { headers, url = '', socket }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) {
  const answer = await app.inject({ method: 'POST', url, headers, payload: body, remoteAddress: socket.remoteAddress ?? '' })
  const { 'transfer-encoding': _, connection: __, ...kept } = answer.headers
  response.writeHead(answer.statusCode, kept as Record<string, string>).end(answer.rawPayload)
}
