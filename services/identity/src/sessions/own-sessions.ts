// Sessions of a person on all their devices, for themselves and for who manages their account.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import type { Session } from '../generated/client.ts'
import { type Deps, inTransaction } from '../deps.ts'
import type { OpenSession } from './api.ts'
import { endSessionsOf, publishEndedSessions } from './end-sessions.ts'

const columns = columnsOf<Session>()('id', 'kind', 'agent', 'created_at', 'seen_at')

export const ownSessions = (deps: Deps, { person, session }: Actor): Promise<OpenSession[]> => openSessions(deps, person, { session })

/** At most 100: that of the call first, then by use. `org`: those that began there alone. */
export async function openSessions(
  { db, now }: Deps,
  person: string,
  { session, org }: { session: string; org?: string | undefined },
): Promise<OpenSession[]> {
  const sessions = await rows<RowOf<typeof columns>>(
    db,
    `select ${columns()} from sessions where person_id = $1 and expires_at > $2 and ($4::uuid is null or org_id = $4::uuid)
     order by id::text = $3 desc, seen_at desc, id limit 100`,
    person,
    now(),
    session,
    org ?? null,
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
