// Who may give and take a role: nobody gives what they have not.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import type { Tx } from '@lyceum/kit/database/database'
import { namesIn, permissionsHeld, permissionsIn } from '../../mirror/permissions.ts'
import { differencesOf } from '../permissions/differences.ts'

/** 400 permission.notYours at the roles when one that is given or taken permits what the actor may not do. */
export async function checkMayGive(tx: Tx, actor: Actor, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return
  const beyond = namesIn(permissionsIn(changed, await differencesOf(tx, actor.org)) & ~permissionsHeld(actor))
  if (beyond[0]) throw invalid({ roles: ['permission.notYours', { permission: beyond[0] }] })
}
