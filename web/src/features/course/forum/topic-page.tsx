// Page of a topic in the places of a course: /course/{id}/forum#/topics/{topicId}, group-set#/topics/{topicId}?groupId={groupId} and
// teaching-team#/forum/{topicId}.
import { useParams, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { Region } from '../../../parts/base/errors/region.tsx'
import { ToTopics } from '../../../parts/learning/forum/to-topics.tsx'
import { TopicView } from '../../../parts/learning/forum/topic-view.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { useCourse, useCourseTools } from '../frame/course-frame.tsx'

export default function TopicPage() {
  const course = useCourse()
  const t = useTexts('forum')
  const { topicId, forumId } = useParams()
  const [params] = useSearchParams()
  useCourseTools(params.get('show_sidebar') === 'false')
  const id = topicId ?? forumId ?? ''
  const group = params.get('groupId')
  const place = forumId
    ? ({ course: course.id, scope: 'team' } as const)
    : group
      ? ({ course: course.id, scope: 'group', scopeId: group } as const)
      : ({ course: course.id, scope: 'course' } as const)
  return (
    <div className="mx-auto w-full max-w-[860px] p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <ToTopics place={place} />
      <Region at={id} title={t('topicFailed')} skeleton={<SkeletonText lines={6} />}>
        <TopicView id={id} />
      </Region>
    </div>
  )
}
