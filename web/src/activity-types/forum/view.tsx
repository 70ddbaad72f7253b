// View of a forum: what it is about, how it is marked, and its topics, or one of them (?topic=); for who teaches the posts of a student with their mark (?mark=).
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { ToTopics } from '../../parts/learning/forum/to-topics.tsx'
import { TopicList } from '../../parts/learning/forum/topic-list.tsx'
import { TopicView } from '../../parts/learning/forum/topic-view.tsx'
import { RubricShown, useRubric } from '../../parts/learning/rubrics/rubric-shown.tsx'
import { SkeletonRows, SkeletonText } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'

const Marking = lazy(() => Promise.all([import('./marking.tsx'), texts('marking')]).then(([module]) => module))
const MyParticipation = lazy(() => Promise.all([import('./my-participation.tsx'), texts('work')]).then(([module]) => module))

export default function ForumView({ activity, teaches }: ViewProps) {
  const t = useTexts('forum')
  const [params] = useSearchParams()
  useReadMark(activity)
  const [topic, marked] = [params.get('topic'), params.get('mark')]
  // above the topics, which would move if it came later
  const rubric = useRubric(activity.id, !topic && !marked)
  const isMarked = (rubric.data?.criteria.length ?? 0) > 0
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
  if (marked && teaches)
    return (
      <Suspense fallback={<SkeletonText lines={6} />}>
        <Marking activity={activity} person={marked} />
      </Suspense>
    )
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {activity.body.trim() && (
        <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
          <ActivityText activity={activity} />
        </article>
      )}
      {isMarked && <RubricShown activity={activity.id} />}
      {isMarked && !teaches && (
        <Suspense>
          <MyParticipation activity={activity} />
        </Suspense>
      )}
      {rubric.isLoading ? <SkeletonRows rows={3} /> : <TopicList place={place} />}
    </div>
  )
}
