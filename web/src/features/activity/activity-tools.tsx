// The teacher's tools of the open activity: its state, the way to its text and its ⋯ menu, in the header of its page. Students never load it.
import { useNavigate } from 'react-router-dom'
import { activityHref, definitionOf } from '../../activity-types.ts'
import type { Answer } from '../../client.ts'
import { ActivityMenu } from '../../parts/learning/activity-actions/activity-menu.tsx'
import { StateChip } from '../../parts/learning/activity-actions/state-chip.tsx'
import type { Activity, Content } from '../../parts/learning/course/content.ts'
import { PublishPopup } from '../../parts/learning/course/publish-popup.tsx'
import { paths } from '../../paths.ts'
import { EditText } from './edit-text.tsx'

type Course = Answer<'GET /api/courses/:id'>

export function ActivityTools({ activity, course, content }: { activity: Activity; course: Course; content: Content | undefined }) {
  const go = useNavigate()
  return (
    <>
      <span className="shrink-0 max-small:hidden">
        <ActivityState activity={activity} course={course} />
      </span>
      {definitionOf(activity.type).written && <EditText activity={activity} />}
      <ActivityMenu
        activity={activity}
        mayDelete={course.can.delete_content}
        modules={content?.modules.length ?? 0}
        openCopy={(copy) => void go(activityHref(copy))}
        leave={async () => await go(paths.content(course.id))}
      />
      <PublishPopup course={course} />
    </>
  )
}

export const ActivityState = ({ activity, course }: { activity: Activity; course: Course }) => (
  <StateChip activity={activity} course={course} />
)
