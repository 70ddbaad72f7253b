// From the cookie to the session: asked of identity, remembered for 30 s, forgotten at once when it ends.
import { createHash } from 'node:crypto'
import type { Session } from '@lyceum/identity/sessions/api'
import { Problem, unauthorised } from '@lyceum/kit/errors'
import type { Kv } from '@lyceum/kit/kv'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from './services.ts'

export type Known = { hash: string; session: Session }
export type Sessions = ReturnType<typeof sessionKeeper>

const remembered = 30
/** How long an unknown token is known to be unknown, seconds. */
const refusedFor = 10
const endings = 'session-ended'
const cookieLife = 90 * 86_400

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

/** The sha256 of the cookie's token, in hex; undefined when there is no cookie or it is not one of ours. */
export function hashOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(request)]
  return token && /^[\w-]{43}$/.test(token) ? createHash('sha256').update(token).digest('hex') : undefined
}

export function sessionKeeper({ kv, identity }: { kv: Kv; identity: Identity }) {
  const key = (hash: string) => `session:${hash}`
  /** Sessions that ended a moment ago: a reading that was under way must not bring one back. */
  const ended = new Map<string, number>()
  const hearers = new Set<(hash: string) => void>()
  const stopped = kv.subscribe(endings, (hash) => {
    ended.set(hash, Date.now() + 2 * remembered * 1000)
    for (const hear of hearers) hear(hash)
  })
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [hash, until] of ended) if (until < now) ended.delete(hash)
  }, 10_000).unref()

  /** undefined when there is none (any more). 503 when identity does not answer and nothing is remembered. */
  async function find(hash: string, fresh = false): Promise<Session | undefined> {
    if (ended.has(hash)) return undefined
    const kept = fresh ? undefined : await kv.get(key(hash))
    if (kept !== undefined) return kept === 'none' ? undefined : (JSON.parse(kept) as Session)
    const session = await identity('GET /internal-api/sessions/:hash', { params: { hash } }).catch((error) => {
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    })
    await kv.set(key(hash), session ? JSON.stringify(session) : 'none', session ? remembered : refusedFor)
    return ended.has(hash) ? undefined : session
  }

  return {
    find,
    async of(request: FastifyRequest, fresh = false): Promise<Known | undefined> {
      const hash = hashOf(request)
      const session = hash && (await find(hash, fresh))
      return hash && session ? { hash, session } : undefined
    },
    /** 401 when nobody is signed in. */
    async must(request: FastifyRequest, fresh = false): Promise<Known> {
      const known = await this.of(request, fresh)
      if (!known) throw unauthorised()
      return known
    },
    /** The person changed: the next reading asks identity. */
    forget: (hash: string): Promise<void> => kv.delete(key(hash)),
    async end(hash: string): Promise<void> {
      await identity('DELETE /internal-api/sessions/:hash', { params: { hash } })
      ended.set(hash, Date.now() + 2 * remembered * 1000)
      await kv.set(key(hash), 'none', remembered)
      await kv.publish(endings, hash)
    },
    /** Hears the hash of every session that ends, in whichever process. */
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
