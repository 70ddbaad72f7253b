// Videos that I have begun, with what is left of each.
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { MyCourse } from '../../parts/learning/course/course-card.tsx'
import { coverOf } from '../../parts/learning/course/cover.ts'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { CourseCover } from '../../ui/marks/course-cover.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { homeCourses, myLearning, type Watching } from './queries.ts'

export function ContinueWatching() {
  const t = useTexts('home')
  const { data: courses } = useQuery(homeCourses)
  const watching = useQuery(myLearning).data?.watching.slice(0, 3) ?? []
  if (!watching.length) return null
  return (
    <section>
      <h2 className="mb-2 text-section font-semibold">{t('continue')}</h2>
      <ul className="surface-card divide-y divide-line">
        {watching.map((video) => (
          <VideoRow key={video.activity_id} video={video} course={courses?.items.find(({ id }) => id === video.course_id)} />
        ))}
      </ul>
    </section>
  )
}

function VideoRow({ video, course }: { video: Watching; course: MyCourse | undefined }) {
  const t = useTexts('home')
  const minutesLeft = Math.round(((video.video_duration ?? 0) * (100 - video.percent)) / 6000)
  return (
    <li className="relative flex items-center gap-3 p-3.5 hover:bg-hover">
      <span className="relative shrink-0">
        <CourseCover {...coverOf(course ?? { id: video.course_id })} className="h-[60px] w-[104px] rounded-tile" />
        <span
          aria-hidden
          className="absolute inset-0 m-auto flex size-7 items-center justify-center rounded-full bg-[rgb(23_26_26/.72)] text-[#fff]"
        >
          <Play size={14} fill="currentColor" strokeWidth={0} />
        </span>
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={paths.activity(video.course_id, video.activity_id)}
          data-action="activity.open"
          className="stretched line-clamp-2 text-body font-medium break-words"
        >
          {video.title}
        </Link>
        <p className="truncate text-caption text-text-3">{course?.name}</p>
        <ProgressBar className="mt-1.5" thin label={t('progressIn', { name: video.title })} value={video.percent} />
        <p className="tabular mt-1 text-caption text-text-2">
          {minutesLeft > 0 ? t('minutesLeft', { count: minutesLeft }) : t('almostDone')}
        </p>
      </div>
    </li>
  )
}
