// The rules of permissions that are asked in the organisation of a call, the same in every service.
import { forbidden, unauthorised } from '@lyceum/kit/calls/errors'
import type { Rule } from '@lyceum/kit/calls/routes'
import { may, type OrganisationPermission, organisationPermissions } from './permissions.ts'

export const signedIn: Rule = (_tx, actor, scope) => {
  if (actor.kind === 'visitor') throw unauthorised()
  return scope
}

/** A permission holds in the actor's own organisation alone: a row of another one, by its id, is not theirs to change. */
const inOrganisation =
  (name: OrganisationPermission): Rule =>
  (_tx, actor, scope) => {
    if (actor.kind === 'visitor') throw unauthorised()
    if (scope.org !== actor.org) throw forbidden('scope.other', { org: scope.org })
    if (!may(actor, name)) throw forbidden()
    return scope
  }
/** The permission of a course in the whole organisation of the call, for lists over its courses. */
export const reviewsAnywhere: Rule = (_tx, actor, scope) => {
  if (actor.kind === 'visitor') throw unauthorised()
  if (!may(actor, 'course.review')) throw forbidden()
  return scope
}

/** A rule for each permission of organisations, by its name. */
export const organisationRules = Object.fromEntries(organisationPermissions.map((name) => [name, inOrganisation(name)])) as Record<
  OrganisationPermission,
  Rule
>
