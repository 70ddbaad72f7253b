// A lecture that was called off as its students read it: its times as they knew them, their title, and nothing that
// was written since.
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { one, type Tx } from '@lyceum/kit/database/database'
import { shownSql } from '../times/times-sql.ts'
import type { Meeting } from './meetings/api.ts'

type Known = { title: string; starts_at: string; ends_at: string | null }

/** Undefined where it takes place, students never saw it, or the reader sees it as it is. */
export async function calledOffOf(tx: Tx, { access }: CourseScope, id: string, now: Date): Promise<Meeting | undefined> {
  if (seesAll(access) || access.guest) return undefined
  const row = await one<{ known: Known }>(
    tx,
    `select m.called_off as known from meetings m join activities a on a.id = m.activity_id
     where m.activity_id = $1 and m.called_off is not null and not (${shownSql('a')})`,
    id,
  )
  if (!row) return undefined
  const { title, starts_at, ends_at } = row.known
  const iso = (time: string) => new Date(time).toISOString()
  return {
    title,
    provider: 'link',
    state: 'called_off',
    starts_at: iso(starts_at),
    ends_at: ends_at && iso(ends_at),
    opens_at: null,
    can_join: false,
    has_address: false,
    people: 0,
    joined_at: null,
    recordings: [],
    can: { change: false },
    options: { record: false, muted: false },
    choices: [],
    error: null,
    keepable: true,
    version: 0,
    now: now.toISOString(),
  }
}
