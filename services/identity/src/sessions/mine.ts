// A person's own sessions, on all their devices.
import type { Actor } from '@lyceum/kit/actor'
import { rows } from '@lyceum/kit/db'
import { conflict, notFound } from '@lyceum/kit/errors'
import { type Deps, inTransaction } from '../deps.ts'
import type { OpenSession } from './api.ts'
import { endSessionsOf, sayEnded } from './ending.ts'

export async function mySessions({ db, now }: Deps, { person, session }: Actor): Promise<OpenSession[]> {
  const found = await rows<{ id: string; agent: string; created_at: Date; seen_at: Date }>(
    db,
    `select id::text, agent, created_at, seen_at from sessions where person_id = $1::uuid and expires_at > $2::timestamptz
     order by id::text = $3 desc, seen_at desc, id limit 100`,
    person,
    now(),
    session,
  )
  return found.map(({ id, agent, created_at, seen_at }) => ({
    id,
    agent,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    current: id === session,
  }))
}

export async function signOutElsewhere(deps: Deps, { person, session }: Actor): Promise<{ ended: number }> {
  const ended = await inTransaction(deps, (inside) => endSessionsOf(inside, person, { but: session }))
  await sayEnded(deps, ended)
  return { ended: ended.length }
}

/** 409 session.thisOne for the session of the call: that is signing out. */
export async function endMine(deps: Deps, { person, session }: Actor, id: string): Promise<void> {
  if (id === session) throw conflict('session.thisOne')
  const ended = await inTransaction(deps, (inside) => endSessionsOf(inside, person, { only: id }))
  if (ended.length === 0) throw notFound('session', id)
  await sayEnded(deps, ended)
}
