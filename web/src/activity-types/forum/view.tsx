// View of a forum: what it is about and its topics, or one of them (?topic=).
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { ToTopics } from '../../parts/learning/forum/to-topics.tsx'
import { TopicList } from '../../parts/learning/forum/topic-list.tsx'
import { TopicView } from '../../parts/learning/forum/topic-view.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'

export default function ForumView({ activity }: ViewProps) {
  const t = useTexts('forum')
  const [params] = useSearchParams()
  useReadMark(activity)
  const topic = params.get('topic')
  const place = { course: activity.course_id, scope: 'activity', scopeId: activity.id } as const
  if (topic)
    return (
      <div className="max-tablet:pt-4">
        <ToTopics place={place} />
        <Region at={topic} title={t('topicFailed')} skeleton={<SkeletonText lines={6} />}>
          <TopicView id={topic} level={2} />
        </Region>
      </div>
    )
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {activity.body.trim() && (
        <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
          <ActivityText activity={activity} />
        </article>
      )}
      <TopicList place={place} />
    </div>
  )
}
