// The sweep: closes attempts whose time is over, marks the attempts handed in, writes scores and emits facts. Nothing of it is in the minute that counts.
import { setImmediate } from 'node:timers/promises'
import { rows, run, type Database, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { readActivities } from '../../activity/activity-row.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import type { KeptPaper } from '../../questions/papers/kept-papers.ts'
import { record, recordForMany } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { isNameless } from '../../activity/anonymity.ts'
import { uploadsOfAnswer } from './answers.ts'
import { attemptColumns, type AttemptRow } from './attempt-row.ts'
import { holdAttemptFiles, emitAttempts } from './attempt-facts.ts'
import { scoreAttempts } from './attempt-scores.ts'
import { type PersonMark, markAttempt, type MarkedAttempt, readKeys, type SavedRow } from './mark-attempt.ts'

/** Attempts of one transaction, and of one piece of marking between which other calls have their turn. */
export const [slice, piece] = [100, 20]

/** Closes at most `size` attempts whose time is over; returns their number. */
export const closeDue = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `
    update attempts a set state = 'submitted', submitted_at = a.deadline, submitted_by = 'deadline', version = ${nextVersion('a.version')}
    from (select id from attempts where state = 'running' and paused_at is null and accept_until < $1 order by accept_until limit $2
      for update skip locked) due
    where a.id = due.id`,
    now,
    size,
  )

/** Marks at most `size` attempts that were handed in; returns their number. */
export const markSubmitted = (db: Database, deps: Pick<Deps, 'papers' | 'now'>, size = slice): Promise<number> =>
  db.$transaction(async (tx) => {
    const submitted = await rows<AttemptRow>(
      tx,
      `select ${attemptColumns} from attempts a where a.state = 'submitted' order by a.submitted_at limit $1 for update skip locked`,
      size,
    )
    if (submitted.length === 0) return 0
    const marked = await markAll(tx, deps, submitted)
    await writeMarks(tx, marked)
    await follow(tx, deps, marked)
    return submitted.length
  })

export type Marked = { attempt: AttemptRow; result: MarkedAttempt; answers: SavedRow[] }

/** A question, and the version of it by which answers are marked anew. */
export type Correction = { question: string; version: string; n: number }

/** Marks these attempts by their keys, a piece at a time: by the version that was asked, or a later one by which the exam was marked anew. */
export async function markAll(
  tx: Tx,
  { papers }: Pick<Deps, 'papers'>,
  attempts: readonly AttemptRow[],
  correction?: Correction,
): Promise<Marked[]> {
  const ids = attempts.map(({ id }) => id)
  const answers = await rows<SavedRow & { attempt: string }>(
    tx,
    'select attempt_id::text as attempt, slot::int, answer, saved_at from attempt_answers where attempt_id = any($1)',
    ids,
  )
  const personMarks = await rows<PersonMark & { attempt: string }>(
    tx,
    `select attempt_id::text as attempt, slot::int, trim_scale(points)::text as points, updated_at from answer_marks
     where attempt_id = any($1) and place = 0 and state = 'done'`,
    ids,
  )
  const corrections = await readCorrections(tx, [...new Set(attempts.map(({ activity_id }) => activity_id))])
  const answersOf = Map.groupBy(answers, ({ attempt }) => attempt)
  const marksOfSlot = Map.groupBy(personMarks, ({ attempt }) => attempt)
  const keys = await readKeys(tx, [
    ...attempts.flatMap(({ versions }) => versions),
    ...[...corrections.values()].flat().map(({ version }) => version),
    ...(correction ? [correction.version] : []),
  ])
  const marked: Marked[] = []
  for (const [nth, attempt] of attempts.entries()) {
    if (nth > 0 && nth % piece === 0) await setImmediate()
    const paper = await papers.of(tx, attempt.paper_id)
    const saved = answersOf.get(attempt.id) ?? []
    const by = paper
      ? correctedBy(paper, [...(corrections.get(attempt.activity_id) ?? []), ...(correction ? [correction] : [])], correction)
      : undefined
    const result: MarkedAttempt = paper
      ? markAttempt(paper, attempt, saved, marksOfSlot.get(attempt.id) ?? [], keys, by)
      : { slots: [], points: '0', exact: '0/1', toMark: 0 }
    marked.push({ attempt, result, answers: saved })
  }
  return marked
}

