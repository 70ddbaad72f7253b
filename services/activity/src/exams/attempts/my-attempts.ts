// My attempts at an exam: what I have written, what I may still, and what of it is shown.
import { fractionIn } from '../../points/fractions.ts'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { context } from '@lyceum/kit/calls/context'
import { Problem } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'
import { assertUnlocked } from '../../times/prerequisites/prerequisites.ts'
import { seesAll } from '@lyceum/course/mirror/rules'
import type { MyAttempts, WhyNot } from './api.ts'
import { type AttemptRow, attemptColumns, toHead } from './attempt-row.ts'
import { examTerms, type ExamTerms } from './exam-terms.ts'
import { isApart } from './answers.ts'
import { attemptsLeft, countedPoints, type Counts, isWithin, exactPoints, storedPoints } from './rules.ts'

/** Readable from its beginning on, also once it is closed. */
export async function readMyAttempts({ pool, papers, now }: Deps, actor: Actor, scope: CourseScope, id: string): Promise<MyAttempts> {
  const reads = sharedReads(pool)
  const time = now()
  const exam = await examTerms(reads, actor, scope, id, time, { afterEnd: true, unlocked: false })
  const mine = await rows<AttemptRow & { paper_points: string; late: number }>(
    reads,
    `select ${attemptColumns}, trim_scale(p.points)::text as paper_points, (
       select count(*)::int from late_answers l left join attempt_answers w on w.attempt_id = l.attempt_id and w.slot = l.slot
       where l.attempt_id = a.id and ${isApart}) as late from attempts a join papers p on p.id = a.paper_id
     where a.activity_id = $1 and a.person_id = $2 and a.trial = $3 order by a.started_at, a.id`,
    exam.activity.id,
    actor.person,
    exam.trial,
  )
  const paper = exam.paper ? await papers.of(reads, exam.paper) : undefined
  const running = mine.find(({ state }) => state === 'running')
  const done = mine.filter(({ state }) => state !== 'running')
  const left = attemptsLeft(exam.terms, done.length)
  const shown = await isShown(reads, exam, actor.person)
  const why = paper ? await whyNot(reads, exam, actor, scope, left, time) : 'no_paper'
  const showsPoints = shown && exam.activity.settings.results_shown !== 'nothing'
  const pointsOf = ({ state, to_mark, points }: AttemptRow) => (state === 'marked' && to_mark === 0 ? points : null)
  const counted = countedPoints(
    done.map((row) => {
      const points = pointsOf(row)
      return points === null ? null : exactPoints(points, row.exact === null ? null : fractionIn(row.exact))
    }),
    exam.activity.settings.counts as Counts,
  )
  return {
    now: time.toISOString(),
    may_start: running !== undefined || why === null,
    why: running ? null : why,
    needs_code: exam.code !== null && !exam.trial,
    attempts_left: left,
    limit_minutes: exam.terms.limitMinutes,
    opens: exam.terms.opens?.toISOString() ?? null,
    closes: exam.terms.closes?.toISOString() ?? null,
    ends_at: exam.terms.closes && new Date(exam.terms.closes.getTime() + exam.terms.graceMinutes * 60_000).toISOString(),
    questions: paper ? questionsOf(paper.frozen) : 0,
    points: exam.points,
    running: running ? toHead(running, undefined, time) : null,
    attempts: done.map((row) => ({
      id: row.id,
      started_at: row.started_at.toISOString(),
      submitted_at: row.submitted_at?.toISOString() ?? null,
      submitted_by: row.submitted_by,
      state: row.state,
      points: showsPoints ? pointsOf(row) : null,
      max: row.paper_points,
      released: shown && pointsOf(row) !== null,
      review: shown && row.state === 'marked',
      late: row.late,
    })),
    counted: showsPoints && counted ? storedPoints(counted) : null,
  }
}

const questionsOf = (sections: readonly { entries: readonly object[] }[]): number =>
  sections.reduce((sum, { entries }) => sum + entries.reduce((all, entry) => all + ('count' in entry ? (entry.count as number) : 1), 0), 0)

/** Whether my results are released. Those of a trial, which has no score, are shown at once. */
export async function isShown(
  tx: Parameters<typeof releasedOf>[0],
  { activity, trial, points }: ExamTerms,
  person: string,
): Promise<boolean> {
  if (trial) return true
  if (points === null) return activity.settings.results_when === 'at_once'
  const of = { id: activity.id, orgId: activity.orgId, courseId: activity.courseId, type: activity.type, settings: {} }
  return (await releasedOf(tx, of, [person])).has(person)
}

async function whyNot(
  tx: Parameters<typeof releasedOf>[0],
  { terms, ranges, trial, activity }: ExamTerms,
  { person }: Actor,
  scope: CourseScope,
  left: number | null,
  now: Date,
): Promise<WhyNot | null> {
  if (terms.closes && terms.closes <= now && !seesAll(scope.access)) return 'ended'
  if (left === 0) return 'no_attempts'
  if (!trial && !isWithin(context()?.address ?? '', ranges)) return 'address'
  if (seesAll(scope.access)) return null
  try {
    await assertUnlocked(tx, activity.id, person, trial)
    return null
  } catch (error) {
    if (error instanceof Problem && error.code === 'activity.locked') return 'locked'
    throw error
  }
}
