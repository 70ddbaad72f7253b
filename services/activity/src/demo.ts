// Progress, attempts and answers of past days for the demo school, by their one writers, so that they are emitted and counted like any other.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { covered, type Interval } from '@lyceum/kit/intervals'
import { newId } from '@lyceum/kit/ids'
import { readActivities } from './activity/activity-row.ts'
import { type KeyedVersion, readKeys } from './exams/attempts/mark-attempt.ts'
import type { KeptPapers } from './questions/papers/kept-papers.ts'
import { slotsOf } from './questions/papers/paper-view.ts'
import { watchedPercent } from './progress/plays/rules.ts'
import type { ProgressEvent } from './progress/progress-after.ts'
import { record, recordForMany } from './progress/progress.ts'
import { recordedActivity } from './progress/recorded-activity.ts'
import { questionTypeOf, solutionOf } from './questions/question-types.ts'
import { uploadsById } from './activity/uploads/uploads.ts'

/** `watched`: stretches of a film as shares of its length. Without them it was read, or handed in where that is the criterion. */
export type PastVisit = { person: string; at: Date; watched?: Interval[] }

/** Records visits of students to an activity. Students who have been there already stay as they are, so that it may run again. */
export async function recordPast(tx: Tx, id: string, visits: PastVisit[]): Promise<void> {
  const [activity] = await readActivities(tx, [id])
  if (!activity || activity.deleted) return
  const there = await rows<{ id: string }>(tx, 'select person_id::text as id from progress where activity_id = $1', id)
  const known = new Set(there.map((row) => row.id))
  const recorded = await recordedActivity(tx, activity)
  const film =
    recorded.watching && activity.uploadIds[0] ? (await uploadsById(tx, [activity.uploadIds[0]])).get(activity.uploadIds[0]) : undefined
  for (const { person, at, watched } of visits) {
    if (known.has(person)) continue
    const occasion = { now: at, counts: true }
    await record(tx, recorded, person, eventOf(activity.criterionKey, at, watched, film?.duration ?? null), occasion)
    for (const { id: upload, pages } of recorded.documents ?? [])
      if (pages) await record(tx, recorded, person, { kind: 'pagesSeen', upload, seen: [[1, pages]], creditedUntil: at }, occasion)
  }
}

function eventOf(criterion: string, at: Date, shares: Interval[] | undefined, duration: number | null): ProgressEvent {
  if (!shares || !duration) return { kind: criterion === 'submitted' ? 'submitted' : 'read' }
  const watched = shares.map(([from, to]): Interval => [from * duration, to * duration])
  const seconds = covered(watched)
  const position = shares.at(-1)![1] >= 1 ? 0 : watched.at(-1)![1]
  return { kind: 'watched', watched, seconds, percent: watchedPercent(seconds, duration), position, creditedUntil: at }
}

/** `right`: the share of the questions that they know. `number`: numbers from 0 to 1, the same every time. */
export type PastAttempt = { person: string; began: Date; ended: Date; right: number; number: () => number }

/** Writes attempts at an exam as they were handed in: the sweep marks them, counts them and emits their facts like any other. */
export async function recordPastAttempts(tx: Tx, papers: KeptPapers, id: string, attempts: PastAttempt[]): Promise<void> {
  const frozen = await lastPaper(tx, papers, id)
  if (!frozen) return
  const { activity, paper } = frozen
  const keys = await readKeys(tx, [...paper.versions.keys()])
  for (const { person, began, ended, right, number } of attempts) {
    const seed = String(Math.floor(number() * 2 ** 40))
    const slots = slotsOf(paper, { seed, shuffling: { questions: false, options: true } })
    const attempt = newId()
    await run(
      tx,
      `
      insert into attempts (id, org_id, course_id, activity_id, person_id, paper_id, versions, seed, shuffle, state, trial, device, started_at, deadline,
        accept_until, submitted_at, submitted_by, seen_at, pseudonym, version)
      select $1::uuid, a.org_id, a.course_id, a.id, $3::uuid, $4::uuid, $5::uuid[], $6::bigint, 2, 'submitted', false, $1::uuid, $7::timestamptz,
        $8::timestamptz, $8::timestamptz, $8::timestamptz, 'student', $8::timestamptz, $9::int, 1
      from activities a where a.id = $2 and not exists (select from attempts b where b.activity_id = a.id and b.person_id = $3)`,
      attempt,
      activity,
      person,
      paper.id,
      slots.map(({ version }) => version),
      seed,
      began,
      ended,
      Math.floor(number() * 1_000_000),
    )
    const answers = slots.flatMap(({ version }, slot) => {
      const answer = answerTo(keys.get(version), number() < right, number)
      return answer ? [{ slot, answer }] : []
    })
    await run(
      tx,
      `insert into attempt_answers (attempt_id, slot, seq, answer, saved_at)
       select a.id, g.slot, 1, g.answer, $3::timestamptz from attempts a, jsonb_to_recordset($2::text::jsonb) as g(slot smallint, answer jsonb) where a.id = $1`,
      attempt,
      JSON.stringify(answers),
      ended,
    )
  }
}

