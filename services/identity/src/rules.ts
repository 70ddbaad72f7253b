// The rules of identity's calls, by the roles of the actor's token: they happen in an organisation, never in a course.
import type { Rule } from '@lyceum/kit/calls/routes'
import { forbidden } from '@lyceum/kit/calls/errors'
import { managingRoles, teachingRoles } from '../mirror/roles.ts'
import type { IdentityRule } from './call-table.ts'

/** A rule about the actor's roles in the organisation of the scope; without `roles`, any member's. */
const member =
  (roles?: readonly string[]): Rule =>
  (_tx, actor, scope) => {
    const allowed = actor.org !== '' && actor.roles.some((role) => !roles || roles.includes(role))
    if (!allowed) throw forbidden()
    return scope
  }

export const rules = {
  signedIn: member(),
  teach: member(teachingRoles),
  manage: member(managingRoles),
  administer: member(['admin']),
} satisfies Record<IdentityRule, Rule>
