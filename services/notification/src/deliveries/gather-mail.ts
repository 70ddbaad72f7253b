// The job that makes a mail of what waits for a person. Of mails under way there is one a person: while the mail server is away for hours, what
// happens meanwhile waits, and is one mail afterwards.
import { newId } from '@lyceum/kit/ids'
import { one, rows, run } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { refusalOf } from '../mails/addresses.ts'

/** Most messages of one mail; what is beyond stays on the page alone. */
const atOnce = 200

export async function gatherMail({ job, deps, done }: JobContext<Deps, Jobs['gatherMail']>): Promise<void> {
  const { person, org } = job.payload
  await deps.db.$transaction(async (tx) => {
    // first: what begins to wait from now on plans a job of its own
    await done(tx)
    const underway = await one(tx, `select 1 from mails where person_id = $1 and org_id = $2 and state = 'waiting' for update`, person, org)
    if (underway) return
    const waiting = await rows<{ id: string; forced: boolean; wanted: boolean }>(
      tx,
      `
      delete from waiting w where w.person_id = $1 and w.org_id = $2 and w.channel = 'mail'
      returning w.notification_id::text as id, w.forced,
        coalesce((select n.read_at is null from notifications n where n.id = w.notification_id), false) as wanted`,
      person,
      org,
    )
    if (await refusalOf(tx, person)) return
    // a mail that the organisation demands stands by itself: it has no way out, the others have
    for (const forced of [true, false]) {
      const ids = waiting.filter((one) => one.forced === forced && (one.wanted || forced)).map(({ id }) => id)
      if (ids.length > 0) await makeMail(deps, tx, { person, org, forced, ids: ids.sort().slice(-atOnce) })
    }
  })
}

async function makeMail(
  { now }: Pick<Deps, 'now'>,
  tx: Parameters<typeof run>[0],
  { person, org, forced, ids }: { person: string; org: string; forced: boolean; ids: string[] },
): Promise<void> {
  const id = newId()
  await run(
    tx,
    `insert into mails (id, person_id, org_id, notification_ids, forced, state, created_at) values ($1, $2, $3, $4, $5, 'waiting', $6)`,
    id,
    person,
    org,
    ids,
    forced,
    now(),
  )
  await enqueue(tx, { kind: 'sendMail', key: `send:${id}`, payload: { mail: id } })
}
