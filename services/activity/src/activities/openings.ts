// Activities that open by themselves, at their start.
import { type Database, rows } from '@lyceum/kit/database/database'
import { emitOpenings } from './activity-row.ts'

/** Emits the openings of at most `size` activities whose start has come; returns their number. */
export const openActivities = (db: Database, size: number): Promise<number> =>
  db.$transaction(async (tx) => {
    const due = await rows<{ id: string }>(
      tx,
      `
      select id::text from activities
      where published and not deleted and opened_at is null and coalesce(start_time, '-infinity') <= now()
      order by coalesce(start_time, '-infinity') limit $1 for no key update skip locked`,
      size,
    )
    return await emitOpenings(
      tx,
      due.map(({ id }) => id),
    )
  })
