// The line on the card of a course: my progress, or the tasks that wait where I teach it.
import type { MyCourse } from '../../parts/learning/course/course-card.tsx'
import { courseStates } from '../../parts/learning/course/course-states.ts'
import { useTexts } from '../../i18n.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { percent } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import type { Progress, Teaching } from './queries.ts'

/** The tasks of a course that I teach: files that failed, works to mark, questions without an answer, people to let in, drafts, students who have not
 *  begun; else how many students it has. */
function useWaiting(teaching: Teaching['courses'][number] | undefined, toJoin: number): { text: string; bad: boolean } {
  const t = useTexts('home')
  if (!teaching) return { text: '', bad: false }
  const { failed_count, to_mark_count, unanswered_count, draft_count, idle_count, students } = teaching
  const waiting = [
    ...(failed_count > 0 ? [t('filesFailed', { count: failed_count })] : []),
    ...(to_mark_count > 0 ? [t('toMark', { count: to_mark_count })] : []),
    ...(unanswered_count > 0 ? [t('unanswered', { count: unanswered_count })] : []),
    ...(toJoin > 0 ? [t('waitToJoin', { count: toJoin })] : []),
    ...(draft_count > 0 ? [t('draftsIn', { count: draft_count })] : []),
    ...(idle_count > 0 ? [t('notBegun', { count: idle_count })] : []),
  ]
  return { text: waiting.length > 0 ? waiting.join(' · ') : t('students', { count: students }), bad: failed_count > 0 }
}

export function CourseProgress({
  course,
  progress,
  teaching,
}: {
  course: MyCourse
  progress: Progress | undefined
  teaching: Teaching['courses'][number] | undefined
}) {
  const t = useTexts('home')
  const waiting = useWaiting(teaching, course.waiting)
  if (course.role !== 'student' || course.status !== 'published') {
    const state = course.status === 'deleted' ? undefined : courseStates[course.status]
    return state && course.status !== 'deleted' ? (
      <div className="mt-1.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Chip tone={state.tone} icon={state.icon}>
          {t(course.role === 'student' && course.status === 'draft' ? 'notOpen' : course.status)}
        </Chip>
        {waiting.text && <span className={classes('text-caption', waiting.bad ? 'text-bad-text' : 'text-text-2')}>{waiting.text}</span>}
      </div>
    ) : null
  }
  if (!progress) return <div className="mt-2 h-[29px]" />
  return (
    <div className="mt-2">
      <ProgressBar label={t('progressIn', { name: course.name })} value={progress.study_completeness} />
      <p className="tabular mt-1 flex justify-between gap-2 text-caption text-text-2">
        <span>
          {progress.activity_count ? t('doneOf', { done: progress.completed_count, all: progress.activity_count }) : t('nothingToDo')}
        </span>
        {progress.activity_count > 0 && <span>{percent(progress.study_completeness)}</span>}
      </p>
    </div>
  )
}
