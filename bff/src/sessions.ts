// Sessions by cookie: read from identity, cached for 30 s, dropped from the cache as soon as they end.
import { hash as digest } from 'node:crypto'
import type { Session } from '@lyceum/identity/sessions/api'
import { Problem, unauthorised } from '@lyceum/kit/calls/errors'
import type { Kv } from '@lyceum/kit/kv/kv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNear } from './near.ts'
import type { Identity } from './services.ts'

export type Known = { hash: string; session: Session }
export type Sessions = ReturnType<typeof sessionKeeper>

const remembered = 30
/** Milliseconds for which a process caches that a token is unknown, and the number of these: anybody makes up as many as they like. */
const refusedFor = 10_000
const mostRefused = 1000
const endings = 'session-ended'
const cookieLife = 90 * 86_400
/** Sessions that one process keeps parsed; each is about 1 KiB. */
const mostParsed = 10_000

/** `__Host-` binds the cookie to this host and to https; browsers refuse it on plain http. */
export const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-lyceum' : 'lyceum')
const cookieOptions = (request: FastifyRequest) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: request.protocol === 'https',
})

export const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
  reply.setCookie(cookieName(request), token, { ...cookieOptions(request), maxAge: cookieLife })
export const clearCookie = (request: FastifyRequest, reply: FastifyReply) => reply.clearCookie(cookieName(request), cookieOptions(request))

/** The sha256 of the cookie's token, in hex; undefined without a cookie or with one of another form. */
export function hashOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(request)]
  return token && /^[\w-]{43}$/.test(token) ? digest('sha256', token, 'hex') : undefined
}

/** The hash of a job's token, which jobs of this installation alone can send. */
export function jobHashOf(request: FastifyRequest): string | undefined {
  const token = /^Job ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  return token && isNear(request) ? digest('sha256', token, 'hex') : undefined
}

export function sessionKeeper({ kv, identity }: { kv: Kv; identity: Identity }) {
  const key = (hash: string) => `session:${hash}`
  /** Sessions that ended a moment ago: a read that is under way must not restore them. */
  const ended = new Map<string, number>()
  const hearers = new Set<(hash: string) => void>()
  const stopped = kv.subscribe(endings, (hash) => {
    ended.set(hash, Date.now() + 2 * remembered * 1000)
    parsedSessions.delete(hash)
    for (const hear of hearers) hear(hash)
  })
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [hash, until] of ended) if (until < now) ended.delete(hash)
  }, 10_000).unref()

  /** Tokens that opened nothing a moment ago, with the end of that; the oldest first. */
  const refused = new Map<string, number>()
  function refuse(hash: string): void {
    refused.delete(hash)
    refused.set(hash, Date.now() + refusedFor)
    if (refused.size > mostRefused) refused.delete(refused.keys().next().value!)
  }

  /** The parsed session of each cookie: valid while the text in kv is the same. */
  const parsedSessions = new Map<string, { text: string; session: Session }>()
  function parse(hash: string, text: string): Session {
    const last = parsedSessions.get(hash)
    if (last?.text === text) return last.session
    if (parsedSessions.size >= mostParsed) parsedSessions.clear()
    const session = JSON.parse(text) as Session
    parsedSessions.set(hash, { text, session })
    return session
  }

  /** undefined without a valid session. 503 when identity does not answer and the cache is empty. */
  async function find(hash: string, fresh = false): Promise<Session | undefined> {
    if (ended.has(hash) || (!fresh && (refused.get(hash) ?? 0) > Date.now())) return undefined
    const kept = fresh ? undefined : await kv.get(key(hash))
    if (kept !== undefined) return kept === 'none' ? undefined : parse(hash, kept)
    const session = await identity('GET /internal-api/sessions/:hash', { params: { hash } }).catch((error) => {
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    })
    if (session) await kv.set(key(hash), JSON.stringify(session), remembered)
    else {
      refuse(hash)
      if (fresh) await kv.delete(key(hash))
    }
    return ended.has(hash) ? undefined : session
  }

  return {
    find,
    async of(request: FastifyRequest, fresh = false): Promise<Known | undefined> {
      const job = jobHashOf(request)
      const hash = job ?? hashOf(request)
      const session = hash && (await find(hash, fresh))
      // a cookie opens no session of a job, the header of a job none of a person
      const fits = session && (session.kind === 'job') === (job !== undefined)
      return hash && fits ? { hash, session } : undefined
    },
    /** 401 without a session. */
    async must(request: FastifyRequest, fresh = false): Promise<Known> {
      const known = await this.of(request, fresh)
      if (!known) throw unauthorised()
      return known
    },
    /** Drops the cached session, after a change of the person: the next call reads it from identity. */
    forget: (hash: string): Promise<void> => kv.delete(key(hash)),
    async end(hash: string): Promise<void> {
      // of a token that somebody made up nothing is kept, and no process hears
      if ((await kv.get(key(hash))) === undefined && !(await find(hash, true))) return
      await identity('DELETE /internal-api/sessions/:hash', { params: { hash } })
      ended.set(hash, Date.now() + 2 * remembered * 1000)
      await kv.set(key(hash), 'none', remembered)
      await kv.publish(endings, hash)
    },
    /** Subscribes to the hashes of sessions that end, in every process. */
    onEnd(hear: (hash: string) => void): () => void {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    async close() {
      clearInterval(sweep)
      await (await stopped)()
    },
  }
}
