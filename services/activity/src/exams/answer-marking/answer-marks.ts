// Marks of answers by people: saved as they are written; done counts. With two markers each by themselves, then a decision.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import type {} from '../../audit-actions.ts'
import { activityOfAttempt, arrangedBy, attemptColumns, type AttemptRow, attemptOf } from '../attempts/attempt-row.ts'
import type { Deps } from '../../deps.ts'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import { bothDone, slotFor } from '../../points/slots.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { questionTypeOf } from '../../questions/question-types.ts'
import { agreed, criteriaAfter, joined, sumOfCriteria } from '../../work/rubrics/rules.ts'
import { beginRubric, rubricOf } from '../../work/rubrics/rubrics.ts'
import type { AnswerMark, MarkDraft } from './api.ts'
import { type AnswerMarkRow, checkSeen, type AnswerMarkContent, marksOf, toMark, writeMark } from './answer-mark-row.ts'
import { remark } from './remark.ts'

type Work = { attempt: AttemptRow; question: number; max: string; twoMarkers: boolean; list: AnswerMarkRow[] }

/** The answer, its attempt locked. 404 for a slot that the attempt does not have; 409 while it is written, and where nobody marks. */
async function lockAnswer(deps: Deps, scope: CourseScope, slotText: string): Promise<Work> {
  const { db, papers } = deps
  const attempt = (await one<AttemptRow>(db, `select ${attemptColumns} from attempts a where a.id = $1 for update`, attemptOf(scope).id))!
  if (attempt.state === 'running') throw conflict('attempt.running')
  const question = Number(slotText)
  const paper = await papers.of(db, attempt.paper_id)
  const slot = paper && slotsOf(paper, arrangedBy(attempt))[question]
  const type = paper?.versions.get(slot?.version ?? '')?.type
  if (!slot || !type || questionTypeOf(type).marking === 'none') throw notFound('attempt', `${attempt.id}/${slotText}`)
  const twoMarkers = activityOfAttempt(scope).settings.second_marker === true && questionTypeOf(type).marking === 'person'
  return { attempt, question, max: slot.points, twoMarkers, list: await marksOf(db, [{ attempt: attempt.id, question }]) }
}

/** 409 marking.newer with what the other one gave; with two markers slotsTaken for a third, bothDone once the decision counts. 400 score.aboveMost. */
export async function saveMark(deps: Deps, actor: Actor, scope: CourseScope, slot: string, draft: MarkDraft): Promise<AnswerMark> {
  const { db, now } = deps
  const work = await lockAnswer(deps, scope, slot)
  const place = slotFor(work.list, actor.person, work.twoMarkers)
  const before = work.list.find((one) => one.slot === place)
  await checkSeen(db, before, draft.version)
  if (work.twoMarkers && bothDone(work.list)) throw conflict('marking.bothDone')
  const at = { attempt: work.attempt.id, question: work.question, slot: place, marker: actor.person }
  const after = await writeMark(db, at, before, await marksAfter(db, work, before, draft), now())
  await auditMark(deps, scope, work, before, after)
  if (place === 0) await count(deps, actor, work, before, after)
  else await decideBetweenEqual(deps, actor, scope, { ...work, list: [...work.list.filter((one) => one.slot !== place), after] })
  return await toMark(db, after)
}

async function marksAfter(
  tx: Deps['db'],
  { attempt, max }: Work,
  before: AnswerMarkRow | undefined,
  draft: MarkDraft,
): Promise<AnswerMarkContent> {
  let { criteria = {}, rubric_n = null } = before ?? {}
  if (draft.criteria) {
    const n = rubric_n ?? (await rubricOf(tx, attempt.activity_id))?.n
    const rubric = n === undefined ? undefined : await beginRubric(tx, attempt.activity_id, n)
    if (n === undefined || !rubric) throw invalid({ criteria: 'rubric.notFound' })
    criteria = criteriaAfter(rubric, n === rubric_n ? criteria : {}, draft.criteria)
    rubric_n = n
  }
  const points = draft.points === undefined && draft.criteria ? sumOfCriteria(criteria, max) : (draft.points ?? before?.points ?? null)
  return {
    criteria,
    rubric_n,
    points: checkedPoints(draft.points === null ? null : points, max),
    comment: draft.comment ?? before?.comment ?? '',
    state: draft.done === undefined ? (before?.state ?? 'draft') : draft.done ? 'done' : 'draft',
  }
}

