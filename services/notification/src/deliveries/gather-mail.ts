// The job that makes a mail of what waits for a person. Of mails under way there is one a person: while the mail server is away for hours, what
// happens meanwhile waits, and is one mail afterwards.
import { newId } from '@lyceum/kit/ids'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { refusalOf } from '../mails/addresses.ts'
import { preferencesOfOne } from '../ways/preference-rows.ts'
import { afterQuiet } from '../ways/rules.ts'
import { countMail, lockMailDay, massTypes } from '../schedule/mail-day.ts'

/** Most messages of one mail; what is beyond stays on the page alone. */
const atOnce = 200

/** In the time between two mails there are at most so many: what is urgent may go before the one that is planned, and no further. */
const mostAtOnce = 2

export async function gatherMail({ job, deps, done }: JobContext<Deps, Jobs['gatherMail']>): Promise<void> {
  const { person, org } = job.payload
  await deps.db.$transaction(async (tx) => {
    // first: what begins to wait from now on plans a job of its own
    await done(tx)
    const underway = await one(tx, `select 1 from mails where person_id = $1 and org_id = $2 and state = 'waiting' for update`, person, org)
    if (underway) return
    const later = await nextMail(tx, deps, person, org)
    if (later) return await enqueue(tx, { kind: 'gatherMail', key: job.key, runAt: later, payload: { person, org } })
    const day = await lockMailDay(tx, deps, org)
    const held = day.isFull ? massTypes : []
    const waiting = await rows<{ id: string; forced: boolean; wanted: boolean }>(
      tx,
      `
      delete from waiting w where w.person_id = $1 and w.org_id = $2 and w.channel = 'mail'
        and not exists (select from notifications n where n.id = w.notification_id and n.type = any($3))
      returning w.notification_id::text as id, w.forced,
        coalesce((select n.read_at is null from notifications n where n.id = w.notification_id), false) as wanted`,
      person,
      org,
      held,
    )
    if (day.isFull) await waitForTomorrow(tx, person, org, day)
    if (await refusalOf(tx, person)) return
    const list = waiting.filter(({ forced, wanted }) => wanted || forced).sort((a, b) => (a.id < b.id ? -1 : 1))
    if (list.length === 0) return
    await countMail(tx, org, day.day)
    await makeMail(deps, tx, { person, org, list: list.slice(-atOnce) })
  })
}

/** Under a key of its own: what is the person's own goes out meanwhile. */
async function waitForTomorrow(tx: Tx, person: string, org: string, { tomorrow, zone }: { tomorrow: number; zone: string }): Promise<void> {
  const left = await run(tx, `select 1 from waiting where person_id = $1 and org_id = $2 and channel = 'mail' limit 1`, person, org)
  if (left === 0) return
  const runAt = new Date(afterQuiet(await preferencesOfOne(tx, person), tomorrow, zone))
  await enqueue(tx, { kind: 'gatherMail', key: `mail:${person}:${org}:tomorrow`, runAt, payload: { person, org } })
}

/** When the person may have another mail; undefined: now. */
async function nextMail(tx: Tx, { config, now }: Deps, person: string, org: string): Promise<Date | undefined> {
  const between = config.betweenMailsSeconds * 1000
  const recent = await rows<{ at: Date }>(
    tx,
    `select created_at as at from mails where person_id = $1 and org_id = $2 and state <> 'not_sent' and created_at > $3
     order by created_at desc limit ${mostAtOnce}`,
    person,
    org,
    new Date(now().getTime() - between),
  )
  const oldest = recent[mostAtOnce - 1]
  return oldest && new Date(new Date(oldest.at).getTime() + between)
}

async function makeMail(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { person, org, list }: { person: string; org: string; list: { id: string; forced: boolean }[] },
): Promise<void> {
  const id = newId()
  await run(
    tx,
    `insert into mails (id, person_id, org_id, notification_ids, forced, forced_ids, state, created_at) values ($1, $2, $3, $4, $5, $6, 'waiting', $7)`,
    id,
    person,
    org,
    list.map((one) => one.id),
    list.every(({ forced }) => forced),
    list.filter(({ forced }) => forced).map((one) => one.id),
    now(),
  )
  await enqueue(tx, { kind: 'sendMail', key: `send:${id}`, payload: { mail: id } })
}
