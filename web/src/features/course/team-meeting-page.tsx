// A meeting of a course's teaching team, /course/{id}/teaching-team#/meeting/{meetingId}: what notifications and calendars lead to.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { type Answer, CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { MeetingAddresses } from '../../parts/learning/calendar/meeting-addresses.tsx'
import { meetingQuery } from '../../parts/learning/calendar/queries.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { useDocumentTitle } from '../../parts/base/page/page-title.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { dateTime, time } from '../../ui/format.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const MeetingDialog = laterDialog(() =>
  import('../../parts/learning/calendar/meeting-dialog.tsx').then(({ MeetingDialog }) => ({ default: MeetingDialog })),
)

export default function TeamMeetingPage() {
  const { meetingId: id = '' } = useParams()
  const t = useTexts('calendar')
  const { data, error, errorUpdatedAt, refetch } = useQuery(meetingQuery(id, true) as never) as {
    data: Answer<'GET /api/instruction-team/meeting/:id'> | undefined
    error: Error | null
    errorUpdatedAt: number
    refetch: () => unknown
  }
  const [editing, setEditing] = useState(false)
  useDocumentTitle(data?.title ?? t('teamMeeting'))
  if (error instanceof CallFailed && error.status === 404) return <Empty title={t('noSuchMeeting')} />
  if (error && !data) return <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <article className="surface-card max-w-[720px] space-y-3 p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-title text-title font-bold wrap-break-word">{data.title}</h2>
        <Chip tone={data.state === 'running' ? 'ok' : data.state === 'ended' ? 'neutral' : 'info'}>{t(`state.${data.state}`)}</Chip>
        {data.shown_editable && <Button onClick={() => setEditing(true)}>{t('edit')}</Button>}
      </div>
      <p className="tabular">
        {dateTime(data.start_time)}–{time(data.end_time)}
      </p>
      <p className="text-text-2">
        {t('hostIs', { name: data.host_name })}
        {data.room && ` · ${data.room}`}
      </p>
      {data.description && <p className="whitespace-pre-line wrap-break-word">{data.description}</p>}
      <MeetingAddresses join={data.join_url} live={data.live_addr} replay={data.replay_address} />
      {editing && (
        <Suspense>
          <MeetingDialog id={data.id} instruction onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </article>
  )
}
