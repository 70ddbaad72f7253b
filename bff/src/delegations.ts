// Sessions of jobs: work that a call begins goes on by the calls of its person, with a session of its own.
import { hash as digest } from 'node:crypto'
import { type Call, isWrite } from '@lyceum/kit/calls/contract'
import type { FastifyRequest } from 'fastify'
import { scopeOf } from './scope.ts'
import type { Identity } from './services.ts'
import type { Known } from './sessions.ts'

export type Delegations = {
  /** The token of a new session of kind job. */
  begin(known: Known, request: FastifyRequest, call: Call): Promise<string>
  /** Ends one that nobody uses. */
  end(token: string): Promise<void>
}

export const delegationsOf = (identity: Identity): Delegations => ({
  async begin({ hash, session }, request, call) {
    const body = { org_id: scopeOf(request, call, session), call: `${request.method} ${request.routeOptions.url}` }
    return (await identity('POST /internal-api/sessions/:hash/delegations', { params: { hash }, body })).token
  },
  async end(token) {
    await identity('DELETE /internal-api/sessions/:hash', { params: { hash: digest('sha256', token, 'hex') } })
  },
})

/**
 * Whether a job, begun by the call `begunBy`, may make a call: none that changes accounts, sessions or the organisation, none with secrets, none that begins
 * further work. A call of rosters is open to data imports, and to no other job.
 */
export function ofJobs(
  service: string,
  method: string,
  { changesSession, secret, delegates, jobs }: Call,
  begunBy: string | undefined,
): boolean {
  if (changesSession || secret || delegates) return false
  return jobs === 'roster' ? dataImport.test(begunBy ?? '') : service !== 'identity' || !isWrite(method)
}
const dataImport = /^POST \/api\/data-import(\/|$)/
