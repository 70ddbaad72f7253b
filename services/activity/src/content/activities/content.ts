// The content screen of a course in one call. Hot: one prepared SQL statement, whose cost grows with the course's
// activities and not with its members. The part that all readers share is in it only if this process does not have it yet.
import type { Actor } from '@lyceum/kit/calls/actor'
import { storedTime } from '@lyceum/kit/database/stored-times'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { lockedAmong } from '../../times/prerequisites/rules.ts'
import { completenessOf, counts } from '../../progress/completeness.ts'
import type { ProgressRow } from '../../activity/progress-row.ts'
import { countsProgress } from '../../trial.ts'
import { type PersonalDates, type SharedRow, toActivityRow } from '../../activity/activity-row.ts'
import type { ActivityRow } from '../../activity/api.ts'
import type { CourseContent } from './api.ts'
import { type SharedContent, sharedSql } from './shared-content.ts'

/** A person's progress; times are milliseconds. */
type Progress = Omit<ProgressRow, 'completed_at' | 'read_at' | 'last_seen_at'> & {
  id: string
  completed_at: number | null
  read_at: number | null
  last_seen_at: number
}
type Content = {
  revision: string
  /** Null: the content of the revision that was named. */
  shared: string | null
  progress: Progress[] | null
  /** Of each activity: its id, opens, due, closes. A text is made in two thirds of the time of JSON. */
  times: string | null
  checkpoints: boolean | null
}

// in floating point from the start: numeric arithmetic costs a fifth of the statement
const ms = (column: string) => `round(date_part('epoch', ${column}) * 1000)`
const date = (at: number | null) => (at === null ? null : storedTime(at))

// one round trip: the trip costs more than the query; and one snapshot, so that all parts are of one moment
const contentSql = `
  ${sharedSql('$1', '$5')},
    (select json_agg(p) from (
      select p.activity_id as id, p.percent, p.pages_read, p.watched_seconds, p.position, p.state, p.opened,
        ${ms('p.completed_at')} as completed_at, ${ms('p.read_at')} as read_at, ${ms('p.last_seen_at')} as last_seen_at
      from progress p where p.course_id = $1 and p.person_id = $2 and (not p.trial or $4)) p) as progress,
    (select string_agg(concat(t.activity_id, ',', ${ms('t.opens')}, ',', ${ms('t.due')}, ',', ${ms('t.closes')}), ' ')
      from personal_times t where t.course_id = $1 and t.person_id = $2 and not $3) as times,
    (select c.learning_mode = 'checkpoint' from mirror.courses c where c.id = $1) as checkpoints
  from revision`

/** The rows of a list, and beside them what they are made of. */
export type Rows = { content: SharedContent; shared: SharedRow[]; items: ActivityRow[]; teaching: boolean }

/** The modules and activities of a course, and what these are made of. Students see what is published, in modules that are, with uploads while it is open. */
export async function readCourseContent(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  course: string,
): Promise<{ answer: CourseContent; shared: SharedRow[] }> {
  const { content, shared, items, teaching } = await readRows(deps, actor, scope, course)
  const counted = items.filter(counts)
  const answer = {
    modules: teaching ? content.modules : content.shownModules,
    activities: items,
    completeness: completenessOf(counted.filter(({ my }) => my.completed).length, counted.length),
  }
  return { answer, shared }
}

export async function readRows({ pool, now, contents }: Deps, actor: Actor, scope: CourseScope, course: string): Promise<Rows> {
  const teaching = seesAll(scope.access)
  const kept = contents.of(course)
  const { rows } = await pool.query({
    name: 'content',
    text: contentSql,
    values: [course, actor.person || null, teaching, !countsProgress(scope), kept?.revision ?? null],
  })
  const { revision, shared: written, progress, times, checkpoints } = rows[0] as Content
  const content = written === null ? kept!.content : contents.keep(course, revision, written)
  const progressOf = new Map(progress?.map((row) => [row.id, progressRowOf(row)]))
  const timesOf = new Map(times?.split(' ').map(personalDatesOf))
  const time = now()
  const locked = teaching ? undefined : lockedIn(content, progressOf, checkpoints === true)
  const shared = teaching ? content.activities : content.shown
  const items = shared.map((row) => toActivityRow(row, timesOf.get(row.id), progressOf.get(row.id), time, teaching, locked?.get(row.id)))
  return { content, shared, items, teaching }
}

/** The locked ones of a student's list. */
function lockedIn(
  { inOrder, prerequisites }: SharedContent,
  progress: Map<string, ProgressRow>,
  checkpoints: boolean,
): Map<string, string> | undefined {
  if (prerequisites.length === 0 && !checkpoints) return undefined
  const steps = inOrder.map(({ id, completion_criterion_key }) => {
    const my = progress.get(id)
    return {
      id,
      counts: completion_criterion_key !== 'none',
      completed: my !== undefined && my.completed_at !== null,
      opened: my?.opened === true,
    }
  })
  return lockedAmong(steps, prerequisites, checkpoints)
}

function personalDatesOf(text: string): [string, PersonalDates] {
  const [id = '', opens, due, closes] = text.split(',')
  return [id, { opens: numberOf(opens), due: numberOf(due), closes: numberOf(closes) }]
}
const numberOf = (text: string | undefined) => (text ? Number(text) : null)

const progressRowOf = ({ last_seen_at, completed_at, read_at, ...row }: Progress): ProgressRow => ({
  ...row,
  last_seen_at: new Date(last_seen_at),
  completed_at: date(completed_at),
  read_at: date(read_at),
})
