// Of an exam, for who teaches: its paper and whether it can be published, who may begin it, the way to invigilation, marking and statistics.
import { useQuery } from '@tanstack/react-query'
import {
  ChartColumn,
  CircleAlert,
  CircleCheck,
  Eye,
  KeyRound,
  ListChecks,
  type LucideIcon,
  PenLine,
  Printer,
  Send,
  SquarePen,
  Users,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { usePaperProblem } from '../../parts/learning/questions/paper-problems.ts'
import { RunningTasks } from '../../parts/base/tasks/running-tasks.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button, type ButtonVariant, buttonLook } from '../../ui/button.tsx'
import { sentences } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { type Exam, settingsOf } from './exam.ts'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const AccessDialog = laterDialog(() => import('./access-dialog.tsx'))
const RubricEditor = laterDialog(() => import('../../parts/learning/rubrics/rubric-editor.tsx'))

const ToPage = ({
  to,
  icon: Icon,
  children,
  look = 'secondary',
}: {
  to: string
  icon: LucideIcon
  children: string
  look?: ButtonVariant
}) => (
  <Link to={to} className={buttonLook(look)}>
    <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
    {children}
  </Link>
)

export default function ExamWork({ activity }: { activity: Activity }) {
  const t = useTexts('exam-work')
  const { id, course_id: course } = activity
  return (
    <div className="space-y-3.5 pt-1">
      <Paper activity={activity} />
      <section aria-label={t('running')} className="surface-card space-y-3 p-5 max-tablet:p-4">
        <h2 className="text-section font-semibold">{t('running')}</h2>
        <RunningTasks subject={`activity:${id}`} />
        <Counts activity={activity} />
        <div className="flex flex-wrap gap-2">
          <ToPage to={paths.invigilation(course, id)} icon={Users}>
            {t('toInvigilation')}
          </ToPage>
          <ToPage to={paths.markAnswers(course, id)} icon={PenLine}>
            {t('toMarking')}
          </ToPage>
          <ToPage to={paths.examStatistics(course, id)} icon={ChartColumn}>
            {t('toStatistics')}
          </ToPage>
          {settingsOf(activity as Exam).results_when === 'by_hand' && (
            <ToPage to={paths.courseScore(course)} icon={Send}>
              {t('toRelease')}
            </ToPage>
          )}
        </div>
      </section>
    </div>
  )
}

function Paper({ activity: { id, course_id: course, published } }: { activity: Activity }) {
  const t = useTexts('exam-work')
  const problemOf = usePaperProblem()
  const rubrics = useTexts('rubrics')
  const [access, setAccess] = useState(false)
  const [rubric, setRubric] = useState(false)
  const { data: open } = useQuery(courseQuery(course))
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/activities/:id/paper', { params: { id } }))
  if (error && !data) return <ReadFailed title={t('paperFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  const entries = data.sections.flatMap((section) => section.entries)
  const count = entries.reduce((sum, { draw }) => sum + (draw?.count ?? 1), 0)
  const drawn = entries.reduce((sum, { draw }) => sum + (draw?.count ?? 0), 0)
  return (
    <section aria-label={t('paper')} className="surface-card space-y-3 p-5 max-tablet:p-4">
      <h2 className="text-section font-semibold">{t('paper')}</h2>
      {count === 0 ? (
        <p className="text-body text-text-2">{t('paperEmpty')}</p>
      ) : (
        <p className="tabular text-body">
          {sentences(
            t('paperCount', { count }),
            drawn > 0 && t('paperDrawn', { count: drawn }),
            t('paperPoints', { count: Number(data.points), points: data.points }),
          )}
        </p>
      )}
      {data.problems.length > 0 ? (
        <ul className="space-y-1">
          {data.problems.slice(0, 5).map((problem) => (
            <li key={`${problem.section} ${problem.entry} ${problem.code}`} className="flex gap-2 text-small text-warn-text">
              <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
              {problemOf(problem)}
            </li>
          ))}
        </ul>
      ) : (
        count > 0 &&
        !published && (
          <p className="flex items-center gap-2 text-small text-ok-text">
            <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            {t('paperReady')}
          </p>
        )
      )}
      <div className="flex flex-wrap gap-2">
        <ToPage to={paths.examPaper(course, id)} icon={SquarePen} look={count === 0 ? 'primary' : 'secondary'}>
          {t('writePaper')}
        </ToPage>
        {count > 0 && (
          <>
            <ToPage to={paths.examPaper(course, id, 'preview')} icon={Eye}>
              {t('preview')}
            </ToPage>
            <ToPage to={paths.examPaper(course, id, 'print')} icon={Printer}>
              {t('print')}
            </ToPage>
          </>
        )}
        {count > 0 && open?.can.teach && (
          <Button icon={ListChecks} onClick={() => setRubric(true)}>
            {rubrics('title')}
          </Button>
        )}
        {open?.can.teach && (
          <Button icon={KeyRound} onClick={() => setAccess(true)}>
            {t('access')}
          </Button>
        )}
      </div>
      {rubric && (
        <Suspense>
          <RubricEditor activity={id} course={course} max={null} onClose={() => setRubric(false)} />
        </Suspense>
      )}
      {access && (
        <Suspense>
          <AccessDialog activity={id} onClose={() => setAccess(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Counts({ activity: { id } }: { activity: Activity }) {
  const t = useTexts('exam-work')
  const { data } = useQuery({
    ...query('GET /api/activities/:id/invigilation', { params: { id }, query: { page_size: 1 } }),
    refetchInterval: 30_000,
  })
  if (!data) return null
  const { running, offline, submitted, not_begun } = data.counts
  return (
    <p className="tabular text-body">
      {[t('writing', { count: running + offline }), t('haveHandedIn', { count: submitted }), t('notBegun', { count: not_begun })].join(
        ' · ',
      )}
    </p>
  )
}
