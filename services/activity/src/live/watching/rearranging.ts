// Meetings that wait for a change of their account: arranged anew once it is written.
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import type { MadeProvider } from '../shapes.ts'
import { keyOf } from './arranging.ts'

/** Meetings that one change of an account arranges at most; of the others who teaches saves the place again. */
const most = 500

/** Those that their provider refused, or whose account was off. Those of a provider that is down are tried again by themselves. */
export async function arrangeRefused({ db, now }: Pick<Deps, 'db' | 'now'>, org: string, provider: MadeProvider): Promise<void> {
  const found = await rows<{ id: string }>(
    db,
    `select activity_id::text as id from meetings where org_id = $1 and provider = $2 and fault is not null and ended_at is null
     order by known_start nulls last limit ${most}`,
    org,
    provider,
  )
  const ids = found.map(({ id }) => id).sort()
  await enqueue(
    db,
    // in one order, as whoever else has many arranged
    ids.map((id) => ({ kind: 'arrangeMeeting' as const, key: keyOf(id), runAt: now(), payload: { activity: id } })),
  )
}
