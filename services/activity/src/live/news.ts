// News of live lectures: students are notified when one that they were shown is moved or called off, and ten minutes before it begins.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../generated/client.ts'
import { meetingTypes } from '../types/activity-types.ts'
import { arrangeSoon } from './watching/arranging.ts'
import { emitLive, type LiveEvent, meetingColumns, type MeetingRow, meetingTables, overAt } from './meeting-row.ts'

type News = { set: string; event: LiveEvent } | undefined

/** The change of what students know by the row as it is now; undefined: they know it all. */
export function newsOf(row: MeetingRow, now: Date): News {
  const { known_start: known, known_end: until, starts_at: starts, shown } = row
  if (!shown) {
    if (known === null) return undefined
    const over = overAt(known, until)!
    return over > now && !row.ended_at
      ? { set: `known_start = null, known_end = null, called_off_at = now(), called_off = ${asKnown}`, event: 'called_off' }
      : { set: 'known_start = null, known_end = null', event: '' }
  }
  const same = until?.getTime() === row.ends_at?.getTime() && row.known_title === row.title
  if (known?.getTime() === starts?.getTime()) return same || known === null ? undefined : { set: present, event: '' }
  // a lecture that was over, or will be before anybody reads it, is no news
  const isNews = known !== null && starts !== null && starts > now
  const goesOn = starts !== null && overAt(starts, row.ends_at)! > now
  return {
    set: `${present}, called_off_at = null, called_off = null${goesOn ? ', ended_at = null, began_at = null' : ''}`,
    event: isNews ? 'moved' : '',
  }
}
const present = `known_start = (select greatest(a.start_time, d.starts_at) from activities a left join modules d on d.id = a.module_id where a.id = activity_id),
  known_end = (select least(a.end_time, d.ends_at) from activities a left join modules d on d.id = a.module_id where a.id = activity_id),
  known_title = (select a.title from activities a where a.id = activity_id)`

/** A lecture as it is called off: with the times and the title that students knew, whatever is written in the same moment. */
const asKnown = `jsonb_build_object('title', coalesce(known_title, (select a.title from activities a where a.id = activity_id)), 'starts_at', known_start, 'ends_at', known_end)`

/** Follows activities that were written, in their transaction. */
export const followActivities = (tx: Tx, activities: readonly Pick<Activity, 'id' | 'type'>[], now: Date): Promise<void> =>
  follow(
    tx,
    activities.filter(({ type }) => meetingTypes.includes(type)).map(({ id }) => id),
    now,
  )

/** Follows activities whose module moves, shows or hides them, which writes none of them. Times of single people are no news. */
export async function followModules(tx: Tx, activities: readonly string[], persons: readonly string[] | null, now: Date): Promise<void> {
  if (persons !== null) return
  const found = await rows<{ id: string }>(
    tx,
    'select id::text from activities where id = any($1) and type = any($2) and not deleted order by id',
    activities,
    meetingTypes,
  )
  await follow(
    tx,
    found.map(({ id }) => id),
    now,
  )
}

async function follow(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const sql = tx
  await run(
    sql,
    `insert into meetings (activity_id, org_id, course_id, version) select a.id, a.org_id, a.course_id, 0 from activities a where a.id = any($1)
     on conflict (activity_id) do nothing`,
    ids,
  )
  const found = await rows<MeetingRow>(sql, `select ${meetingColumns} from ${meetingTables} where a.id = any($1) order by a.id`, ids)
  for (const row of found) {
    const due = newsOf(row, now)
    if (due) await emitLive(tx, row.id, now, { ...due, before: row.known_start })
    if (row.provider !== 'link') await arrangeSoon(tx, row.id, now)
  }
}

/** Notifies of at most `size` lectures that begin within ten minutes, each once for its start; returns their number. */
export async function noticeMeetings(tx: Tx, now: Date, size: number): Promise<number> {
  const sql = tx
  const due = await rows<{ id: string }>(
    sql,
    `select m.activity_id::text as id from meetings m
     where m.known_start > $1 and m.known_start <= $1::timestamptz + interval '10 minutes' and m.noticed_start is distinct from m.known_start
       and m.ended_at is null order by m.known_start limit $2 for update skip locked`,
    now,
    size,
  )
  for (const { id } of due) await emitLive(tx, id, now, { set: 'noticed_start = known_start', event: 'soon' })
  return due.length
}