type CorrectionRow = Correction & { activity: string }
/** By activity, of each question the last one. */
async function readCorrections(tx: Tx, activities: string[]): Promise<Map<string, CorrectionRow[]>> {
  const found = await rows<CorrectionRow>(
    tx,
    `select distinct on (activity_id, question_id) activity_id::text as activity, question_id::text as question, version_id::text as version, to_n as n
     from regrades where activity_id = any($1) order by activity_id, question_id, at desc, id desc`,
    activities,
  )
  return Map.groupBy(found, ({ activity }) => activity)
}

/** Asked version → the one that marks it. A version that was asked after the correction stays; what is corrected now holds for all. */
function correctedBy(paper: KeptPaper, corrections: readonly Correction[], now?: Correction): Map<string, string> {
  const by = new Map<string, string>()
  for (const { id, questionId, n } of paper.versions.values())
    for (const one of corrections) if (one.question === questionId && (one === now || one.n > n)) by.set(id, one.version)
  return by
}

export async function writeMarks(tx: Tx, marked: readonly Marked[]): Promise<void> {
  await run(
    tx,
    `
    update attempt_answers w set points = m.points, mark = m.mark
    from jsonb_to_recordset($1::text::jsonb) as m(attempt_id uuid, slot smallint, points numeric, mark jsonb)
    where w.attempt_id = m.attempt_id and w.slot = m.slot`,
    JSON.stringify(marked.flatMap(({ attempt, result }) => result.slots.map((slot) => ({ attempt_id: attempt.id, ...slot })))),
  )
  const written = await rows<{ id: string; version: string }>(
    tx,
    `
    update attempts a set state = 'marked', points = m.points, exact = m.exact, to_mark = m.to_mark, version = ${nextVersion('a.version')}
    from jsonb_to_recordset($1::text::jsonb) as m(id uuid, points numeric, exact text, to_mark int) where a.id = m.id returning a.id::text, a.version::text`,
    JSON.stringify(
      marked.map(({ attempt, result }) => ({ id: attempt.id, points: result.points, exact: result.exact, to_mark: result.toMark })),
    ),
  )
  const versionOf = new Map(written.map(({ id, version }) => [id, version]))
  for (const { attempt, result } of marked) {
    attempt.version = versionOf.get(attempt.id) ?? attempt.version
    Object.assign(attempt, { state: 'marked', points: result.points, exact: result.exact, to_mark: result.toMark })
  }
}

/** Progress, scores, files and facts of what was marked for the first time. */
async function follow(tx: Tx, deps: Pick<Deps, 'now'>, marked: readonly Marked[]): Promise<void> {
  const activities = new Map(
    (await readActivities(tx as never, [...new Set(marked.map(({ attempt }) => attempt.activity_id))])).map((row) => [row.id, row]),
  )
  for (const [id, of] of Map.groupBy(marked, ({ attempt }) => attempt.activity_id)) {
    const activity = activities.get(id)
    if (activity) await followIn(tx, deps, activity, of)
  }
}

async function followIn(tx: Tx, deps: Pick<Deps, 'now'>, activity: Activity, marked: readonly Marked[]): Promise<void> {
  const now = deps.now()
  const recorded = await recordedActivity(tx, activity)
  const real = marked.filter(({ attempt }) => !attempt.trial)
  for (const { attempt } of marked)
    if (attempt.trial) await record(tx, recorded, attempt.person_id, { kind: 'submitted' }, { now, counts: false })
  if (real.length === 0 || activity.deleted) return
  const persons = [...new Set(real.map(({ attempt }) => attempt.person_id))]
  await holdAttemptFiles(
    tx,
    real.flatMap(({ attempt, answers }) => {
      const uploadIds = [...new Set(answers.flatMap(({ answer }) => uploadsOfAnswer(answer)))]
      return uploadIds.length > 0 ? [{ ...attempt, uploadIds }] : []
    }),
  )
  await scoreAttempts(tx, deps, activity, persons, null)
  // the sweep may come long after, when the process was away meanwhile
  const at = new Map(real.map(({ attempt }) => [attempt.person_id, attempt.submitted_at ?? now]))
  await recordForMany(tx, recorded, persons, { kind: 'submitted' }, { now, counts: true, at })
  await emitAttempts(
    tx,
    real.map(({ attempt }) => attempt),
    { title: activity.title, nameless: await isNameless(tx, activity) },
  )
}
