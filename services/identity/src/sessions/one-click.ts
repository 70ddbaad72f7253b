// One-click sign-in to a demo school, for people whom the demo has made, without a password or another organisation.
import { one, run } from '@lyceum/kit/database/database'
import { refused } from '@lyceum/kit/calls/errors'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import { signsInByOneClick } from '../organisations/demo-people.ts'
import { type EndedSession, endSessionsOf } from './end-sessions.ts'
import { noteSignIn } from '../sign-ins/noting.ts'
import { noteSeen } from './seen.ts'
import { suspendedOrGone } from './suspended.ts'

/** Sessions of one person of a demo school: whoever reaches it makes them, as many as they like, and the oldest end. */
const mostSessions = 100

export type NewSession = {
  id: string
  hash: Buffer<ArrayBuffer>
  orgId: string | null
  agent: string
  address: string
  now: Date
  expiresAt: Date
}

/**
 * Writes the session, in the transaction of `db`. The person's row is locked first: adding a password or a membership locks it too, so
 * that is either there when the insert looks, or comes afterwards; a password then ends this session, and no call gives these people another
 * organisation. Answers the sessions that end for it.
 * 403 account.suspended for one whom the school has suspended, session.demoPerson for a demo account that could sign in like this earlier, 403 session.demo for any other.
 */
export async function insertDemoSession(deps: Deps, person: string, session: NewSession): Promise<EndedSession[]> {
  const { db, config } = deps
  if (!config.demo) throw refused(403, 'session.demo')
  await run(db, 'select 1 from persons where id = $1 for update', person)
  const { id, hash, orgId, agent, address, now, expiresAt } = session
  const inserted = await run(
    db,
    `
    insert into sessions (id, hash, person_id, org_id, created_at, seen_at, expires_at, agent)
    select $3::uuid, $4, p.id, p.org_id, $5::timestamptz, $5::timestamptz, $6::timestamptz, $7
    from persons p where p.id = $1 and ${signsInByOneClick('$2')}`,
    person,
    orgId,
    id,
    hash,
    now,
    expiresAt,
    agent,
  )
  if (inserted > 0) {
    await run(db, noteSeen('$1', '$2', '$3'), person, orgId, now)
    await noteSignIn(db, { org: orgId, person, at: now, how: 'one_click', outcome: 'signed_in', address, agent })
    return await endSessionsOf(deps, person, { newest: mostSessions })
  }
  const suspended = await one(
    db,
    `select from memberships m where m.person_id = $1 and m.org_id = $2 and not ${activeSql('m')}`,
    person,
    orgId,
  )
  const demoAccount = await one(db, 'select from persons where id = $1 and org_id = $2 and made_by_demo', person, orgId)
  if (demoAccount && suspended) throw await suspendedOrGone(db, person, orgId)
  throw refused(403, demoAccount ? 'session.demoPerson' : 'session.demo')
}
