// Frame of an exam's pages: the exam and its course.
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { ActivityFrame, type Course } from '../../parts/learning/activity/activity-frame.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { PageWaiting } from '../../parts/base/page/page-waiting.tsx'

type Props = {
  /** Only for who teaches in the course. */
  teaches?: boolean
  children: (activity: Activity, course: Course) => ReactNode
}

export function ExamFrame({ teaches = false, children }: Props) {
  const { id = '', examId = '' } = useParams()
  const t = useTexts('exam')
  return (
    <ActivityFrame course={id} id={examId} teaching={teaches} failed={t('failed')} refused={t('exam')} waiting={<PageWaiting />}>
      {children}
    </ActivityFrame>
  )
}
