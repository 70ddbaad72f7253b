// The job that brings a meeting and its provider together: it makes, changes, ends or cancels the meeting there until nothing is left to do.
import { isDeepStrictEqual } from 'node:util'
import { type Database, one, run, type Tx } from '@lyceum/kit/database/database'
import { cancel, type JobContext } from '@lyceum/kit/jobs/jobs'
import { sealSecret } from '@lyceum/kit/text/kept-secrets'
import type { Deps } from '../../deps.ts'
import { enqueue, type Jobs } from '../../jobs.ts'
import { accountAt } from '../accounts/accounts.ts'
import { draftOf, emitLive, lockMeeting, meetingColumns, meetingTables, ownerOf } from '../meeting-row.ts'
import { ProviderFailed } from '../providers/asking.ts'
import { madeMeetings } from '../providers/providers.ts'
import type { ProviderFault } from '../shapes.ts'
import { type Arranged, type Made, markOf, nextStep, type Step } from './plan.ts'

/** The key of the job of a meeting. */
export const keyOf = (id: string) => `meeting:${id}`

/**
 * Has a meeting arranged with the transaction, or at a time. A job of it that runs already sees what was written: it locks its row before it looks for the
 * last time, and so does this.
 */
export async function arrangeSoon(tx: Tx, id: string, now: Date, at = now): Promise<void> {
  await cancel(tx, keyOf(id))
  await enqueue(tx, { kind: 'arrangeMeeting', key: keyOf(id), runAt: at, payload: { activity: id } })
}

const readArranged = (tx: Tx, id: string) =>
  one<Arranged>(
    tx,
    `select ${meetingColumns}, m.made, a.deleted, exists (select from mirror.courses c where c.id = a.course_id and c.deleted) as without_course
     from ${meetingTables} where a.id = $1 and m.activity_id is not null`,
    id,
  )

type Context = Pick<JobContext<Deps, Jobs['arrangeMeeting']>, 'job' | 'assertLease' | 'done' | 'signal'>
/** Steps of one run: each is one request, and a meeting never needs more than a cancelled one, a new one and its change. */
const most = 6

/**
 * Throws for a provider that is down, and a meeting that is changed during each request, to be tried again. Any other failure is noted and waits for a
 * change of the meeting.
 */
export async function arrangeMeeting(deps: Deps, database: Database, { job, assertLease, done, signal }: Context): Promise<void> {
  const id = job.payload.activity
  for (let nth = 0; nth < most; nth++) {
    const row = await readArranged(database, id)
    const step = row && nextStep(row, deps.now())
    if (!row || !step || step.do === 'nothing' || step.do === 'later') {
      const settled = await database.$transaction(async (tx) => {
        await run(tx, lockMeeting, id)
        await assertLease(tx)
        const last = await readArranged(tx, id)
        const next: Step = last ? nextStep(last, deps.now()) : { do: 'nothing' }
        if (next.do !== 'nothing' && next.do !== 'later') return false
        // of a change that is not wanted any more
        if (last?.fault && next.do === 'nothing') await emitLive(tx, id, deps.now(), { set: 'fault = null' })
        await done(tx)
        if (next.do === 'later') await arrangeSoon(tx, id, deps.now(), next.at)
        return true
      })
      if (settled) return
      continue
    }
    try {
      const after = await carryOut(deps, database, row, step, signal)
      await database.$transaction(async (tx) => {
        // the meeting before its job, as whoever changes it
        await run(
          tx,
          `update meetings set made = $2::jsonb, fault = null,
             address = case when provider <> $4 then address when $3::bytea is not null then $3::bytea when $2::jsonb is null then null else address end
           where activity_id = $1`,
          id,
          after.made && JSON.stringify(after.made),
          after.address ?? null,
          // not over the link that a teacher has written meanwhile
          'made' in step ? step.made.provider : step.provider,
        )
        await assertLease(tx)
        await emitLive(tx, id, deps.now())
      })
    } catch (error) {
      const fault = faultOf(error)
      // a request that a shutdown has ended is no failure of the provider
      if (!fault || signal.aborted) throw error
      const changed = await database.$transaction(async (tx) => {
        await run(tx, lockMeeting, id)
        await assertLease(tx)
        // a change that was written during the request has left its job to this run: the failure is that of the meeting before
        if (!isDeepStrictEqual(await readArranged(tx, id), row)) return true
        await run(tx, 'update meetings set fault = $2 where activity_id = $1', id, fault)
        if (fault !== row.fault) await emitLive(tx, id, deps.now())
        if (fault !== 'meeting.providerDown') await done(tx)
        return false
      })
      if (changed) continue
      if (fault === 'meeting.providerDown') throw error
      return
    }
  }
  throw new Error('the meeting was changed too often meanwhile')
}

const faults = {
  down: 'meeting.providerDown',
  refused: 'meeting.providerRefused',
  quota: 'meeting.providerQuota',
  gone: 'meeting.providerRefused',
} as const
class AccountOff extends Error {}
const faultOf = (error: unknown): ProviderFault | undefined =>
  error instanceof AccountOff ? 'meeting.providerOff' : error instanceof ProviderFailed ? faults[error.reason] : undefined

type After = { made: Made | null; address?: Buffer }
async function carryOut(deps: Deps, database: Database, row: Arranged, step: Step, signal: AbortSignal): Promise<After> {
  if (step.do === 'nothing' || step.do === 'later') return { made: row.made }
  const provider = 'made' in step ? step.made.provider : step.provider
  const ends = step.do === 'cancel' || step.do === 'end'
  const at = await accountAt(database, deps, row.org_id, provider, { off: ends, signal })
  const { create, change, cancel: cancelThere, end } = madeMeetings(provider)
  if (step.do === 'cancel') {
    // without the account nobody can
    if (at) await cancelThere(at, step.made.ref)
    return { made: null }
  }
  if (step.do === 'end') {
    if (at) await end(at, step.made.ref)
    return { made: { ...step.made, ended: deps.now().toISOString() } }
  }
  if (!at) throw new AccountOff()
  const draft = draftOf(row)
  if (step.do === 'change') {
    const ref = row.made!.ref
    try {
      await change?.(at, ref, draft)
    } catch (error) {
      // it was deleted there: the next step makes it anew
      if (error instanceof ProviderFailed && error.reason === 'gone') return { made: null }
      throw error
    }
    return { made: { provider, ref, as: markOf(row) } }
  }
  const { ref, address } = await create(at, draft)
  return {
    made: { provider, ref, as: markOf(row) },
    ...(address !== undefined && { address: sealSecret(deps.config.secretKeys, ownerOf(row.id), address) }),
  }
}
