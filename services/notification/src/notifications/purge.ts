// Notifications are news, and go when they are none: read ones some months after they were read, and in the end those that nobody reads. The things that
// they are about stay. The counts beside them follow by their triggers.
import { run, type Tx } from '@lyceum/kit/database/database'
import { leastIdAt } from '@lyceum/kit/ids'
import type { Config } from '../config.ts'

type Keeping = { now(): Date; config: Pick<Config, 'readDays' | 'keptDays'> }

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/**
 * Deletes at most `size` that were read long ago; returns their number. Both pass over rows that a call is writing: of two that wait for one another
 * PostgreSQL would end the reader's.
 */
export const purgeRead = (tx: Tx, { now, config }: Keeping, size: number): Promise<number> =>
  run(
    tx,
    'delete from notifications where id in (select id from notifications where read_at < $1 order by read_at limit $2 for update skip locked)',
    daysBefore(now(), config.readDays),
    size,
  )

/** Deletes at most `size` that were made long ago, read or not; returns their number. Their ids hold the time. */
export const purgeOld = (tx: Tx, { now, config }: Keeping, size: number): Promise<number> =>
  run(
    tx,
    'delete from notifications where id in (select id from notifications where id < $1::uuid order by id limit $2 for update skip locked)',
    leastIdAt(daysBefore(now(), config.keptDays)),
    size,
  )
