// The jobs of push messages: what waits for a person is one message for each of their devices.
import { one, rows } from '@lyceum/kit/database/database'
import type { JobContext, JobHandler } from '@lyceum/kit/jobs/jobs'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { hearsSql } from '@lyceum/identity/mirror/persons'
import type { Deps } from '../deps.ts'
import { deviceById, pushTo } from '../devices/devices.ts'
import { enqueue, type Jobs } from '../jobs.ts'
import { detailsOf } from '../mails/details.ts'
import { sentenceOf } from '../mails/sentences.ts'
import { textsIn } from '../mails/texts.ts'
import type { Payload } from '../notifications/api.ts'
import { preferencesOfOne } from '../ways/preference-rows.ts'
import { zoneOf } from '../ways/rules.ts'
import { registry } from '../registry/registry.ts'
import { concernsSql } from '../mails/withdrawn.ts'

export async function gatherPush({ job, deps, done }: JobContext<Deps, Jobs['gatherPush']>): Promise<void> {
  const { person } = job.payload
  await deps.db.$transaction(async (tx) => {
    // first: what begins to wait from now on plans a job of its own
    await done(tx)
    const waiting = await rows<{ id: string; type: string }>(
      tx,
      `
      with taken as (delete from waiting where person_id = $1 and channel = 'push' returning notification_id)
      select n.id::text, n.type from taken t join notifications n on n.id = t.notification_id where n.read_at is null
        and ${concernsSql('$2::timestamptz')} order by n.id desc`,
      person,
      deps.now(),
    )
    const [newest] = waiting
    if (!newest) return
    const urgent = waiting.some(({ type }) => registry[type]?.urgent === true)
    const devices = await rows<{ id: string }>(tx, 'select id::text from push_devices where person_id = $1', person)
    await enqueue(
      tx,
      devices.map(({ id }) => ({
        kind: 'sendPush',
        key: `push:${id}:${newest.id}`,
        payload: { device: id, notification: newest.id, count: waiting.length, urgent },
      })),
    )
  })
}

/** Characters beside the title: a message holds 3000 bytes. */
const mostBody = 300

async function send({ job, deps, signal }: JobContext<Deps, Jobs['sendPush']>): Promise<void> {
  const { notification, count, urgent } = job.payload
  const device = await deviceById(deps.db, job.payload.device)
  if (!device) return
  const row = await one<{ type: string; count: number; payload: Payload; locale: string; org: string }>(
    deps.db,
    `
    select n.type, greatest(1, cardinality(n.about)) as count, n.payload, p.locale, n.org_id::text as org
    from notifications n join mirror.persons p on p.id = n.person_id and not p.deleted and ${hearsSql('p.id', 'n.org_id')}
    where n.id = $1 and n.person_id = $2 and n.read_at is null and ${concernsSql('$3::timestamptz')}`,
    notification,
    device.person,
    deps.now(),
  )
  // read, erased, suspended, or no more theirs meanwhile
  if (!row) return
  const org = await orgById(deps.db, row.org)
  const locale = row.locale || org?.locale || 'en'
  const { timeZone } = await preferencesOfOne(deps.db, device.person)
  // nobody is named: it stands on a locked screen
  const title = count > 1 ? textsIn(locale).several('pushSeveral', count) : sentenceOf(locale, { ...row, sender: null })
  const open = `/user/notifications${count > 1 ? '' : `?open=${notification}`}`
  // time and place; the words of whoever told it stay on the page
  const { content: _, ...params } = row.payload.params
  const details = count > 1 ? [] : detailsOf({ params }, zoneOf(timeZone, org?.settings.time_zone ?? 'UTC'))
  const body = details.join(' · ').slice(0, mostBody)
  const outcome = await pushTo(
    deps,
    device,
    { title, ...(body && { body }), open, tag: count > 1 ? 'several' : notification },
    { urgent, signal },
  )
  if (outcome === 'later') throw new Error('the push service did not take it')
}

const minute = 60_000
export const pushSending: JobHandler<Deps, Jobs['sendPush']> = {
  run: send,
  concurrent: 8,
  backoff: (tries) => Math.min(30 * minute, (minute / 4) * 2 ** (tries - 1)),
  maxTries: 12,
}
