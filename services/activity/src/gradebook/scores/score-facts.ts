// Facts of scores: of released ones alone, and of those that are hidden again.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { ScoreReleasedSchema, ScoreWithdrawnSchema } from '@lyceum/proto/activity'
import type { Activity, Score } from '../../generated/client.ts'
import { rounded } from '../../points/fractions.ts'
import { recordForMany } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { defaultPolicy } from './book.ts'
import { shareOfItem } from './rules.ts'
import { scoreColumns, type ScoreRow } from './score-row.ts'

/** The share of the points that passes where the course has no pass mark, in per cent. */
const passWithoutMark = 50

export const scoreFactColumns = columnsOf<Score>()('org_id', 'course_id', 'version')
export type ScoreFactRow = ScoreRow & RowOf<typeof scoreFactColumns>
type ItemRow = {
  id: string
  title: string
  points: string
  /** Of the course, in per cent. */
  pass: number
  /** Places of a percentage in the course. */
  digits: number
  activity: Pick<Activity, 'id' | 'courseId' | 'orgId' | 'criterionKey' | 'type' | 'uploadIds' | 'settings'> | null
}

const hasContent = (row: Pick<ScoreRow, 'points' | 'state'> | undefined): boolean =>
  row !== undefined && (row.points !== null || row.state === 'excused')

/** After a write of scores: those that are shown have changed for their people. */
export async function emitScores(
  tx: Tx,
  before: ReadonlyMap<string, Pick<ScoreRow, 'points' | 'state'>>,
  written: readonly ScoreFactRow[],
  now: Date,
): Promise<void> {
  const shown = written.filter(({ released }) => released)
  const changed = shown.filter((row) => {
    const was = before.get(`${row.item_id} ${row.person_id}`)
    return was?.points !== row.points || was?.state !== row.state
  })
  await emitReleased(tx, changed.filter(hasContent), now)
  await emitWithdrawn(
    tx,
    changed.filter((row) => !hasContent(row) && hasContent(before.get(`${row.item_id} ${row.person_id}`))),
  )
}

/** The percentage of the points possible as it is shown, without its places; null where there are none. */
export const wholePercentOf = (points: string | null, { points: most, digits }: Pick<ItemRow, 'points' | 'digits'>): number | null => {
  const percent = points === null ? null : shareOfItem(points, most)
  return percent && Math.floor(Number(rounded(percent, digits)))
}

const placeOf = (row: ScoreFactRow) => ({
  key: `course:${row.course_id}`,
  org: row.org_id,
  hint: { people: [row.person_id], about: row.person_id },
})

/** Facts of scores that are shown to their people; activities that hang on them are completed. If a resync emits them once more (`now` null), nobody is notified and nothing completed. */
export async function emitReleased(tx: Tx, list: readonly ScoreFactRow[], now: Date | null): Promise<void> {
  const released = list.filter(hasContent)
  if (released.length === 0) return
  const itemOf = await readItems(tx, released)
  await emitAll(
    tx,
    released.map((row) => {
      const item = itemOf.get(row.item_id)!
      return fact(ScoreReleasedSchema, placeOf(row), {
        orgId: row.org_id,
        courseId: row.course_id,
        itemId: row.item_id,
        activityId: item.activity?.id,
        personId: row.person_id,
        points: row.state === 'excused' ? undefined : (row.points ?? undefined),
        max: item.points,
        percent: row.state === 'excused' ? undefined : (wholePercentOf(row.points, item) ?? undefined),
        state: row.state,
        version: BigInt(row.version),
        title: item.title,
        again: now === null,
      })
    }),
  )
  if (now) await recordShown(tx, released, itemOf, now)
}

/** The progress that follows from scores that are shown. */
async function recordShown(tx: Tx, shown: readonly ScoreFactRow[], itemOf: ReadonlyMap<string, ItemRow>, now: Date): Promise<void> {
  for (const { id, points, pass, digits, activity } of itemOf.values())
    if (activity)
      await recordReleased(
        tx,
        activity,
        shown.filter((row) => row.item_id === id),
        { points, pass, digits },
        now,
      )
}

