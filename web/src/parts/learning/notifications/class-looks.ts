// Looks of notifications about classes: a class that begins leads into it, an absence to one's attendance.
import { ClipboardList, Presentation, UserRoundX } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { dateTime } from '../../../ui/format.ts'
import type { Look, Notification } from './look.ts'

export const classLooks: Record<string, (notification: Notification) => Look> = {
  class_begun: ({ payload: { course } }) => ({
    icon: Presentation,
    tone: 'ok',
    text: 'class_begun',
    action: 'openClass',
    link: course ? paths.classMode(course.id) : paths.notifications(),
    below: [course?.name],
  }),
  class_report: ({ payload: { course, subject }, sender }) => ({
    icon: ClipboardList,
    tone: 'info',
    text: sender ? 'class_report' : 'class_report_unnamed',
    action: 'openReport',
    link: course ? paths.classReport(course.id, subject.id) : paths.notifications(),
    below: [course?.name],
  }),
  roll_call_missed: ({ payload: { course, params } }) => ({
    icon: UserRoundX,
    tone: 'warn',
    text: 'roll_call_missed',
    action: 'openAttendance',
    link: course ? paths.attendance(course.id) : paths.notifications(),
    below: [params.at && dateTime(params.at), course?.name],
  }),
}
