// People of an organisation who are named in a call.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'

/** 400 at the field names those who are no people of the organisation. */
export async function checkPeople(tx: Tx, org: string, ids: string[], field: string): Promise<void> {
  const known = await rows<{ id: string }>(
    tx,
    `select p.id::text from mirror.memberships m join mirror.persons p on p.id = m.person_id
     where m.org_id = $1 and not p.deleted and p.id = any($2)`,
    org,
    ids,
  )
  const unknown = ids.filter((id) => !known.some((one) => one.id === id))
  if (unknown.length > 0)
    throw invalid({ [field]: notKnownYet('enrolment.unknownPeople', { people: unknown.join(', '), count: unknown.length }) })
}
