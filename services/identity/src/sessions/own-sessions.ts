// A person's own sessions, on all their devices.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import type { Session } from '../generated/client.ts'
import { type Deps, inTransaction } from '../deps.ts'
import type { OpenSession } from './api.ts'
import { endSessionsOf, publishEndedSessions } from './end-sessions.ts'

const columns = columnsOf<Session>()('id', 'kind', 'agent', 'created_at', 'seen_at')

export async function ownSessions({ db, now }: Deps, { person, session }: Actor): Promise<OpenSession[]> {
  const sessions = await rows<RowOf<typeof columns>>(
    db,
    `select ${columns()} from sessions where person_id = $1 and expires_at > $2
     order by id::text = $3 desc, seen_at desc, id limit 100`,
    person,
    now(),
    session,
  )
  return sessions.map(({ id, kind, agent, created_at, seen_at }) => ({
    id,
    kind: kind === 'job' ? 'job' : 'person',
    agent,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    current: id === session,
  }))
}

export async function signOutElsewhere(deps: Deps, { person, session }: Actor): Promise<{ ended: number }> {
  const endedSessions = await inTransaction(deps, (txDeps) => endSessionsOf(txDeps, person, { but: session }))
  await publishEndedSessions(deps, endedSessions)
  return { ended: endedSessions.length }
}

/** 409 session.thisOne for the session of the call: that is signing out. */
export async function endOwnSession(deps: Deps, { person, session }: Actor, id: string): Promise<void> {
  if (id === session) throw conflict('session.thisOne')
  const endedSessions = await inTransaction(deps, (txDeps) => endSessionsOf(txDeps, person, { only: id }))
  if (endedSessions.length === 0) throw notFound('session', id)
  await publishEndedSessions(deps, endedSessions)
}
