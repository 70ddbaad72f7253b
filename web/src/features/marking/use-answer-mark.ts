// Hook of what a marker gives one answer of an exam.
import { type Answer, call } from '../../client.ts'
import { useGrading, useNewest } from '../../parts/learning/rubrics/use-grading.ts'
import { invalidate, queryClient } from '../../queries.ts'
import type { Rubric } from './queries.ts'

type Page = Answer<'GET /api/activities/:id/answers'>
export type AnswerRow = Page['items'][number]
type AnswerMark = Answer<'PUT /api/attempts/:id/answers/:slot/mark'>
export const answerKey = ({ attempt_id, slot }: Pick<AnswerRow, 'attempt_id' | 'slot'>) => `${attempt_id} ${slot}`

/** Shows at once in every list what was saved. */
export const patchAnswer = (row: Pick<AnswerRow, 'attempt_id' | 'slot'>, change: Partial<AnswerRow>) =>
  queryClient.setQueriesData<Page>(
    { queryKey: ['GET /api/activities/:id/answers'] },
    (page) => page && { ...page, items: page.items.map((one) => (answerKey(one) === answerKey(row) ? { ...one, ...change } : one)) },
  )

export function useAnswerMark(activity: string, row: AnswerRow, rubric: Rubric | null) {
  const { attempt_id, slot, marking, max } = row
  const latest = useNewest(row)
  const marksBy = useNewest(rubric)
  return useGrading<AnswerMark>(
    { form: 'answer-mark', thing: answerKey(row), stored: marking, rubric, max },
    {
      write: ({ points, comment, criteria }, over, isDone) =>
        call('PUT /api/attempts/:id/answers/:slot/mark', {
          params: { id: attempt_id, slot: String(slot) },
          body: {
            points,
            comment,
            ...(marksBy.current && marksBy.current.criteria.length > 0 && { criteria }),
            ...(isDone && { done: true }),
            version: over,
          },
        }),
      read: async () => {
        const page = await call('GET /api/activities/:id/answers', {
          params: { id: activity },
          query: { attempt_id, question_id: latest.current.question_id, page_size: 100 },
        })
        return page.items.find((one) => one.slot === slot)?.marking ?? null
      },
      onSaved: (saved) => {
        const before = latest.current.marking
        patchAnswer(latest.current, { marking: saved, ...(saved.state === 'done' && saved.place === 0 && { points: saved.points }) })
        // the list stays as it is while it is marked, what is counted beside it does not
        if (before?.state !== saved.state)
          void invalidate('GET /api/activities/:id/questions-to-mark', 'GET /api/marking', 'GET /api/my-teaching')
      },
    },
  )
}
