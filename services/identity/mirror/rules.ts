// The rules of permissions that are asked in the organisation of a call, the same in every service.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, unauthorised } from '@lyceum/kit/calls/errors'
import type { Rule } from '@lyceum/kit/calls/routes'
import { may, type OrganisationPermission, organisationPermissions } from './permissions.ts'

const inOrganisation =
  (allowed: (actor: Actor) => boolean): Rule =>
  (_tx, actor, scope) => {
    if (actor.kind === 'visitor') throw unauthorised()
    if (!allowed(actor)) throw forbidden()
    return scope
  }

export const signedIn = inOrganisation(() => true)
/** A rule for each permission of organisations, by its name. */
export const organisationRules = Object.fromEntries(
  organisationPermissions.map((name) => [name, inOrganisation((actor) => may(actor, name))]),
) as Record<OrganisationPermission, Rule>
