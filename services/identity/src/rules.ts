// Who may, by the roles of the actor's token: identity's calls happen in an organisation, never in a course.
import type { Authorise } from '@lyceum/kit/routes'
import { forbidden } from '@lyceum/kit/errors'

const teachers = ['instructor', 'educational_admin', 'admin']
const managers = ['educational_admin', 'admin', 'wg_admin']

export const authorise: Authorise = async (_tx, actor, rule, place) => {
  const has = (roles: string[]) => actor.roles.some((role) => roles.includes(role))
  const allowed =
    actor.org !== '' &&
    actor.roles.length > 0 &&
    (rule === 'signedIn' ||
      (rule === 'administer' && has(['admin'])) ||
      (rule === 'teach' && has(teachers)) ||
      (rule === 'manage' && has(managers)))
  if (!allowed) throw forbidden()
  return place
}
