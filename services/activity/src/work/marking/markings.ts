// Markings: saved as they are written; done hands them to the scores.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import type { Tx } from '@lyceum/kit/database/database'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import type { DecisionDraft, Marking, MarkingDraft, MarkingState } from './api.ts'
import { handToScores } from './counted.ts'
import { checkSeen, type MarkingContent, type MarkingRow, markingsOf, toMarking, toMarkings, writeMarking } from './marking-row.ts'
import { agreed, checkedPoints, criteriaAfter, joined, sumOfCriteria } from '../rubrics/rules.ts'
import { beginRubric, readRubricOf, rubricOf } from '../rubrics/rubrics.ts'
import { bothDone, slotFor, visibleTo } from '../../points/slots.ts'
import { checkVersion, lockWork, readWork, type Work } from './work.ts'

/** The marking of version n, else of the newest, as this person may see it. */
export async function readMarking({ db }: Deps, { person }: Actor, id: string, n?: number): Promise<MarkingState> {
  const work = await readWork(db, id)
  if (n !== undefined) checkVersion(work, n)
  const { mine, others, decision, done, taken } = visibleTo(await markingsOf(db, id, n ?? work.newest), person, work.twoMarkers)
  const shown = await toMarkings(
    db,
    [mine, decision, ...others].flatMap((one) => one ?? []),
  )
  const of = (row: MarkingRow | undefined) => shown.find((one) => one.id === row?.id) ?? null
  return {
    marking: of(mine),
    others: others.flatMap((row) => of(row) ?? []),
    decision: of(decision),
    done,
    taken,
    rubric: await readRubricOf(db, work.activity.id, mine?.rubric_n),
  }
}

/** 409 marking.newer with what the other one gave; with two markers slotsTaken for a third, bothDone once the decision counts. */
export async function saveMarking(deps: Deps, actor: Actor, scope: CourseScope, id: string, draft: MarkingDraft): Promise<Marking> {
  const { db, now } = deps
  const work = await lockWork(db, id)
  checkVersion(work, draft.n)
  const list = await markingsOf(db, id, draft.n)
  const slot = slotFor(list, actor.person, work.twoMarkers)
  const before = list.find((one) => one.slot === slot)
  await checkSeen(db, before, draft.version)
  if (work.twoMarkers && bothDone(list)) throw conflict('marking.bothDone')
  const after = await writeMarking(
    db,
    { id, n: draft.n, slot, marker: actor.person },
    before,
    await marksAfter(db, work, before, draft),
    now(),
  )
  await auditMarking(deps, scope, work, before, after)
  if (slot === 0) await handToScores(deps, actor, work, before, after)
  else await decideBetweenEqual(deps, actor, scope, work, [...list.filter((one) => one.slot !== slot), after])
  return await toMarking(db, after)
}

/** A marking after a write, by the rubric of an activity; fields that the draft leaves out stay. 400 for what the rubric does not have, and points above `max`. */
export async function marksAfter(
  db: Tx,
  { max, activity }: { max: string | null; activity: { id: string } },
  before: MarkingContent | undefined,
  draft: Omit<MarkingDraft, 'n' | 'version'>,
): Promise<MarkingContent> {
  let { criteria = {}, rubric_n = null } = before ?? {}
  // no criteria are those of a work without a rubric too
  const byCriteria = Object.keys(draft.criteria ?? {}).length > 0
  if (byCriteria || draft.rubric_version) {
    const n = draft.rubric_version ?? rubric_n ?? (await rubricOf(db, activity.id))?.n
    const rubric = n === undefined ? undefined : await beginRubric(db, activity.id, n)
    if (n === undefined || !rubric) throw invalid({ [draft.rubric_version ? 'rubric_version' : 'criteria']: 'rubric.notFound' })
    criteria = criteriaAfter(rubric, n === rubric_n ? criteria : {}, draft.criteria ?? {})
    rubric_n = n
  }
  const points =
    draft.points === undefined && byCriteria
      ? max === null
        ? null
        : sumOfCriteria(criteria, max)
      : (draft.points ?? before?.points ?? null)
  return {
    criteria,
    rubric_n,
    points: checkedPoints(draft.points === null ? null : points, max),
    comment: draft.comment ?? before?.comment ?? '',
    state: draft.done === undefined ? (before?.state ?? 'draft') : draft.done ? 'done' : 'draft',
  }
}

/** Two markers who gave the same have decided. */
async function decideBetweenEqual(deps: Deps, actor: Actor, scope: CourseScope, work: Work, list: MarkingRow[]): Promise<void> {
  if (!bothDone(list)) return
  const [a, b] = list.filter(({ slot }) => slot > 0).toSorted((x, y) => x.slot - y.slot) as [MarkingRow, MarkingRow]
  if (a.points !== b.points) return
  const same = a.rubric_n === b.rubric_n
  const decision = {
    points: a.points,
    criteria: same ? agreed(a.criteria, b.criteria) : {},
    rubric_n: same ? a.rubric_n : null,
    comment: joined(a.comment, b.comment),
  }
  await count(deps, actor, scope, work, list, a.n, null, decision)
}

/** 409 marking.notBothDone until both are; marking.newer with what another one decided. */
export async function decide(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { n, points, from, comment, version }: DecisionDraft,
): Promise<Marking> {
  const { db } = deps
  const work = await lockWork(db, id)
  checkVersion(work, n)
  if (!work.twoMarkers) throw conflict('marking.oneMarker')
  const list = await markingsOf(db, id, n)
  if (!bothDone(list)) throw conflict('marking.notBothDone')
  const before = list.find(({ slot }) => slot === 0)
  await checkSeen(db, before, version)
  // both are done, so each slot has one
  const taken = from === undefined ? before : list.find(({ slot }) => slot === from)
  const decision = {
    points: checkedPoints(points, work.max),
    criteria: taken?.criteria ?? {},
    rubric_n: taken?.rubric_n ?? null,
    comment: comment ?? taken?.comment ?? '',
  }
  return await toMarking(db, await count(deps, actor, scope, work, list, n, actor.person, decision))
}

/** Writes what counts of two markings. */
async function count(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  work: Work,
  list: MarkingRow[],
  n: number,
  marker: string | null,
  decision: Omit<MarkingContent, 'state'>,
): Promise<MarkingRow> {
  const before = list.find(({ slot }) => slot === 0)
  const after = await writeMarking(deps.db, { id: work.id, n, slot: 0, marker }, before, { ...decision, state: 'done' }, deps.now())
  await auditMarking(deps, scope, work, before, after)
  await handToScores(deps, actor, work, before, after)
  return after
}

/** A line for each change of what is given for good. It names no person: markers may not know whose work it is. */
async function auditMarking(
  { db }: Deps,
  { org, course }: CourseScope,
  { id }: Work,
  before: MarkingRow | undefined,
  after: MarkingRow,
): Promise<void> {
  const settled = (row: MarkingRow | undefined) => (row?.state === 'done' ? { n: row.n, slot: row.slot, points: row.points } : undefined)
  const [was, is] = [settled(before), settled(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return
  await audit(db, {
    action: after.slot === 0 && after.marker_id === null ? 'marking.decided' : 'marking.changed',
    subject: `submission:${id}`,
    org,
    course,
    before: was,
    after: is,
  })
}
