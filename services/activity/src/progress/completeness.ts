// Study completeness: the share of a course's activities that is completed. The one rule of every list and ring.
import { wholePercent } from '@lyceum/kit/percent'

/** Whether an activity of a list counts, as in `countsSql`; teachers also list drafts. */
export const counts = ({ published, completion_criterion: { kind } }: { published: boolean; completion_criterion: { kind: string } }) =>
  published && kind !== 'none'

export const completenessOf = (completed: number, activities: number) => ({
  study_completeness: wholePercent(completed, activities),
  completed_count: completed,
  activity_count: activities,
})
