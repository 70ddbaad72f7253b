// …#/exam/{examId}/marking: the answers of an exam, all those to one question in a row, or all of one student. Digits set the points, J and K go on.
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { useTexts } from '../../i18n.ts'
import { activityQuery } from '../../parts/learning/activity/queries.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Bone, Empty, SkeletonRows } from '../../ui/states.tsx'
import { Answers } from './answers.tsx'
import { titleOf, type ToMark } from './question-head.tsx'
import { regradesQuery } from './queries.ts'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const RegradesDialog = laterDialog(() => import('./regrades-dialog.tsx'))

export default function AnswersPage() {
  const { id = '', examId = '' } = useParams()
  const t = useTexts('marking')
  return (
    <Region whole at={examId} title={t('failed')} skeleton={<Skeleton />}>
      <Content course={id} id={examId} />
    </Region>
  )
}

function Content({ course: courseId, id }: { course: string; id: string }) {
  const t = useTexts('marking')
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  if (isRefusal(error) || (activity && activity.course_id !== courseId) || (course && !course.can.teach))
    return (
      <div className="px-4">
        <PageTitle title={t('title')} hidden />
        <Refused error={isRefusal(error) ? error : undefined} />
      </div>
    )
  if (!activity || !course) return <Skeleton />
  return <Marking activity={activity} />
}

function Marking({ activity }: { activity: Activity }) {
  const t = useTexts('marking')
  const { id, course_id: course } = activity
  const [parameters, setParameters] = useSearchParams()
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/questions-to-mark', { params: { id } }),
    refetchInterval: 30_000,
  })
  const { data: regrades } = useQuery(regradesQuery(id, 1))
  const [showsRegrades, setShowsRegrades] = useState(false)
  const questions = data?.items.filter(({ marking }) => marking !== 'none') ?? []
  const attempt = parameters.get('attempt') ?? undefined
  const chosen =
    questions.find(({ question_id }) => question_id === parameters.get('question')) ??
    questions.find(({ to_mark }) => to_mark > 0) ??
    questions.find(({ marking }) => marking === 'person') ??
    questions[0]
  const sum = (of: (question: ToMark) => number) => questions.reduce((total, question) => total + of(question), 0)
  // without an end it is never over: the rest appears when somebody sets one
  const waitingText = t(activity.end_time || activity.due_time ? 'answersWaitText' : 'answersWaitEndless')
  const [marked, all] = [sum((question) => question.marked), sum((question) => question.answers)]
  const markedOf = t('markedOf', { marked, total: all })
  return (
    <div className="flex flex-1 flex-col">
      <header className="sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 [@media(max-height:400px)]:static max-tablet:pr-2">
        <BackLink to={paths.activity(course, id)} label={t('back')} />
        <div className="min-w-0 flex-1">
          <PageTitle
            title={`${t('title')} · ${activity.title}`}
            className="max-w-full truncate font-title text-title font-bold max-tablet:text-section"
          >
            {activity.title}
          </PageTitle>
          {all > 0 && <span className="tabular block truncate text-caption text-text-2 tablet:hidden">{markedOf}</span>}
        </div>
        {regrades && regrades.total > 0 && (
          <Button variant="quiet" icon={History} onClick={() => setShowsRegrades(true)}>
            {t('regrades')}
          </Button>
        )}
        {all > 0 && (
          <div className="flex items-center gap-2 max-tablet:hidden">
            <ProgressBar label={t('marked')} value={(marked / all) * 100} className="w-[88px]" />
            <span className="tabular text-small whitespace-nowrap text-text-2">{markedOf}</span>
          </div>
        )}
      </header>
      {showsRegrades && (
        <Suspense>
          <RegradesDialog activity={id} onClose={() => setShowsRegrades(false)} />
        </Suspense>
      )}
      {error && !data ? (
        <div className="p-6 max-tablet:p-4">
          <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="p-6">
          <SkeletonRows />
        </div>
      ) : !chosen ? (
        <div className="p-6 max-tablet:p-4">
          {data.waiting > 0 ? (
            <Empty title={t('answersWait', { count: data.waiting })} text={waitingText} />
          ) : (
            <Empty title={t('noAnswers')} text={t('noAnswersText')} />
          )}
        </div>
      ) : (
        <div className="flex flex-1 max-small:flex-col">
          <nav
            aria-label={t('questions')}
            className="w-[264px] shrink-0 border-r border-line bg-surface max-small:w-full max-small:border-r-0 max-small:border-b"
          >
            <ul className="sticky top-[calc(var(--shown-bar)+56px)] max-h-[calc(100dvh-var(--shown-bar)-56px)] overflow-y-auto p-2 max-small:static max-small:flex max-small:gap-1 max-small:overflow-x-auto">
              {questions.map((question) => (
                <li key={question.question_id} className="max-small:shrink-0">
                  <button
                    type="button"
                    aria-current={!attempt && question === chosen ? 'true' : undefined}
                    onClick={() => setParameters({ question: question.question_id }, { replace: true })}
                    className={classes(
                      'flex min-h-11 w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-left max-small:max-w-60',
                      !attempt && question === chosen ? 'bg-accent-soft text-accent-soft-text' : 'hover:bg-hover',
                    )}
                  >
                    <span className="min-w-0 flex-1">
                      <span className="line-clamp-2 text-body font-medium wrap-break-word">{titleOf(question)}</span>
                      <span className="tabular block text-caption text-text-3">
                        {t('markedOf', { marked: question.marked, total: question.answers })}
                      </span>
                    </span>
                    {question.to_mark > 0 && (
                      <span className="tabular shrink-0 text-small font-semibold">
                        <span aria-hidden>{question.to_mark}</span>
                        <span className="screen-reader">{t('filter.to_mark', { count: question.to_mark })}</span>
                      </span>
                    )}
                  </button>
                </li>
              ))}
              {data.waiting > 0 && (
                <li className="px-2.5 py-2 text-caption text-text-2 max-small:max-w-60 max-small:shrink-0">
                  <span className="block font-medium">{t('answersWait', { count: data.waiting })}</span>
                  {waitingText}
                </li>
              )}
            </ul>
          </nav>
          <Answers
            key={attempt ?? chosen.question_id}
            activity={activity}
            question={attempt ? undefined : chosen}
            questions={questions}
            attempt={attempt}
            two={data.two_markers}
          />
        </div>
      )}
    </div>
  )
}

const Skeleton = () => (
  <div className="late flex flex-col gap-3 p-6">
    <Bone className="h-6 w-64" />
    <Bone className="h-[60dvh] w-full max-w-[820px]" />
  </div>
)
