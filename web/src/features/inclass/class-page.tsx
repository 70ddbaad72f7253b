// /inclass/courses/{id}: class mode of a course in a window of its own: the class that runs, else the way to begin one, or to wait for it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { Bone } from '../../ui/states.tsx'
import { BeforeClass } from './before-class.tsx'
import { EndedClass } from './ended-class.tsx'
import { sessionsOf, stateOf } from './queries.ts'
import { StudentClass } from './student-class.tsx'
import { TeacherClass } from './teacher-class.tsx'

export default function ClassPage() {
  const { id = '' } = useParams()
  const t = useTexts('inclass')
  return (
    <Region whole at={id} title={t('failed')} skeleton={<Skeleton />}>
      <ClassOf key={id} course={id} />
    </Region>
  )
}

function ClassOf({ course }: { course: string }) {
  const t = useTexts('inclass')
  const sessions = useQuery({ ...sessionsOf(course), throwOnError: nothingToShow, placeholderData: keepPreviousData })
  const { data: named, error: courseError } = useQuery(courseQuery(course))
  const name = named ? named.display_name || named.name : ''
  const running = sessions.data?.running?.id
  // the one that was followed here, until another begins
  const [followed, setFollowed] = useState<string>()
  useEffect(() => {
    if (running) setFollowed(running)
  }, [running])
  const id = running ?? followed
  const state = useQuery({ ...stateOf(id ?? ''), enabled: id !== undefined, throwOnError: nothingToShow })
  const session = state.data
  const refused = [sessions.error, state.error].find(isRefusal) ?? (sessions.data ? undefined : [courseError].find(isRefusal))
  if (refused)
    return (
      <div className="px-4">
        <PageTitle title={t('classMode')} hidden />
        <Refused error={refused} />
      </div>
    )
  if (!sessions.data || (id !== undefined && !session)) return <Skeleton />
  if (session?.state === 'running')
    return session.can.teach ? <TeacherClass session={session} name={name} /> : <StudentClass session={session} name={name} />
  const { can } = sessions.data
  if (session && !can.begin) return <EndedClass session={session} name={name} />
  return <BeforeClass course={course} name={name} begins={can.begin} ended={session} />
}

const Skeleton = () => (
  <div className="late flex min-h-dvh">
    <div className="w-[84px] shrink-0 space-y-4 border-r border-line bg-surface p-3 max-tablet:hidden">
      <Bone className="h-12" />
      <Bone className="h-12" />
      <Bone className="h-12" />
    </div>
    <div className="flex-1 space-y-4 p-6 max-tablet:p-4">
      <Bone className="h-6 w-56" />
      <Bone className="h-72 !rounded-panel" />
    </div>
  </div>
)
