// Meetings that are arranged anew, many at a time: once their account is written, and with their course.
import { type Database, rows, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../../deps.ts'
import { enqueue, type Jobs } from '../../jobs.ts'
import { accountAt } from '../accounts/accounts.ts'
import { ProviderFailed } from '../providers/asking.ts'
import { madeMeetings } from '../providers/providers.ts'
import type { MadeProvider } from '../shapes.ts'
import { keyOf } from './arranging.ts'
import type { Made } from './plan.ts'

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
  await arrangeAll(db, found, now())
}

/** In one order, as whoever else has many arranged. */
const arrangeAll = (tx: Tx, found: readonly { id: string }[], now: Date): Promise<void> =>
  enqueue(
    tx,
    found
      .map(({ id }) => id)
      .sort()
      .map((id) => ({ kind: 'arrangeMeeting' as const, key: keyOf(id), runAt: now, payload: { activity: id } })),
  )

/** Handles course's courseDeleted and courseRestored: what is still to come is cancelled at its provider, and made again. */
export async function arrangeOfCourse(
  tx: Tx,
  { course }: { course?: { id: string } | undefined },
  { rebuilding }: Pick<HandledFact, 'rebuilding'>,
): Promise<void> {
  if (!course || rebuilding) return
  const found = await rows<{ id: string }>(
    tx,
    `select activity_id::text as id from meetings where course_id = $1 and (made is not null or provider <> 'link')`,
    course.id,
  )
  await arrangeAll(tx, found, new Date())
}

/** Before meetings go for good: those that their provider still has are cancelled there by a job of their own. */
export async function cancelGone(tx: Tx, where: 'activity_id = any($1)' | 'course_id = $1', value: string | string[]): Promise<void> {
  const left = await rows<{ org: string } & Pick<Made, 'provider' | 'ref'>>(
    tx,
    `select org_id::text as org, made->>'provider' as provider, made->>'ref' as ref from meetings
     where ${where} and made is not null and made->>'ended' is null and ended_at is null order by activity_id`,
    value,
  )
  await enqueue(
    tx,
    left.map((payload) => ({ kind: 'cancelMeeting' as const, key: `cancel:${payload.provider}:${payload.ref}`, payload })),
  )
}

/** Throws for a provider that is down. One that refuses, or of which the account is gone, has its meeting end by itself. */
export async function cancelMeeting(
  deps: Pick<Deps, 'config' | 'now'>,
  database: Database,
  { job: { payload }, signal }: Pick<JobContext<Deps, Jobs['cancelMeeting']>, 'job' | 'signal'>,
): Promise<void> {
  const { org, provider, ref } = payload
  const at = await accountAt(database, deps, org, provider, { off: true, signal })
  if (!at) return
  await madeMeetings(provider)
    .cancel(at, ref)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderFailed) || error.reason === 'down') throw error
    })
}
