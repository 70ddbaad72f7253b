// Answers of an exam in a list: all those to one question, or all of one attempt.
import { useQuery } from '@tanstack/react-query'
import { ListRestart } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { usePaged } from '../../parts/base/page/paged.ts'
import { RunningTasks } from '../../parts/base/tasks/running-tasks.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { useKeySet } from '../../ui/menus/key-sets.ts'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { useSingleKeys } from '../../ui/menus/single-keys.ts'
import { Empty } from '../../ui/states.tsx'
import { AnswerCard } from './answer-card.tsx'
import { QuestionHead, type ToMark } from './question-head.tsx'
import { answerKey } from './use-answer-mark.ts'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const RegradeDialog = laterDialog(async () => (await Promise.all([import('./regrade-dialog.tsx'), texts('tasks', 'errors')]))[0])

const states = ['to_mark', 'marked', 'all'] as const

export function Answers({
  activity,
  question,
  questions,
  attempt,
  two,
}: {
  activity: Activity
  question: ToMark | undefined
  questions: readonly ToMark[]
  attempt: string | undefined
  two: boolean
}) {
  const t = useTexts('marking')
  const [filter, setFilter] = useState<(typeof states)[number]>(question && question.to_mark > 0 ? 'to_mark' : 'all')
  const [regrading, setRegrading] = useState(false)
  const list = usePaged(
    ({ page, size }) => ({
      ...query('GET /api/activities/:id/answers', {
        params: { id: activity.id },
        query: {
          page,
          page_size: size,
          ...(attempt ? { attempt_id: attempt } : question && { question_id: question.question_id }),
          ...(filter !== 'all' && { state: filter }),
        },
      }),
      // what is marked stays in its place until the list is opened again
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
    { size: 20 },
  )
  const { data: rubric } = useQuery({
    ...query('GET /api/activities/:id/rubric', { params: { id: activity.id }, query: {} }),
    staleTime: 60_000,
  })
  const [current, setCurrent] = useState(0)
  const box = useRef<HTMLOListElement>(null)
  useEffect(() => setCurrent(0), [list.page, filter])
  const go = (to: number) => {
    if (to < 0) return
    if (to >= list.items.length) {
      if (list.page < list.pages) list.change({ page: list.page + 1 })
      return
    }
    setCurrent(to)
    const card = box.current?.children[to]
    card?.scrollIntoView({ block: 'center' })
    card?.querySelector<HTMLElement>('[data-answer]')?.focus({ preventScroll: true })
  }
  const toScore = (digit: string) => {
    const field = box.current?.children[current]?.querySelector<HTMLInputElement>('input[data-score]')
    if (!field) return
    field.focus()
    // as if it had been typed into the empty field
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, digit)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.setSelectionRange(1, 1)
  }
  useKeySet('marking')
  useSingleKeys({
    j: () => go(current + 1),
    k: () => go(current - 1),
    ...Object.fromEntries([...'0123456789'].map((digit) => [digit, () => toScore(digit)])),
  })
  return (
    <div className="min-w-0 flex-1 space-y-3 p-6 pt-4 max-tablet:p-4">
      <RunningTasks subject={`activity:${activity.id}`} />
      {question ? (
        <QuestionHead activity={activity.id} question={question} onRegrade={() => setRegrading(true)} />
      ) : (
        <h2 className="text-section font-semibold">{t('oneStudent')}</h2>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('show')}
          value={filter}
          onChange={(next) => {
            setFilter(next)
            list.change({ page: 1 })
          }}
          options={states.map((value) => ({ value, label: t(`answers.${value}`) }))}
        />
        <Button variant="quiet" icon={ListRestart} onClick={() => list.retry()}>
          {t('again')}
        </Button>
      </div>
      <PagedList list={list} failedTitle={t('failed')} empty={<Empty title={t('nothingWaits')} text={t('answersDone')} />}>
        {(items) => (
          <ol ref={box} className="space-y-3">
            {items.map((row, at) => (
              <AnswerCard
                key={answerKey(row)}
                activity={activity}
                row={row}
                question={questions.find(({ question_id }) => question_id === row.question_id)}
                byStudent={attempt !== undefined}
                rubric={rubric ?? null}
                two={two}
                current={at === current}
                onCurrent={() => setCurrent(at)}
                onNext={() => go(at + 1)}
              />
            ))}
          </ol>
        )}
      </PagedList>
      {regrading && question && (
        <Suspense>
          <RegradeDialog activity={activity.id} question={question} onClose={() => setRegrading(false)} />
        </Suspense>
      )}
    </div>
  )
}
