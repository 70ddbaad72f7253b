// Sessions of a member, for who manages their account: of a guest those alone that began in the organisation.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Deps, inTransaction } from '../deps.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { OpenSession } from '../sessions/api.ts'
import { endSessionsOf, publishEndedSessions } from '../sessions/end-sessions.ts'
import { openSessions } from '../sessions/own-sessions.ts'
import { accepted, judgeMembers } from './judge.ts'
import { managedUser, readManaged } from './managed.ts'

export async function userSessions(deps: Deps, actor: Actor, id: string): Promise<OpenSession[]> {
  const { own } = await managedUser(deps, actor, id)
  return await openSessions(deps, id, { session: actor.session, ...(!own && { org: actor.org }) })
}

/** Signs them out everywhere; oneself everywhere else. 400 and 403 for whoever may do what the actor may not. */
export async function endUserSessions(deps: Deps, actor: Actor, id: string): Promise<{ ended: number }> {
  const ended = await inTransaction(deps, async (txDeps) => {
    await managedOrganisation(txDeps, actor)
    accepted(await judgeMembers(txDeps.db, actor, [id], {}, { whole: true }))
    const { own } = await readManaged(txDeps, actor.org, id)
    return await endSessionsOf(txDeps, id, { ...(!own && { org: actor.org }), ...(id === actor.person && { but: actor.session }) })
  })
  await publishEndedSessions(deps, ended)
  return { ended: ended.length }
}
