// Terms of an exam for a person who wants to write it: read by one statement, judged by rules.ts.
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { assertOpen } from '../../activity/open-activity.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { assertUnlocked, maySomeWaitSql } from '../../times/prerequisites/prerequisites.ts'
import { countsProgress } from '../../trial.ts'
import { closes, joinTimes, opens, shownSql } from '../../times/times-sql.ts'
import type { Terms } from './rules.ts'

export type TermsRow = {
  id: string
  org_id: string
  course_id: string
  type: string
  deleted: boolean
  anonymous: boolean
  settings: Record<string, unknown>
  points: string | null
  shown: boolean
  opens: Date | null
  closes: Date | null
  limit_minutes: number | null
  attempts: number | null
  times_version: string | null
  paper_id: string | null
  code: string | null
  ip_ranges: string[] | null
  version: string
  /** It has prerequisites, of which some may not be met yet. */
  waits: boolean
  /** The running attempt of the person. */
  running: string | null
  running_trial: boolean | null
  running_device: string | null
}

/** The exam as it holds for one person. */
export type ExamTerms = {
  activity: {
    id: string
    orgId: string
    courseId: string
    type: string
    anonymous: boolean
    version: number
    settings: Record<string, unknown>
  }
  terms: Terms
  timesVersion: number
  points: string | null
  /** The last frozen paper. */
  paper: string | null
  code: string | null
  ranges: string[]
  /** A trial: of who is no student, or simulates one. */
  trial: boolean
}

export const readTerms = (sql: Tx, person: string, id: string): Promise<TermsRow | undefined> =>
  one<TermsRow>(
    sql,
    `
    select a.id::text, a.org_id::text, a.course_id::text, a.type, a.deleted, a.anonymous, a.settings, trim_scale(a.points)::text as points,
      ${shownSql('a')} as shown, ${opens} as opens, ${closes} as closes, t.limit_minutes, t.attempts, t.version::text as times_version,
      (select p.id::text from papers p where p.activity_id = a.id and p.frozen_at is not null order by p.n desc limit 1) as paper_id,
      e.code, e.ip_ranges, a.version::text, ${maySomeWaitSql('a')} as waits,
      r.id::text as running, r.trial as running_trial, r.device::text as running_device
    from activities a left join exam_access e on e.activity_id = a.id ${joinTimes("nullif($2, '')::uuid")}
    left join attempts r on r.activity_id = a.id and r.person_id = nullif($2, '')::uuid and r.state = 'running' where a.id = $1`,
    id,
    person,
  )

type TermsOptions = { afterEnd?: boolean; unlocked?: boolean }
/** `afterEnd`: also once it is closed. 404, 403 as of every activity; 409 paper.notOffered where no attempts are begun. */
export const examTerms = async (
  sql: Tx,
  actor: Actor,
  scope: CourseScope,
  id: string,
  now: Date,
  options?: TermsOptions,
): Promise<ExamTerms> => await termsOf(sql, actor, scope, { id, row: await readTerms(sql, actor.person, id) }, now, options)

/** The terms of a row that is already read; refuses as examTerms does. */
export async function termsOf(
  sql: Tx,
  { person }: Actor,
  scope: CourseScope,
  { id, row }: { id: string; row: TermsRow | undefined },
  now: Date,
  { afterEnd = false, unlocked = true }: TermsOptions = {},
): Promise<ExamTerms> {
  const teaching = seesAll(scope.access)
  const trial = !countsProgress(scope)
  if (!row) throw notFound('activity', id)
  const definition = definitionOf(row.type)
  assertOpen(
    { ...row, settings: row.settings as never, published: row.shown, startTime: row.opens, endTime: afterEnd ? null : row.closes },
    scope.access,
    now,
  )
  // assertOpen lets people read a task after its end; an exam is closed then
  if (!afterEnd && !teaching && row.closes && row.closes <= now) throw forbidden('activity.ended', { end_time: row.closes.toISOString() })
  if (definition?.asks !== 'exam') throw conflict('paper.notOffered')
  if (unlocked && !teaching && row.waits) await assertUnlocked(sql, id, person, trial)
  const settings = { ...definition.defaults, ...row.settings } as Record<string, unknown>
  return {
    activity: {
      id: row.id,
      orgId: row.org_id,
      courseId: row.course_id,
      type: row.type,
      anonymous: row.anonymous,
      version: Number(row.version),
      settings,
    },
    terms: {
      opens: row.opens,
      closes: row.closes,
      limitMinutes: row.limit_minutes ?? (settings.limit_minutes as number | null),
      graceMinutes: settings.grace_minutes as number,
      attempts: trial || settings.unlimited_attempts ? null : (row.attempts ?? (settings.attempts as number)),
    },
    timesVersion: Number(row.times_version ?? 0),
    points: row.points,
    paper: row.paper_id,
    code: row.code,
    ranges: row.ip_ranges ?? [],
    trial,
  }
}
