// Hook of what a marker gives a work.
import { call } from '../../client.ts'
import type { Marking } from '../../parts/rubrics/given-saver.ts'
import { useGiven, useNewest } from '../../parts/rubrics/use-given.ts'
import { queryClient } from '../../queries.ts'
import { type MarkedWork, markingQuery, patchMarking, patchRow, type Rubric } from './queries.ts'

export type MarkingWork = ReturnType<typeof useMarking>

export function useMarking(submission: MarkedWork, rubric: Rubric | null) {
  const { id, activity_id: activity, marking, max } = submission
  const n = submission.versions[0]?.n ?? 0
  const marksBy = useNewest(rubric)
  const work = useGiven<Marking>(
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
        }),
      read: async () => (await queryClient.fetchQuery({ ...markingQuery(id), staleTime: 0 })).marking,
      onSaved: (saved) => {
        patchMarking(id, { marking: saved })
        patchRow(activity, id, { marking: saved.state === 'done' ? 'done' : 'started', points: saved.points })
      },
    },
  )
  return { ...work, n }
}