/** Progress of these people: scored, in per cent, and passed where that reaches the pass mark, by the percentage as it is shown. */
async function recordReleased(
  tx: Tx,
  activity: NonNullable<ItemRow['activity']>,
  list: ScoreFactRow[],
  item: Pick<ItemRow, 'points' | 'pass' | 'digits'>,
  now: Date,
): Promise<void> {
  const students = await studentsAmong(
    tx,
    activity.courseId,
    list.map(({ person_id }) => person_id),
  )
  const recorded = await recordedActivity(tx, activity)
  const byPercent = Map.groupBy(
    list.filter(({ state, person_id }) => state !== 'excused' && students.has(person_id)),
    ({ points }) => wholePercentOf(points, item),
  )
  for (const [percent, of] of byPercent)
    if (percent !== null)
      await recordForMany(
        tx,
        recorded,
        of.map(({ person_id }) => person_id),
        { kind: 'scored', percent, passed: percent >= item.pass && !definitionOf(activity.type)?.packaged },
        { now, counts: true },
      )
}

/** After a change of the pass mark: scores shown to these people may pass now. Passed activities stay passed. */
export async function recordPassed(tx: Tx, course: string, persons: readonly string[], now: Date): Promise<void> {
  const shown = await rows<ScoreFactRow>(
    tx,
    `
    select ${scoreColumns('s')}, ${scoreFactColumns('s')} from scores s join score_items i on i.id = s.item_id join activities a on a.id = i.activity_id
    where s.course_id = $1 and s.person_id = any($2) and s.released and s.points is not null and a.criterion_key = 'passed' and not a.deleted`,
    course,
    persons,
  )
  if (shown.length > 0) await recordShown(tx, shown, await readItems(tx, shown), now)
}

export async function emitWithdrawn(tx: Tx, list: readonly ScoreFactRow[]): Promise<void> {
  if (list.length === 0) return
  const itemOf = await readItems(tx, list)
  await emitAll(
    tx,
    list.map((row) =>
      fact(ScoreWithdrawnSchema, placeOf(row), {
        orgId: row.org_id,
        courseId: row.course_id,
        itemId: row.item_id,
        activityId: itemOf.get(row.item_id)?.activity?.id,
        personId: row.person_id,
        version: BigInt(row.version),
      }),
    ),
  )
}

async function readItems(tx: Tx, list: readonly ScoreFactRow[]): Promise<Map<string, ItemRow>> {
  const found = await rows<ItemRow>(
    tx,
    `
    select i.id::text, coalesce(a.title, i.title) as title, trim_scale(i.points)::text as points,
      coalesce(p.pass_percent, ${passWithoutMark})::int as pass, coalesce(p.digits, ${defaultPolicy.digits})::int as digits, case when a.id is not null then json_build_object('id', a.id, 'courseId', a.course_id,
      'orgId', a.org_id, 'criterionKey', a.criterion_key, 'type', a.type, 'uploadIds', a.upload_ids, 'settings', a.settings) end as activity
    from score_items i left join activities a on a.id = i.activity_id left join score_policies p on p.course_id = i.course_id
    where i.id = any($1)`,
    [...new Set(list.map(({ item_id }) => item_id))],
  )
  return new Map(found.map((item) => [item.id, item]))
}

/** Of these people those who learn in the course now. */
export async function studentsAmong(tx: Tx, course: string, persons: readonly string[]): Promise<Set<string>> {
  const students = await rows<{ id: string }>(
    tx,
    `select person_id::text as id from mirror.members where course_id = $1 and person_id = any($2) and role = 'student' and state = 'active'`,
    course,
    persons,
  )
  return new Set(students.map(({ id }) => id))
}
