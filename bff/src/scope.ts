// The organisation and the actor of a call. The organisation comes from the Request-Scope header, which pages of other sites cannot send, or from
// `?scope=` of requests that the browser itself makes.
import type { Session } from '@lyceum/identity/sessions/api'
import { type Actor, type ActorKeys, type Need, needs } from '@lyceum/kit/calls/actor'
import type { Call } from '@lyceum/kit/calls/contract'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import type { FastifyRequest } from 'fastify'

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}

/** 409 when the page was loaded in another person's session: a write of theirs must not count as this person's. */
export function checkPerson(request: FastifyRequest, session: Session): void {
  const person = header(request, 'lyceum-person')
  if (person && person !== session.user.id) throw conflict('session.other')
}

/** The organisation of a call. 400 when a required one is missing, 403 when the person is not a member of it. */
export function scopeOf(request: FastifyRequest, call: Pick<Call, 'scope'>, session: Session): string {
  const { scope = 'header' } = call
  const requestedScope = (request.query as Record<string, unknown> | undefined)?.scope
  const org = header(request, 'request-scope') ?? (scope === 'query' && typeof requestedScope === 'string' ? requestedScope : undefined)
  if (org === undefined) {
    if (scope === 'none') return session.org_id ?? ''
    throw invalid({ [scope === 'query' ? 'scope' : 'request-scope']: 'field.required' }, 'scope.missing')
  }
  if (!isId.test(org))
    throw invalid({ [scope === 'query' ? 'scope' : 'request-scope']: ['field.format', { format: 'uuid' }] }, 'scope.malformed')
  if (!session.memberships.some((membership) => membership.org.id === org)) throw forbidden('scope.notMember')
  return org
}

/** Demands that are not met: a number and a password are a person's, whichever of their organisations demands them, since a course of one is reached
 *  from the scope of another too; the code is that of the scope. */
function needsIn({ memberships }: Session, membership: Session['memberships'][number] | undefined): Need[] {
  const own = membership?.needs ?? (membership?.code_needed ? ['code' as const] : [])
  return needs.filter((need) => own.includes(need) || (need !== 'code' && memberships.some((one) => one.needs?.includes(need))))
}

/** Signs and caches actor tokens: one per session and organisation in 30 s; a token holds for 60 s. */
export function actorTokens(keys: ActorKeys) {
  // by session, organisation and everything that the token says, so that a changed right makes another token
  const minted = new Map<string, { token: Promise<string>; until: number }>()
  const most = 20_000
  return (session: Session, org: string): Promise<string> => {
    const membership = session.memberships.find((one) => one.org.id === org)
    // an identity of an older release says only the roles and the code
    const { roles = [], can, can_within: department } = membership ?? {}
    const demands = needsIn(session, membership)
    const slot = `${session.id} ${org} ${roles.join()} ${can} ${department} ${demands.join()}`
    const before = minted.get(slot)
    if (before && before.until > Date.now()) return before.token
    if (minted.size >= most) for (const old of [...minted.keys()].slice(0, most / 2)) minted.delete(old)
    const actor: Actor = {
      kind: session.kind ?? 'person',
      person: session.user.id,
      org,
      roles: [...roles],
      ...(can !== undefined && { can }),
      ...(department && { department }),
      session: session.id,
      ...(demands.length > 0 && { needs: demands }),
      ...(demands.includes('code') && { codeNeeded: true as const }),
    }
    const token = keys.sign(actor)
    minted.set(slot, { token, until: Date.now() + 30_000 })
    token.catch(() => minted.delete(slot))
    return token
  }
}
