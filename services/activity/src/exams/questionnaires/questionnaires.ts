// A questionnaire as who answers it reads it, and its answers: by name as an attempt, or as nobody's.
import { randomUUID } from 'node:crypto'
import { groupOf, groupPeople } from '@lyceum/course/mirror/groups'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Fields } from '@lyceum/kit/calls/errors'
import { settingsOf } from '../../types/settings.ts'
import type { OpenedActivity } from '../../activity/open-activity.ts'
import { cleanAnswer, type StoredAnswer, isBlankAnswer, uploadsOfAnswer } from '../attempts/answers.ts'
import type { Deps } from '../../deps.ts'
import { takingSettings, toPaperView } from '../../questions/papers/paper-view.ts'
import { record } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { leastShown } from './api.ts'
import { asWritten } from './counting.ts'
import { type OpenQuestionnaire, openQuestionnaire } from './open-questionnaire.ts'
import { openWaiting, sealGroup, sealWaiting, waitingAfter } from './sealed.ts'

export async function readQuestionnaire(deps: Deps, actor: Actor, scope: CourseScope, id: string) {
  const opened = await openQuestionnaire(deps, actor, scope, id)
  const { activity, paper, trial, closed } = opened
  const settings = settingsOf(activity)
  const answered = trial ? false : await hasAnswered(deps.db, activity, actor.person)
  const teaching = seesAll(scope.access)
  const changeable = settings.changeable === true && !activity.anonymous
  return {
    now: deps.now().toISOString(),
    title: activity.title,
    body: activity.body,
    anonymous: activity.anonymous,
    changeable,
    show_progress: settings.show_progress === true,
    closes: activity.endTime?.toISOString() ?? null,
    answered,
    may_answer: !(closed && !teaching) && (!answered || changeable),
    results: teaching || (settings.results_for_students === true && closed),
    paper: toPaperView(paper, asWritten, takingSettings({})),
  }
}

async function hasAnswered(tx: Tx, activity: Pick<OpenedActivity, 'id' | 'anonymous'>, person: string): Promise<boolean> {
  const found = activity.anonymous
    ? await one(tx, 'select from respondents where activity_id = $1 and people @> array[$2::uuid]', activity.id, person)
    : await one(tx, 'select from attempts where activity_id = $1 and person_id = $2 and not trial', activity.id, person)
  return found !== undefined
}

type SlotAnswer = { slot: number; answer: StoredAnswer | null }

/**
 * By the id of the question: an edited paper still finds them. 400 names a slot whose answer does not fit. No answer has files, and no question asks for
 * them, but those that were frozen long ago: results show none, and a file says whose it is.
 */
function checkedAnswers(
  { paper, slots }: OpenQuestionnaire,
  answers: readonly SlotAnswer[],
): Map<string, { slot: number; answer: StoredAnswer }> {
  const fields: Fields = {}
  const good = new Map<string, { slot: number; answer: StoredAnswer }>()
  answers.forEach(({ slot, answer }, nth) => {
    const version = paper.versions.get(slots[slot]?.version ?? '')
    const cleaned = version && cleanAnswer(version, answer)
    const field = `answers.${nth}.answer`
    if (!version) fields[field] = 'answer.noQuestion'
    else if (uploadsOfAnswer(answer).length > 0) fields[field] = 'answer.noFiles'
    else if (cleaned === undefined) fields[field] = 'answer.unfit'
    else if (cleaned && !isBlankAnswer(version, cleaned)) good.set(version.questionId, { slot, answer: cleaned })
  })
  if (Object.keys(fields).length > 0) throw invalid(fields)
  return good
}

/** 409 response.given for a person who has answered, unless answers may be changed; 403 activity.ended. */
export async function answerQuestionnaire(deps: Deps, actor: Actor, scope: CourseScope, id: string, answers: SlotAnswer[]) {
  const opened = await openQuestionnaire(deps, actor, scope, id)
  const { activity, trial, closed } = opened
  if (closed && !seesAll(scope.access)) throw conflict('activity.ended', { end_time: activity.endTime!.toISOString() })
  const good = checkedAnswers(opened, answers)
  // what is tried out in an anonymous one would count among the others'
  if (activity.anonymous && trial) return { answered: true }
  if (activity.anonymous) await answerNameless(deps, opened, actor.person, good)
  else await answerByName(deps, opened, actor.person, good)
  await record(deps.db, await recordedActivity(deps.db, activity), actor.person, { kind: 'answered' }, { now: deps.now(), counts: !trial })
  return { answered: true }
}

type Good = ReadonlyMap<string, { slot: number; answer: StoredAnswer }>

