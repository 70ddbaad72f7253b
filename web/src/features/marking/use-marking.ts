// Hook of what a marker gives a work.
import { useRef } from 'react'
import { call } from '../../client.ts'
import { translate } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { failureOf, type Marking } from '../../parts/learning/rubrics/grading-saver.ts'
import { useGrading, useNewest } from '../../parts/learning/rubrics/use-grading.ts'
import { queryClient } from '../../queries.ts'
import { sentences } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type MarkedWork, markingQuery, patchMarking, patchRow, type Rubric } from './queries.ts'

export type MarkingWork = ReturnType<typeof useMarking>

export function useMarking(submission: MarkedWork, rubric: Rubric | null) {
  const { id, activity_id: activity, marking, max } = submission
  const n = submission.versions[0]?.n ?? 0
  const marksBy = useNewest(rubric)
  /** Why the last write failed. */
  const failure = useRef<unknown>(undefined)
  const work = useGrading<Marking>(
    { form: 'marking', thing: id, stored: marking, rubric, max },
    {
      write: ({ points, comment, criteria }, over, isDone) =>
        call('PUT /api/submissions/:id/marking', {
          params: { id },
          body: {
            n,
            points,
            comment,
            // a rubric without criteria is none
            ...(marksBy.current && marksBy.current.criteria.length > 0 && { criteria, rubric_version: marksBy.current.n }),
            ...(isDone && { done: true }),
            version: over,
          },
        }).catch((error: unknown) => {
          failure.current = error
          throw error
        }),
      read: async () => (await queryClient.fetchQuery({ ...markingQuery(id), staleTime: 0 })).marking,
      onSaved: (saved) => {
        patchMarking(id, { marking: saved })
        patchRow(activity, id, { marking: saved.state === 'done' ? 'done' : 'started', points: saved.points })
      },
    },
  )
  return {
    ...work,
    n,
    /** Finishes it while the page goes on to another work: what fails is said then, with a way back. */
    finishAside: async (name: string, onBack: () => void) => {
      failure.current = undefined
      const sent = await work.finish()
      // after a refusal nothing waits either
      if (sent && (failure.current === undefined || failureOf(failure.current) !== 'refused')) return
      const text = sentences(translate('marking', 'finishFailed', { name }), problemText(failure.current))
      toast({ text, error: true, act: { label: translate('marking', 'backToWork'), run: onBack } })
    },
  }
}
