// …#/exam/{examId}/paper: the paper of an exam is written; view=preview shows it as a student sees it, view=print and view=key are printed.
import { useQuery } from '@tanstack/react-query'
import { Eye, KeyRound, Pencil, Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { PaperEditor } from '../../../parts/learning/questions/paper-editor.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ExamFrame } from '../exam-frame.tsx'
import { ExamHeader } from '../exam-header.tsx'

const Preview = lazy(() => import('./paper-preview.tsx'))
const Sheet = lazy(() => import('./paper-sheet.tsx'))
const views = ['preview', 'print', 'key'] as const
const icons = { preview: Eye, print: Printer, key: KeyRound }

export default function PaperPage() {
  return <ExamFrame teaches>{(activity) => <Content activity={activity} />}</ExamFrame>
}

function Content({ activity }: { activity: Activity }) {
  const t = useTexts('exam-work')
  const e = useTexts('exam')
  const { id, course_id: course } = activity
  const [parameters] = useSearchParams()
  const view = views.find((one) => one === parameters.get('view'))
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/paper', { params: { id } }),
    // the editor keeps what it began with
    refetchOnWindowFocus: false,
  })
  /** There is nothing to see, to print or to answer. */
  const empty = data?.sections.every(({ entries }) => entries.length === 0) ?? false
  return (
    <>
      <ExamHeader course={course} exam={id} title={activity.title} about={t(view ? `view.${view}` : 'paper')}>
        {view && (
          <Link to={paths.examPaper(course, id)} replace className={buttonLook('secondary')}>
            <Pencil aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            {t('writePaper')}
          </Link>
        )}
        {(empty ? [] : views)
          .filter((one) => one !== view)
          .map((one) => {
            const Icon = icons[one]
            return (
              <Link key={one} to={paths.examPaper(course, id, one)} replace className={buttonLook('secondary')}>
                <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
                {one === 'print' && view ? t('view.print') : t(`to.${one}`)}
              </Link>
            )
          })}
        {(view === 'print' || view === 'key') && (
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            {e('print')}
          </Button>
        )}
      </ExamHeader>
      <div className="mx-auto w-full max-w-[900px] flex-1 p-6 print:max-w-none print:p-0 max-tablet:p-4">
        {error && !data ? (
          <ReadFailed title={t('paperFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows />
        ) : view === 'preview' ? (
          <Suspense fallback={<SkeletonRows />}>
            <Preview activity={id} />
          </Suspense>
        ) : view ? (
          <Suspense fallback={<SkeletonRows />}>
            <Sheet activity={activity} paper={data} withKey={view === 'key'} />
          </Suspense>
        ) : (
          <PaperEditor key={id} activity={id} course={course} first={data} published={activity.published} scored draws />
        )}
      </div>
    </>
  )
}
