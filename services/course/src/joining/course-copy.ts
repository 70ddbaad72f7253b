// Joining of a copied course: seats and approval come along, its window moves as the other dates do; its code stays its own.
import { run, type Tx } from '@lyceum/kit/database/database'
import { daysLater } from '@lyceum/kit/text/time-zones'
import type { Shift } from '../groups/course-copy.ts'
import { openToAll } from './rules.ts'
import { readSettings } from './settings.ts'

export async function copyJoining(tx: Tx, from: string, to: { id: string; orgId: string }, { days, zone }: Shift): Promise<void> {
  const settings = await readSettings(tx, from)
  if (settings === openToAll) return
  const later = (time: Date | null) => time && daysLater(time, days, zone)
  await run(
    tx,
    `insert into join_settings (course_id, org_id, seats, opens_at, closes_at, approval)
     values ($1::uuid, $2::uuid, $3, $4::timestamptz, $5::timestamptz, $6)`,
    to.id,
    to.orgId,
    settings.seats,
    later(settings.opens_at),
    later(settings.closes_at),
    settings.approval,
  )
}
