// A person's answers to the questions of a film: they stay with their questions, whichever paper asks them now.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { OpenedActivity } from '../../activity/open-activity.ts'
import type { StoredMark } from '../attempts/mark-attempt.ts'
import { earnedPoints, exactPoints, storedPoints } from '../attempts/rules.ts'
import type { KeptPaper, KeptPapers } from '../../questions/papers/kept-papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import type { Slot } from '../../questions/papers/rules.ts'
import { questionTypeOf } from '../../questions/question-types.ts'
import { type Fraction, fractionIn, fractionOf, lowest, plus, zero } from '../../points/fractions.ts'

/** `stored`: of students, and of who simulates one; who teaches tries it out, and nothing is kept. */
export type Quiz = {
  activity: OpenedActivity
  paper: KeptPaper | undefined
  slots: Slot[]
  tries: number
  trial: boolean
  stored: boolean
}
/** An order of its own has no quiz. */
export const asWritten = { seed: '0', shuffling: { questions: false, options: false } }
/** Until long after every course is over. */
const noEnd = new Date('2200-01-01T00:00:00Z')

export type QuizAnswer = { seq: number; answer: Record<string, unknown> | null; points: string | null; mark: StoredMark | null }
type Row = QuizAnswer & { question: string; version: string; slot: number; paper: string }

/** By slot of the paper. An answer that another version of its question does not take any more is none. */
export async function quizAnswers(papers: KeptPapers, tx: Tx, quiz: Quiz, person: string): Promise<Map<number, QuizAnswer>> {
  const { activity, paper, slots, trial, stored } = quiz
  const answers = new Map<number, QuizAnswer>()
  if (!paper || !stored) return answers
  const found = await rows<Row>(
    tx,
    `
    select distinct on (v.question_id) v.question_id::text as question, v.id::text as version, w.slot::int, w.seq, w.answer,
      trim_scale(w.points)::text as points, w.mark, a.paper_id::text as paper
    from attempts a join attempt_answers w on w.attempt_id = a.id join question_versions v on v.id = a.versions[w.slot + 1]
    where a.activity_id = $1 and a.person_id = $2 and a.trial = $3 order by v.question_id, a.started_at desc, w.slot`,
    activity.id,
    person,
    trial,
  )
  const byQuestion = new Map(found.map((row) => [row.question, row]))
  for (const [slot, { version, points }] of slots.entries()) {
    const kept = paper.versions.get(version)
    const row = kept && byQuestion.get(kept.questionId)
    if (!row) continue
    const { seq, answer, mark } = row
    if (row.version !== version && answer && !questionTypeOf(kept.type).fits(kept.content as never, answer as never)) continue
    answers.set(slot, { seq, answer, mark, points: row.paper === paper.id ? row.points : await outOf(papers, tx, row, points) })
  }
  return answers
}

/** The sum of the best of each question, before it is rounded. */
export function quizPoints({ slots }: Quiz, answers: ReadonlyMap<number, QuizAnswer>): Fraction {
  let sum = zero
  for (const [slot, { points, mark }] of answers) {
    const exact = mark?.exact ? earnedPoints(fractionIn(mark.exact), slots[slot]!.points) : null
    sum = lowest(plus(sum, exactPoints(points ?? '0', exact)))
  }
  return sum
}

/** The same share of other points, where an older paper gave the question others. */
async function outOf(papers: KeptPapers, tx: Tx, { paper, slot, points }: Row, most: string): Promise<string | null> {
  const before = await papers.of(tx, paper)
  const of = before && slotsOf(before, asWritten)[slot]?.points
  if (points === null || of === undefined || of === most) return points
  const [earned, all] = [fractionOf(points), fractionOf(of)]
  return all.n === 0n ? points : storedPoints(earnedPoints({ n: earned.n * all.d, d: earned.d * all.n }, most))
}

/** My attempt, whose slots are those of the paper that asks now: a quiz has one, and goes on as long as the course. Locked: two answers at once are two tries. */
export async function attemptFor(papers: KeptPapers, tx: Tx, quiz: Quiz, person: string, now: Date): Promise<string> {
  const { activity, paper, slots, trial } = quiz
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('quiz:' || $1 || $2, 0))`, activity.id, person)
  const found = await one<{ id: string; paper: string }>(
    tx,
    `select id::text, paper_id::text as paper from attempts where activity_id = $1 and person_id = $2 and trial = $3 order by started_at desc limit 1`,
    activity.id,
    person,
    trial,
  )
  if (found) {
    if (found.paper !== paper!.id) await moveTo(papers, tx, quiz, found.id, person)
    return found.id
  }
  const id = newId()
  await run(
    tx,
    `
    insert into attempts (id, org_id, course_id, activity_id, person_id, paper_id, versions, seed, state, trial, device, started_at, deadline,
      accept_until, submitted_at, submitted_by, points, version)
    values ($1, $2, $3, $4, $5, $6, $7, 0, 'marked', $8, $1, $9, $10, $10, $9, 'student', 0, $11)`,
    id,
    activity.orgId,
    activity.courseId,
    activity.id,
    person,
    paper!.id,
    slots.map(({ version }) => version),
    trial,
    now,
    noEnd,
    String(now.getTime()),
  )
  return id
}

/** More than a paper has slots. */
const apart = 1000

/** The answers of an attempt at an older paper go to the slots of their questions; those of questions that are asked no more stay behind the last. */
async function moveTo(papers: KeptPapers, tx: Tx, quiz: Quiz, attempt: string, person: string): Promise<void> {
  const { paper, slots } = quiz
  const answers = await quizAnswers(papers, tx, quiz, person)
  const before = await rows<{ slot: number; version: string; question: string }>(
    tx,
    `select w.slot::int, v.id::text as version, v.question_id::text as question from attempts a join attempt_answers w on w.attempt_id = a.id
     join question_versions v on v.id = a.versions[w.slot + 1] where a.id = $1 order by w.slot`,
    attempt,
  )
  const versions = slots.map(({ version }) => version)
  const slotOf = new Map(slots.map(({ version }, slot) => [paper!.versions.get(version)?.questionId, slot]))
  const moves = before.map(({ slot: from, version, question }) => {
    const to = slotOf.get(question)
    return {
      from,
      to: to !== undefined && answers.has(to) ? to : versions.push(version) - 1,
      points: to === undefined ? null : answers.get(to)?.points,
    }
  })
  for (const table of ['attempt_answers', 'answer_marks']) {
    // first out of each other's way
    await run(tx, `update ${table} set slot = slot + ${apart} where attempt_id = $1`, attempt)
    await run(
      tx,
      `update ${table} w set slot = m."to"${table === 'attempt_answers' ? ', points = coalesce(m.points, w.points)' : ''}
       from jsonb_to_recordset($2::text::jsonb) as m("from" smallint, "to" smallint, points numeric)
       where w.attempt_id = $1 and w.slot = m."from" + ${apart}`,
      attempt,
      JSON.stringify(moves),
    )
  }
  await run(tx, 'update attempts set paper_id = $2, versions = $3, version = version + 1 where id = $1', attempt, paper!.id, versions)
}
