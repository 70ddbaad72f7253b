// The students of a video and the parts that each has watched, for who teaches.
import { useTexts } from '../../i18n.ts'
import { type Student, StudentTable } from '../../parts/learning/activity/student-table.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { percent } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'

export default function Watchers({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  return (
    <StudentTable
      activity={activity}
      title={t('whoWatched')}
      columns={({ video_duration }) => [
        {
          key: 'what',
          head: t('watchedHead'),
          width: '38%',
          cell: (student) => <WatchedLine student={student} duration={video_duration ?? activity.video_duration ?? 0} />,
        },
        {
          key: 'percent',
          head: t('percentHead'),
          numeric: true,
          cell: (student) => (
            <span className="inline-flex items-center gap-2">
              {student.completed && <StatusMark state="done" label={t('completed')} size={16} />}
              {percent(student.percent)}
            </span>
          ),
        },
      ]}
    />
  )
}

/** The recording as a line with the intervals this student has watched; screen readers get the percentage. */
function WatchedLine({ student, duration }: { student: Student; duration: number }) {
  const say = useTexts('kinds')
  const part = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  return (
    <span
      role="img"
      aria-label={say('watched', { percent: percent(student.percent) })}
      className="relative block h-2.5 w-full min-w-28 overflow-hidden rounded-[2px] bg-track forced-colors:border"
    >
      {student.watched.map(([from = 0, to = 0]) => (
        <span
          key={from}
          style={{ left: part(from), width: `calc(${part(to)} - ${part(from)})` }}
          className="absolute inset-y-0 bg-accent forced-colors:bg-[Highlight]"
        />
      ))}
    </span>
  )
}
