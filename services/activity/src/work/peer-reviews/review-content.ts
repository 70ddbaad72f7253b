// The content of a review, of another student's work or one's own: points and comments by the rubric of its activity.
import { invalid } from '@lyceum/kit/calls/errors'
import type { Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type { CriterionMarks } from '../rubrics/api.ts'
import { beginRubric, rubricOf } from '../rubrics/rubrics.ts'
import { checkedPoints, criteriaAfter, sumOfCriteria } from '../rubrics/rules.ts'
import type { PeerReview, PeerReviewDraft } from './api.ts'

export type ReviewContent = {
  state: PeerReview['state']
  points: string | null
  criteria: CriterionMarks
  rubric_n: number | null
  comment: string
  version: string
  updated_at: Date | null
}

/** The content with the fields of a draft; those that it leaves out stay. 400 for criteria that the rubric does not have, and points above `max`. */
export async function reviewAfter<T extends ReviewContent>(
  tx: Tx,
  activity: string,
  max: string | null,
  before: T,
  draft: PeerReviewDraft,
  now: Date,
): Promise<T> {
  let { criteria, rubric_n } = before
  if (draft.criteria) {
    rubric_n ??= (await rubricOf(tx, activity))?.n ?? null
    const rubric = rubric_n === null ? undefined : await beginRubric(tx, activity, rubric_n)
    if (!rubric) throw invalid({ criteria: 'rubric.notFound' })
    criteria = criteriaAfter(rubric, criteria, draft.criteria)
  }
  const summed = draft.points === undefined && draft.criteria && max !== null
  return {
    ...before,
    criteria,
    rubric_n,
    points: checkedPoints(summed ? sumOfCriteria(criteria, max) : draft.points === undefined ? before.points : draft.points, max),
    comment: draft.comment ?? before.comment,
    state: (draft.done ?? before.state === 'done') ? 'done' : 'draft',
    version: String(versionAfter(BigInt(before.version), now)),
    updated_at: now,
  }
}
