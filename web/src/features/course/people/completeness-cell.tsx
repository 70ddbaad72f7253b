// A student's completeness in a cell: a bar, and the completed activities of those that count.
import { ProgressBar } from '../../../ui/progress.tsx'

export type Completeness = { study_completeness: number; completed_count: number; activity_count: number }

export function CompletenessCell({ label, of }: { label: string; of: Completeness }) {
  return (
    <span className="flex min-w-[150px] items-center gap-2.5">
      <ProgressBar label={label} value={of.study_completeness} className="min-w-14 flex-1" />
      <span className="tabular shrink-0 text-small text-text-2">
        {of.completed_count}/{of.activity_count}
      </span>
    </span>
  )
}
