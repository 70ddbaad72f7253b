// The members of an organisation that was suspended or resumed: their facts and sessions follow its state, some hundreds at a time.
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { one, rows } from '@lyceum/kit/database/database'
import { type Deps, inTransaction } from '../deps.ts'
import { emitPeopleChanged } from '../facts.ts'
import type { Jobs } from '../jobs.ts'
import { activeSql } from '../memberships/active.ts'
import { type EndedSession, endSessionsOf, publishEndedSessions } from '../sessions/end-sessions.ts'
import { atOnce, manyTimeout } from '../users/members.ts'

const first = '00000000-0000-0000-0000-000000000000'

/**
 * By the state of the moment, so that a quick resume leaves nobody out. Of a suspended organisation sessions end that began there, and every one of
 * whoever is in no other; identity refuses them already. A second try begins anew: the facts carry a whole state.
 */
export async function emitMembers({ job, deps }: JobContext<Deps, Jobs['emitMembers']>): Promise<void> {
  const { org } = job.payload
  for (let after = first; ; ) {
    const ids = (
      await rows<{ id: string }>(
        deps.sql,
        'select person_id::text as id from memberships where org_id = $1 and person_id > $2 order by person_id limit $3',
        org,
        after,
        atOnce,
      )
    ).map(({ id }) => id)
    if (ids.length === 0) return
    await publishEndedSessions(deps, await inTransaction(deps, (txDeps) => emitSome(txDeps, org, ids), { timeout: manyTimeout }))
    after = ids.at(-1)!
  }
}

async function emitSome(deps: Deps, org: string, ids: string[]): Promise<EndedSession[]> {
  const { db } = deps
  const row = await one<{ state: string }>(db, 'select state from organisations where id = $1 for share', org)
  await emitPeopleChanged(db, ids)
  if (row?.state !== 'suspended') return []
  const nowhere = await rows<{ id: string }>(
    db,
    `select id::text from unnest($1::uuid[]) as named(id) where not exists (select from memberships m where m.person_id = named.id and ${activeSql('m')})`,
    ids,
  )
  return [
    ...(await endSessionsOf(deps, ids, { org })),
    ...(await endSessionsOf(
      deps,
      nowhere.map(({ id }) => id),
    )),
  ]
}
