// Study completeness: which activities of a course count, and the share of them that is completed. The one rule of every list and ring.
import { wholePercent } from '@lyceum/kit/percent'
import { shownSql } from '../times/times-sql.ts'

/** Seen by students and with a criterion, locked or not, open or not yet: the activities of alias `a` that count. */
export const countsSql = (a: string) => `${shownSql(a)} and ${a}.criterion_key <> 'none'`
/** The same of a row; who teaches also lists drafts. */
export const counts = ({ published, completion_criterion: { kind } }: { published: boolean; completion_criterion: { kind: string } }) =>
  published && kind !== 'none'

export const completenessOf = (completed: number, activities: number) => ({
  study_completeness: wholePercent(completed, activities),
  completed_count: completed,
  activity_count: activities,
})
