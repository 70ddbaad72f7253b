// States of members: suspended, so that they may do nothing in the organisation while their work stays, and active again.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import { personKey } from '../../mirror/person-key.ts'
import type {} from '../audit-actions.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { emitPeopleChanged } from '../facts.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { endSessionsOf, publishEndedSessions } from '../sessions/end-sessions.ts'
import type { ManagedUser } from './api.ts'
import { accepted, judgeMembers } from './judge.ts'
import { manyTimeout, writeMembers } from './members.ts'
import { readManaged } from './managed.ts'

/** A second time it changes nothing. 404, 400 and 403 as judgeMembers; 409 user.oneself, user.lastAdministrator, person.newer. */
export async function changeState(
  deps: Deps,
  actor: Actor,
  id: string,
  state: 'active' | 'suspended',
  version?: number,
): Promise<ManagedUser> {
  const { user, ended } = await inTransaction(deps, async (txDeps) => {
    await managedOrganisation(txDeps, actor)
    const judged = await judgeMembers(txDeps.db, actor, [id], { state })
    accepted(judged)
    const current = await readManaged(txDeps, actor.org, id)
    if (version !== undefined && version < current.version) throw conflict('person.newer', { version: current.version })
    const { changed, ended } = await writeMembers(txDeps, actor, judged)
    await emitPeopleChanged(txDeps.db, changed)
    return { user: await readManaged(txDeps, actor.org, id), ended }
  })
  await publishEndedSessions(deps, ended)
  return user
}

/** Suspends memberships that have ended, about `size`; answers how many they were. Until then they count as suspended in identity alone. */
export async function suspendEnded(deps: Deps, size: number): Promise<number> {
  const suspendDue = async (txDeps: Deps) => {
    const { db } = txDeps
    const due = `state = 'active' and until <= now()`
    const people = await rows<{ id: string }>(
      db,
      `
      select id::text from persons where id in (select person_id from memberships where ${due} order by until limit $1)
      order by id for no key update`,
      size,
    )
    const suspended = await rows<{ person: string; org: string; until: Date }>(
      db,
      `update memberships set state = 'suspended' where ${due} and person_id = any($1) returning person_id::text as person, org_id::text as org, until`,
      people.map(({ id }) => id),
    )
    await audit(
      db,
      suspended.map(({ person, org, until }) => ({
        action: 'user.suspended' as const,
        subject: personKey(person),
        person,
        org,
        after: { until: until.toISOString() },
      })),
    )
    const ids = [...new Set(suspended.map(({ person }) => person))]
    await emitPeopleChanged(db, ids)
    return { count: suspended.length, ended: await endSessionsOf(txDeps, ids) }
  }
  const { count, ended } = await inTransaction(deps, suspendDue, { timeout: manyTimeout })
  await publishEndedSessions(deps, ended)
  return count
}
