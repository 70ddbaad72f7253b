// The refusal of a sign-in by somebody whom their organisations have suspended.
import { notFound, type Problem, refused } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'

/** 403 account.suspended with the name of the organisation: that of the host before others. 404 for a person who is gone. */
export async function suspendedOrGone(tx: Tx, person: string, org: string | null): Promise<Problem> {
  const organisation = await one<{ name: string }>(
    tx,
    `
    select o.name from memberships m join organisations o on o.id = m.org_id and not o.deleted
    where m.person_id = $1 order by coalesce(o.id = $2::uuid, false) desc, o.created_at, o.id limit 1`,
    person,
    org,
  )
  return organisation ? refused(403, 'account.suspended', { org: organisation.name }) : notFound('session')
}