function checkedPoints(points: string | null, max: string): string | null {
  if (points !== null && unitsOf(points) > unitsOf(max)) throw invalid({ points: ['score.aboveMost', { most: max }] })
  return points && pointsOf(unitsOf(points))
}

async function decideBetweenEqual(deps: Deps, actor: Actor, scope: CourseScope, work: Work): Promise<void> {
  if (!bothDone(work.list)) return
  const [a, b] = work.list.filter(({ slot }) => slot > 0).toSorted((x, y) => x.slot - y.slot) as [AnswerMarkRow, AnswerMarkRow]
  if (a.points !== b.points) return
  const same = a.rubric_n === b.rubric_n
  await decideBy(deps, actor, scope, work, null, {
    points: a.points,
    criteria: same ? agreed(a.criteria, b.criteria) : {},
    rubric_n: same ? a.rubric_n : null,
    comment: joined(a.comment, b.comment),
  })
}

/** 409 marking.notBothDone until both are; marking.oneMarker where one is enough. */
export async function decideMark(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  slot: string,
  { points, comment, version }: { points: string | null; comment?: string; version: number },
): Promise<AnswerMark> {
  const work = await lockAnswer(deps, scope, slot)
  if (!work.twoMarkers) throw conflict('marking.oneMarker')
  if (!bothDone(work.list)) throw conflict('marking.notBothDone')
  const before = work.list.find((one) => one.slot === 0)
  await checkSeen(deps.db, before, version)
  const after = await decideBy(deps, actor, scope, work, actor.person, {
    points: checkedPoints(points, work.max),
    criteria: before?.criteria ?? {},
    rubric_n: before?.rubric_n ?? null,
    comment: comment ?? before?.comment ?? '',
  })
  return await toMark(deps.db, after)
}

async function decideBy(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  work: Work,
  marker: string | null,
  decision: Omit<AnswerMarkContent, 'state'>,
): Promise<AnswerMarkRow> {
  const before = work.list.find(({ slot }) => slot === 0)
  const at = { attempt: work.attempt.id, question: work.question, slot: 0, marker }
  const after = await writeMark(deps.db, at, before, { ...decision, state: 'done' }, deps.now())
  await auditMark(deps, scope, work, before, after)
  await count(deps, actor, work, before, after)
  return after
}

/** A done mark counts, one that is no longer done ceases to: the attempt is added up anew, and its score follows. */
async function count(deps: Deps, actor: Actor, { attempt }: Work, before: AnswerMarkRow | undefined, after: AnswerMarkRow): Promise<void> {
  if (after.state !== 'done' && before?.state !== 'done') return
  // one that was handed in this second is marked by the sweep, which reads this too
  if (attempt.state === 'marked') await remark({ ...deps, db: deps.db }, [attempt], actor.person)
}

/** It names no person: whose answer it is may be unknown to who marks it. */
async function auditMark(
  { db }: { db: Tx },
  { org, course }: CourseScope,
  { attempt }: Work,
  before: AnswerMarkRow | undefined,
  after: AnswerMarkRow,
): Promise<void> {
  const settled = (row: AnswerMarkRow | undefined) =>
    row?.state === 'done' ? { question: row.question, slot: row.slot, points: row.points } : undefined
  const [was, is] = [settled(before), settled(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return
  await audit(db, {
    action: after.slot === 0 && after.marker_id === null ? 'answer.decided' : 'answer.marked',
    subject: `attempt:${attempt.id}`,
    org,
    course,
    before: was,
    after: is,
  })
}
