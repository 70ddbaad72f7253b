// Activities that open by themselves, at their start.
import { type Database, rows } from '@lyceum/kit/database/database'
import { emitOpenings } from '../../activity/activity-row.ts'

/** Emits the openings of at most `size` activities whose start, and that of their module, has come; returns their number. */
export const openActivities = (db: Database, size: number): Promise<number> =>
  db.$transaction(async (tx) => {
    const due = await rows<{ id: string }>(
      tx,
      `
      select id::text from activities
      where published and not deleted and opened_at is null and coalesce(start_time, '-infinity') <= now()
        and not exists (select from modules d where d.id = module_id and (not d.published or d.starts_at > now()))
      order by coalesce(start_time, '-infinity') limit $1 for no key update skip locked`,
      size,
    )
    return await emitOpenings(
      tx,
      due.map(({ id }) => id),
    )
  })
