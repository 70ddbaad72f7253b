// Results of a work for its authors: points never before they are released, comments once it is returned.
import { one, type Tx } from '@lyceum/kit/database/database'
import { weightsOf } from '../../types/settings.ts'
import { readParts } from '../evaluations/parts.ts'
import { partNames, placed, sharesOf } from '../evaluations/rules.ts'
import { pointsOf } from '../../points/decimals.ts'
import { markingsOf } from '../marking/marking-row.ts'
import { bestOf } from '../rubrics/rules.ts'
import { rubricOf } from '../rubrics/rubrics.ts'
import type { CriterionMarks } from '../rubrics/api.ts'
import { reviewsShown } from '../peer-reviews/peer-reviews.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'
import type { Result } from './my-submission-api.ts'
import type { SubmissionRow } from './submission-row.ts'
import type { Work } from './work.ts'

/** Whether a person may see what their work was marked with: its score is released, or it came back for rework, or to be read where nothing is scored. */
export async function isShown(tx: Tx, { activity }: Pick<Work, 'activity'>, row: SubmissionRow, person: string) {
  if (row.trial || !row.memberIds.includes(person)) return undefined
  const score = (await releasedOf(tx, activity, [person])).get(person)
  const returned = row.state === 'returned' && (row.rework || activity.points === null)
  return score || returned ? { score } : undefined
}

/** Of the last version that is marked; null while it is not shown. */
export async function readResult(tx: Tx, work: Pick<Work, 'activity'>, row: SubmissionRow, person: string): Promise<Result | null> {
  const shown = await isShown(tx, work, row, person)
  if (!shown) return null
  const n = await markedVersion(tx, row.id)
  const marking = n === undefined ? undefined : (await markingsOf(tx, row.id, n)).find(({ slot }) => slot === 0)
  const { score } = shown
  // what is said beside points does not wait for a score where there is none
  const open = score !== undefined || work.activity.points === null
  return {
    points: score?.points ?? null,
    max: score?.max ?? work.activity.points?.toString() ?? null,
    earned: score?.earned ?? null,
    late_points: score?.latePoints ?? null,
    overridden: score?.overridden ?? false,
    reason: score?.reason ?? '',
    given: (score && marking?.points) ?? null,
    comment: marking?.comment ?? '',
    criteria: open && marking ? await criteriaOf(tx, work.activity.id, marking.rubric_n, marking.criteria) : [],
    parts: score ? await partsOf(tx, work, row.id, person) : [],
    marks: n !== undefined && (await hasMarks(tx, row.id, n)),
    returned_at: (row.returnedAt ?? score?.releasedAt)?.toISOString() ?? null,
    rework: row.rework,
    reviews: open ? await reviewsOf(tx, row.id) : [],
  }
}

async function partsOf(tx: Tx, { activity }: Pick<Work, 'activity'>, submission: string, person: string): Promise<Result['parts']> {
  const weights = weightsOf(activity)
  const mine = weights && (await readParts(tx, activity.id, [submission])).find((one) => one.person === person)
  if (!mine) return []
  const shares = sharesOf(weights, mine.parts)
  return partNames.filter((part) => weights[part] > 0).map((part) => ({ part, share: shares[part], points: placed(mine.parts[part]) }))
}

export const markedVersion = async (tx: Tx, submission: string): Promise<number | undefined> =>
  (
    await one<{ n: number }>(
      tx,
      "select n from markings where submission_id = $1 and slot = 0 and state = 'done' order by n desc limit 1",
      submission,
    )
  )?.n

const hasMarks = async (tx: Tx, submission: string, n: number): Promise<boolean> =>
  (await one(tx, 'select from marks where submission_id = $1 and n = $2 and not deleted limit 1', submission, n)) !== undefined

/** The criteria of a rubric's version with what was given for each, as its student reads them. */
export async function criteriaOf(tx: Tx, activity: string, n: number | null, marks: CriterionMarks): Promise<Result['criteria']> {
  const rubric = n === null ? undefined : await rubricOf(tx, activity, n)
  return (rubric?.criteria ?? []).map((criterion) => {
    const mark = marks[criterion.id]
    return {
      id: criterion.id,
      title: criterion.title,
      points: mark?.points ?? null,
      max: pointsOf(bestOf(criterion)),
      level: criterion.levels.find(({ id }) => id === mark?.level)?.title ?? null,
      comment: mark?.comment ?? '',
    }
  })
}

/** Those that count, without who wrote them. */
async function reviewsOf(tx: Tx, submission: string): Promise<Result['reviews']> {
  return (await reviewsShown(tx, submission)).map(({ points, criteria, comment }) => ({
    points,
    criteria: Object.fromEntries(Object.entries(criteria).map(([id, mark]) => [id, { points: mark.points, comment: mark.comment }])),
    comment,
  }))
}
