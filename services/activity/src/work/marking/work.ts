// A work as it is marked: its submission, one version of it, its activity.
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { readActivities } from '../../activity/activity-row.ts'
import { settingsOf } from '../../types/settings.ts'
import type { Activity } from '../../generated/client.ts'

export type Work = {
  id: string
  activity: Activity
  /** The newest version; 0: nothing is handed in. */
  newest: number
  /** Two people mark it, each by themselves. */
  twoMarkers: boolean
  /** Of the activity; null: it has no points. */
  max: string | null
  trial: boolean
}
type Row = { id: string; activity_id: string; n: number; trial: boolean }

/** Locks the submission until the transaction ends: what is handed in, marked and decided of one work keeps an order. */
export const lockWork = (tx: Tx, id: string): Promise<Work> => read(tx, id, 'for no key update')
export const readWork = (tx: Tx, id: string): Promise<Work> => read(tx, id, '')

async function read(tx: Tx, id: string, lock: string): Promise<Work> {
  const row = await one<Row>(tx, `select id::text, activity_id::text, n, trial from submissions where id = $1 ${lock}`, id)
  const [activity] = row ? await readActivities(tx, [row.activity_id]) : []
  if (!row || !activity) throw notFound('submission', id)
  return { id, activity, newest: row.n, twoMarkers: hasTwoMarkers(activity), max: activity.points?.toString() ?? null, trial: row.trial }
}

export const hasTwoMarkers = (activity: Pick<Activity, 'type' | 'settings'>): boolean => settingsOf(activity).second_marker === true

/** 400 marking.noVersion unless the work has this version. */
export function checkVersion({ newest }: Pick<Work, 'newest'>, n: number): void {
  if (n < 1 || n > newest) throw invalid({ n: 'marking.noVersion' })
}
