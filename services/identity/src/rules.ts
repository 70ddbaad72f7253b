// The rules of identity's calls: they happen in an organisation or in the installation, never in a course.
import { forbidden } from '@lyceum/kit/calls/errors'
import type { Rule } from '@lyceum/kit/calls/routes'
import { organisationRules } from '../mirror/rules.ts'
import type { IdentityRule } from './call-table.ts'
import { isOperator } from './installation/operators.ts'

/** Any member of the organisation of the scope. */
const signedIn: Rule = (_tx, actor, scope) => {
  if (actor.org === '' || actor.roles.length === 0) throw forbidden()
  return scope
}

/** Anybody with an account: they need no organisation. */
const account: Rule = (_tx, actor, scope) => {
  if (actor.kind !== 'person') throw forbidden()
  return scope
}

/** An operator of the installation, whose organisation is not asked. */
const operator: Rule = async (tx, actor, scope) => {
  if (actor.kind !== 'person' || !(await isOperator(tx, actor.person))) throw forbidden()
  return scope
}

export const rules = { signedIn, account, operator, ...organisationRules } satisfies Record<IdentityRule, Rule>
