// Side column of the content page: my progress, the next dates, the teachers.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { activityHref } from '../../../activity-types.ts'
import { completenessOf, type Content } from '../../../parts/learning/course/content.ts'
import { useTexts } from '../../../i18n.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { near, time } from '../../../ui/format.ts'
import { ProgressRing } from '../../../ui/progress.tsx'
import type { Course } from '../frame/queries.ts'
import { upcoming } from './steps.ts'

export function ProgressSide({ course, content }: { course: Course; content: Content }) {
  const t = useTexts('course-page')
  const { done, total, share } = completenessOf(content.activities)
  const next = upcoming(content, Date.now())
  return (
    <aside aria-label={t('aside')} className="w-[240px] shrink-0 divide-y divide-line max-small:w-full wide:w-[336px]">
      {total > 0 && (
        <Part title={t('yourProgress')} className="max-tablet:hidden">
          <div className="flex items-center gap-3">
            <ProgressRing label={t('yourProgress')} value={share} />
            <div>
              <p className="text-section font-semibold">{t('doneOf', { done, total })}</p>
              <p className="text-caption text-text-2">{done === total ? t('allDone') : t('left', { count: total - done })}</p>
            </div>
          </div>
        </Part>
      )}
      {next.length > 0 && (
        <Part title={t('nextHere')}>
          <ul className="space-y-1.5 text-small">
            {next.map(({ activity, due }) => (
              <li key={activity.id} className="flex justify-between gap-3">
                {due.kind === 'opens' ? (
                  <span className="min-w-0 wrap-break-word">{activity.title}</span>
                ) : (
                  <Link to={activityHref(activity)} className="min-w-0 wrap-break-word hover:underline">
                    {activity.title}
                  </Link>
                )}
                <span className={due.near === 'today' && due.kind !== 'opens' ? 'shrink-0 text-bad-text' : 'shrink-0 text-text-2'}>
                  {due.kind === 'opens'
                    ? t('opens', { when: near(due.time) })
                    : due.near === 'today'
                      ? t('today', { time: time(due.time) })
                      : near(due.time)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {course.instructors.length > 0 && (
        <Part title={t('teachers')}>
          <ul className="space-y-2.5">
            {course.instructors.map((instructor) => (
              <li key={instructor.id} className="flex items-center gap-2.5">
                <Avatar id={instructor.id} name={instructor.name} src={instructor.avatar} />
                <div className="min-w-0">
                  <p className="truncate text-small font-medium">{instructor.name}</p>
                  <p className="text-caption text-text-2">{t(`role.${instructor.role}`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </aside>
  )
}

const Part = ({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) => (
  <section className={`py-3.5 first:pt-0 ${className}`}>
    <h2 className="mb-2.5 text-small font-semibold text-text-2">{title}</h2>
    {children}
  </section>
)
