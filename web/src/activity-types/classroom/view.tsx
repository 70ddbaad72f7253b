// View of a classroom: its place and text, the way into the class while it runs, and its classes so far with my state in each.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MapPin, Presentation } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { attendanceChanged, type ClassSummary } from '../../parts/learning/attendance/queries.ts'
import { StateChip } from '../../parts/learning/attendance/state-chip.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { dateTime } from '../../ui/format.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import type { ViewProps } from '../definition.ts'

/** The place of its settings. */
const placeOf = ({ settings }: Activity): string => {
  const { place } = settings as { place?: unknown }
  return typeof place === 'string' ? place : ''
}

export default function ClassroomView({ activity, teaches }: ViewProps) {
  const t = useTexts('attendance')
  useReadMark(activity)
  const [{ page, size }, setPage] = useState({ page: 1, size: 10 })
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/courses/:id/class-sessions', {
      params: { id: activity.course_id },
      query: { activity_id: activity.id, page, page_size: size },
    }),
    placeholderData: keepPreviousData,
  })
  const place = placeOf(activity)
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {data && <Now activity={activity} running={data.running} mayBegin={teaches && data.can.begin} />}
      {(place !== '' || activity.body.trim() !== '') && (
        <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
          {place !== '' && (
            <p className="mb-2 flex items-start gap-2 text-body last:mb-0 wrap-break-word text-text-2">
              <MapPin aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 shrink-0" />
              <span className="screen-reader">{t('place')}</span>
              <span className="min-w-0">{place}</span>
            </p>
          )}
          {activity.body.trim() !== '' && <ActivityText activity={activity} />}
        </article>
      )}
      <section aria-label={t('classes')}>
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
          <h2 className="text-section font-semibold">{t('classes')}</h2>
          <Link to={paths.attendance(activity.course_id, teaches ? { classroom: activity.id } : {})} className={buttonLook('link')}>
            {t(teaches ? 'attendance' : 'mine')}
          </Link>
        </div>
        {error && !data ? (
          <ReadFailed title={t('classesFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={2} />
        ) : data.items.length === 0 ? (
          <p className="surface-card p-4 text-small text-text-2">{t('noClasses')}</p>
        ) : (
          <>
            <ul className="surface-card divide-y divide-line">
              {data.items.map((session) => (
                <Session key={session.id} session={session} teaches={teaches} />
              ))}
            </ul>
            {data.pages > 1 && (
              <Pagination
                page={data.page}
                pages={data.pages}
                pageSize={size}
                total={data.total}
                scroll={false}
                onChange={(next, pageSize) => setPage({ page: pageSize === size ? next : 1, size: pageSize })}
              />
            )}
          </>
        )}
      </section>
    </div>
  )
}

/** The class that runs with its entrance; for who teaches a way to begin one. */
function Now({ activity, running, mayBegin }: { activity: Activity; running: ClassSummary | null; mayBegin: boolean }) {
  const t = useTexts('attendance')
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const body = { title: activity.title, activity_id: activity.id }
      await call('POST /api/courses/:id/class-sessions', { params: { id: activity.course_id }, body })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await attendanceChanged()
      setBusy(false)
    }
  }
  const isOwn = running?.activity_id === activity.id
  if (!isOwn && !mayBegin) return null
  return (
    <section aria-label={t('now')} className="surface-card flex flex-wrap items-center gap-3 p-4">
      <p role="status" className="min-w-0 flex-1 basis-60 text-body wrap-break-word">
        {isOwn ? t('isOn') : running ? t('otherIsOn', { title: running.title }) : t('notOn')}
      </p>
      {running ? (
        <a
          href={paths.classMode(activity.course_id)}
          data-action="class.enter"
          target="_blank"
          rel="noopener"
          className={buttonLook(isOwn ? 'primary' : 'secondary')}
        >
          <Presentation aria-hidden size={16} strokeWidth={1.75} />
          {t('enter')}
        </a>
      ) : (
        <Button variant="primary" icon={Presentation} busy={busy} action="class.begin" onClick={() => void begin()}>
          {t('begin')}
        </Button>
      )}
    </section>
  )
}

function Session({ session, teaches }: { session: ClassSummary; teaches: boolean }) {
  const t = useTexts('attendance')
  const { title, started_at, state, attendance, mine } = session
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-break-word">{title}</p>
        <p className="tabular text-small text-text-2">{dateTime(started_at)}</p>
      </div>
      {state === 'running' && <Chip tone="ok">{t('running')}</Chip>}
      {teaches && attendance && (
        <p className="tabular text-small text-text-2">
          {t('counts', { present: attendance.present, late: attendance.late, absent: attendance.absent })}
        </p>
      )}
      {teaches && state === 'ended' && (
        <Link to={paths.classReport(session.course_id, session.id)} aria-label={t('reportOf', { title })} className={buttonLook('link')}>
          {t('report')}
        </Link>
      )}
      {mine.map((one, nth) => (
        <StateChip key={nth} state={one} />
      ))}
    </li>
  )
}
