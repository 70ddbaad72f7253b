// Parts of a teacher's home page: drafts to finish, and the watching of the newest videos.
import { wholePercent } from '@lyceum/kit/percent'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, EyeOff, PenLine, UserPlus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../activity-types.ts'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Tile } from '../../ui/marks/chip.tsx'
import { dateTime, list } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { myTeaching } from './queries.ts'
import type { Wait } from './teacher-waits.ts'

const row = 'relative flex min-h-[52px] items-center gap-3.5 px-3.5 py-1.5 hover:bg-hover'
const link = 'stretched line-clamp-2 text-body font-medium break-words after:focus-visible:outline-2 after:focus-visible:-outline-offset-2'

const waitIcons = { toMark: PenLine, waitToJoin: UserPlus, filesFailed: CircleAlert, draftsIn: EyeOff }
const mostWaits = 8

/** A line with a link for each thing that waits for who teaches. */
export function WaitList({ waits }: { waits: readonly Wait[] }) {
  const t = useTexts('home')
  const [whole, setWhole] = useState(false)
  const folded = !whole && waits.length > mostWaits
  const lines = useRef<HTMLUListElement>(null)
  // the button leaves its place to the first line that it has shown
  useLayoutEffect(() => {
    if (whole) lines.current?.querySelectorAll('a')[mostWaits]?.focus({ preventScroll: true })
  }, [whole])
  return (
    <ul ref={lines} className="surface-card divide-y divide-line overflow-hidden">
      {(folded ? waits.slice(0, mostWaits) : waits).map(({ kind, course, name, count, href }) => (
        <li key={`${kind} ${course}`} className={row}>
          <Tile tone={kind === 'filesFailed' ? 'bad' : 'accent'} icon={waitIcons[kind]} />
          <div className="min-w-0 flex-1">
            <Link to={href} className={link} aria-label={list([t(kind, { count }), name || t('otherCourses')])}>
              {t(kind, { count })}
            </Link>
            <p className="truncate text-caption text-text-3">{name || t('otherCourses')}</p>
          </div>
          <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-3" />
        </li>
      ))}
      {folded && (
        <li className="px-3.5 py-1.5">
          <Button variant="link" onClick={() => setWhole(true)}>
            {t('allTodo', { count: waits.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** The latest drafts of my courses; renders nothing without any. */
export function Drafts({ teaches }: { teaches: boolean }) {
  const t = useTexts('home')
  const { data } = useQuery({ ...myTeaching, enabled: teaches })
  if (!data?.drafts.length) return null
  return (
    <section className="mt-5">
      <h2 className="mb-2 text-section font-semibold">{t('drafts', { count: data.draft_total })}</h2>
      <ul className="surface-card divide-y divide-line overflow-hidden">
        {data.drafts.map((draft) => {
          const { icon, tone } = definitionOf(draft.type)
          return (
            <li key={draft.activity_id} className={row}>
              <Tile tone={tone} icon={icon} />
              <div className="min-w-0 flex-1">
                <Link
                  to={activityHref({ ...draft, id: draft.activity_id })}
                  data-action="activity.open"
                  title={draft.title}
                  className={link}
                >
                  {draft.title}
                </Link>
                <p className="truncate text-caption text-text-3">{draft.course_name}</p>
              </div>
              <span className="tabular shrink-0 whitespace-nowrap text-caption text-text-2 max-tablet:hidden">
                {t('changed', { when: dateTime(draft.updated_at) })}
              </span>
              <Chip tone="neutral" icon={EyeOff}>
                {t('draft')}
              </Chip>
              <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-3" />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The newest videos, with the numbers of students who have begun and finished them. */
export function WatchedVideos({ teaches }: { teaches: boolean }) {
  const t = useTexts('home')
  const { data } = useQuery({ ...myTeaching, enabled: teaches })
  const videos = data?.videos.filter(({ students }) => students > 0) ?? []
  if (!videos.length) return null
  return (
    <section className="mt-5">
      <h2 className="mb-2 text-section font-semibold">{t('whoWatched')}</h2>
      <ul className="grid grid-cols-1 gap-3 tablet:grid-cols-2 desktop:grid-cols-3">
        {videos.map((video) => (
          <li key={video.activity_id} className="surface-card relative px-3.5 py-2.5 hover:bg-hover">
            <Link to={paths.activity(video.course_id, video.activity_id)} data-action="activity.open" title={video.title} className={link}>
              {video.title}
            </Link>
            <p className="truncate text-caption text-text-3">{video.course_name}</p>
            <ProgressBar
              className="mt-1.5"
              thin
              label={t('progressIn', { name: video.title })}
              value={wholePercent(video.started, video.students)}
            />
            <p className="tabular mt-1 flex justify-between gap-2 text-caption text-text-2">
              <span>{t('watchedBy', { count: video.started, all: video.students })}</span>
              <span>{t('finishedBy', { count: video.completed })}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