async function answerByName(
  { db, now }: Deps,
  { activity, paper, slots, trial }: OpenQuestionnaire,
  person: string,
  good: Good,
): Promise<void> {
  await run(db, `select pg_advisory_xact_lock(hashtextextended('response:' || $1 || $2, 0))`, activity.id, person)
  const before = await one<{ id: string }>(
    db,
    'select id::text from attempts where activity_id = $1 and person_id = $2 and trial = $3 order by started_at desc limit 1',
    activity.id,
    person,
    trial,
  )
  if (before && !trial && settingsOf(activity).changeable !== true) throw conflict('response.given')
  const time = now()
  const attempt = before?.id ?? newId()
  await run(
    db,
    `
    insert into attempts as a (id, org_id, course_id, activity_id, person_id, paper_id, versions, seed, state, trial, device, started_at, deadline,
      accept_until, submitted_at, submitted_by, version)
    values ($1, $2, $3, $4, $5, $6, $7, 0, 'marked', $8, $1, $9, $9, $9, $9, 'student', $10)
    on conflict (id) do update set paper_id = excluded.paper_id, versions = excluded.versions, submitted_at = excluded.submitted_at,
      version = greatest(a.version + 1, excluded.version)`,
    attempt,
    activity.orgId,
    activity.courseId,
    activity.id,
    person,
    paper.id,
    slots.map(({ version }) => version),
    trial,
    time,
    String(time.getTime()),
  )
  await run(db, 'delete from attempt_answers where attempt_id = $1', attempt)
  await run(
    db,
    `insert into attempt_answers (attempt_id, slot, seq, answer, saved_at)
     select $1::uuid, g.slot, 1, g.answer, $3::timestamptz from jsonb_to_recordset($2::text::jsonb) as g(slot smallint, answer jsonb)`,
    attempt,
    JSON.stringify([...good.values()]),
    time,
  )
}

/** Rows that are written anew with each answer. */
const shuffled = 200

/**
 * Nothing says whose the answers are, nor when they came: the row has a random id and no time, up to 200 others are written anew beside it in a random
 * order, so that neither the order of the table nor a transaction distinguishes one from another, and who has answered is a sorted list apart. Its group, and
 * that it is not shown yet, are sealed.
 */
async function answerNameless(
  { db, config: { grantKeys } }: Deps,
  { activity }: OpenQuestionnaire,
  person: string,
  good: Good,
): Promise<void> {
  const tx = db
  await run(tx, 'insert into respondents (activity_id) values ($1) on conflict do nothing', activity.id)
  const before = await one<{ waiting: string | null; given: boolean }>(
    tx,
    'select waiting, people @> array[$2::uuid] as given from respondents where activity_id = $1 for update',
    activity.id,
    person,
  )
  if (before!.given) throw conflict('response.given')
  const others = (await rows<{ id: string }>(tx, 'select id::text from responses where activity_id = $1', activity.id)).map(({ id }) => id)
  const id = randomUUID()
  await run(
    tx,
    `update respondents set people = array(select p from unnest(people || $2::uuid) as p order by p), waiting = $3, shown = null
     where activity_id = $1`,
    activity.id,
    person,
    sealWaiting(grantKeys, waitingAfter(others, openWaiting(grantKeys, before!.waiting), id)),
  )
  await run(
    tx,
    `
    with moved as (
      delete from responses where id in (select id from responses where activity_id = $1 order by random() limit ${shuffled})
      returning id, activity_id, group_id, sealed_group, answers),
      together as (select * from moved union all select $2::uuid, $1::uuid, null, $3, $4::text::jsonb)
    insert into responses (id, activity_id, group_id, sealed_group, answers)
    select id, activity_id, group_id, sealed_group, answers from together order by random()`,
    activity.id,
    id,
    sealGroup(grantKeys, await largeGroupOf(tx, activity.groupSetId, person)),
    JSON.stringify(
      Object.fromEntries([...good].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([question, { answer }]) => [question, answer])),
    ),
  )
}

/** A group of fewer than five would reveal whose the answers are. */
async function largeGroupOf(tx: Tx, set: string | null, person: string): Promise<string | null> {
  const group = set ? await groupOf(tx, set, person) : undefined
  return group && (await groupPeople(tx, group)).length >= leastShown ? group : null
}

export async function readMyResponse(deps: Deps, actor: Actor, scope: CourseScope, id: string) {
  const { activity, slots, paper, trial } = await openQuestionnaire(deps, actor, scope, id)
  if (activity.anonymous) return { answered: await hasAnswered(deps.db, activity, actor.person), answers: [] }
  const found = await rows<{ question: string; answer: StoredAnswer }>(
    deps.db,
    `
    select v.question_id::text as question, w.answer from attempts a join attempt_answers w on w.attempt_id = a.id
    join question_versions v on v.id = a.versions[w.slot + 1]
    where a.activity_id = $1 and a.person_id = $2 and a.trial = $3 order by a.started_at desc, w.slot`,
    activity.id,
    actor.person,
    trial,
  )
  const answerOf = new Map(found.map(({ question, answer }) => [question, answer]))
  return {
    answered: found.length > 0 || (await hasAnswered(deps.db, activity, actor.person)),
    answers: slots.flatMap(({ version }, slot) => {
      const answer = answerOf.get(paper.versions.get(version)?.questionId ?? '')
      return answer ? [{ slot, answer }] : []
    }),
  }
}
