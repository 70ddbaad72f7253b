// Page on which a text is written: of an activity, /course/{courseId}/learning-activity#/{activityId}/edit, or of a new one, …#/new/{type}.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { activityHref, type CreatableType, creatableTypes, definitionOf } from '../../../activity-types.ts'
import type { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { activityQuery } from '../../../parts/learning/activity/queries.ts'
import { contentQuery, courseQuery } from '../../../parts/learning/course/queries.ts'
import { isRefusal, nothingToShow } from '../../../parts/base/errors/refusal.ts'
import { Refused } from '../../../parts/base/errors/refused.tsx'
import { Region } from '../../../parts/base/errors/region.tsx'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { PageWaiting } from '../../../parts/base/page/page-waiting.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Bone } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'
import { TextFrame } from './text-frame.tsx'

export default function TextPage() {
  const { id = '', activityId, type = '' } = useParams()
  const t = useTexts('writing')
  return (
    <Region whole at={`${id} ${activityId ?? type}`} title={t('failed')} skeleton={<TextSkeleton />}>
      <TextOfCourse id={id} activity={activityId} type={type} />
    </Region>
  )
}

function TextOfCourse({ id, activity, type }: { id: string; activity: string | undefined; type: string }) {
  const { data: course, error } = useQuery({ ...courseQuery(id), throwOnError: nothingToShow })
  if (isRefusal(error)) return <NotHere error={error} />
  if (!course) return <TextSkeleton />
  return activity ? <EditedText course={course} activity={activity} /> : <NewText course={course} type={type} />
}

/** The cached text may be old, and the draft may be written on another device: both are read now, and once. */
const once = {
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  throwOnError: (_: Error, { state }: { state: { data: unknown } }) => state.data === undefined,
} as const

function EditedText({ course, activity: id }: { course: Course; activity: string }) {
  const activity = useQuery({ ...activityQuery(id), ...once, throwOnError: nothingToShow })
  const draft = useQuery({ ...query('GET /api/activities/:id/draft', { params: { id } }), ...once, gcTime: 0, enabled: course.can.teach })
  /** Counts what is opened: after a version is restored the page begins again. */
  const [opened, setOpened] = useState(0)
  if (isRefusal(activity.error) || (activity.data && activity.data.course_id !== course.id))
    return <NotHere error={isRefusal(activity.error) ? activity.error : undefined} />
  // somebody passed on the address of this page in place of the text's own
  if (!course.can.teach) return <Navigate to={paths.activity(course.id, id)} replace />
  if (!activity.data || !activity.isFetchedAfterMount || !draft.data) return <TextSkeleton />
  if (!definitionOf(activity.data.type).written) return <Navigate to={activityHref(activity.data)} replace />
  const reopen = async () => {
    await Promise.all([activity.refetch(), draft.refetch()])
    setOpened((count) => count + 1)
  }
  return (
    <TextFrame
      key={opened}
      course={course}
      type={activity.data.type as CreatableType}
      activity={activity.data}
      draft={draft.data.draft}
      module={activity.data.module_id ?? ''}
      onReopen={() => void reopen()}
    />
  )
}

function NewText({ course, type: name }: { course: Course; type: string }) {
  const { data: content } = useSuspenseQuery(contentQuery(course.id))
  const [search] = useSearchParams()
  const type = creatableTypes.find((candidate) => candidate === name && definitionOf(candidate).written)
  const draft = useQuery({
    ...query('GET /api/courses/:id/drafts/:type', { params: { id: course.id, type: type ?? (name as CreatableType) } }),
    ...once,
    gcTime: 0,
    enabled: course.can.teach && type !== undefined,
  })
  if (!course.can.teach || !type) return <NotHere />
  if (!draft.data) return <TextSkeleton />
  const ordered = content.modules.toSorted((a, b) => a.sort - b.sort)
  const module = ordered.find((candidate) => candidate.id === search.get('module')) ?? ordered.at(-1)
  return <TextFrame course={course} type={type} draft={draft.data.draft} module={module?.id ?? ''} />
}

function NotHere({ error }: { error?: CallFailed | undefined }) {
  const say = useTexts('kinds')
  return (
    <div className="px-4">
      <PageTitle title={say('unknownType')} hidden />
      <Refused error={error} />
    </div>
  )
}

const TextSkeleton = () => (
  <PageWaiting className="mx-auto max-w-[calc(var(--measure)+64px)] space-y-4 p-8">
    <Bone className="h-9 w-80" />
    <Bone className="h-80" />
  </PageWaiting>
)