async function lastPaper(tx: Tx, papers: KeptPapers, activity: string) {
  const last = await one<{ id: string }>(
    tx,
    'select id::text from papers where activity_id = $1 and frozen_at is not null order by n desc limit 1',
    activity,
  )
  const paper = last ? await papers.of(tx, last.id) : undefined
  return paper && { activity, paper }
}

const essays = [
  '<p>It is cold and salty, so it was dense enough to sink. That fits the Labrador Sea, where winter cools salty water from the south.</p>',
  '<p>I think it comes from the Arctic, because only there the water is so cold.</p>',
  '<p>The Norwegian Sea: ice forms there, leaves its salt, and the water below sinks. The value at 2,000 m could also be a mixture of two waters.</p>',
]
function answerTo(version: KeyedVersion | undefined, knows: boolean, number: () => number): object | undefined {
  if (!version) return undefined
  const type = questionTypeOf(version.type)
  if (type.marking === 'person') return { text: essays[Math.floor(number() * essays.length)] }
  const solution = solutionOf(version) as { value?: boolean; choice?: string } | null
  if (knows || !solution) return solution ?? undefined
  if (typeof solution.value === 'boolean') return { value: !solution.value }
  const { options } = version.content as { options?: { id: string }[] }
  const other = options?.find(({ id }) => id !== solution.choice)
  return solution.choice && other ? { choice: other.id } : undefined
}

/** Answers of an anonymous questionnaire, and who gave some. */
export async function recordPastResponses(
  tx: Tx,
  papers: KeptPapers,
  id: string,
  people: { person: string; number: () => number; text: string }[],
): Promise<void> {
  const frozen = await lastPaper(tx, papers, id)
  if (!frozen) return
  const { paper } = frozen
  const responses = people.map(({ number, text }) =>
    Object.fromEntries(
      [...paper.versions.values()].flatMap(({ questionId, type, content }) => {
        const answer = responseTo(type, content as { options?: { id: string }[] }, number, text)
        return answer ? [[questionId, answer]] : []
      }),
    ),
  )
  await run(
    tx,
    `insert into respondents (activity_id, people) select $1::uuid, array(select p from unnest($2::uuid[]) p order by p) on conflict do nothing`,
    id,
    people.map(({ person }) => person),
  )
  await run(
    tx,
    'insert into responses (activity_id, answers) select $1::uuid, r from jsonb_array_elements($2::text::jsonb) r order by random()',
    id,
    JSON.stringify(responses),
  )
  const [activity] = await readActivities(tx, [id])
  if (activity)
    await recordForMany(
      tx,
      await recordedActivity(tx, activity),
      people.map(({ person }) => person),
      { kind: 'answered' },
      { now: new Date(), counts: true },
    )
}

function responseTo(type: string, { options }: { options?: { id: string }[] }, number: () => number, text: string): object | undefined {
  if (type === 'scale') return { value: Math.min(5, 2 + Math.floor(number() * 4)) }
  if (options) return { choice: options[Math.floor(number() ** 2 * options.length)]!.id }
  return text ? { text } : undefined
}
