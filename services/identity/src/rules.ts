// The rules of identity's calls: they happen in an organisation, never in a course.
import { forbidden } from '@lyceum/kit/calls/errors'
import type { Rule } from '@lyceum/kit/calls/routes'
import { organisationRules } from '../mirror/rules.ts'
import type { IdentityRule } from './call-table.ts'

/** Any member of the organisation of the scope. */
const signedIn: Rule = (_tx, actor, scope) => {
  if (actor.org === '' || actor.roles.length === 0) throw forbidden()
  return scope
}

export const rules = { signedIn, ...organisationRules } satisfies Record<IdentityRule, Rule>
