// Recordings of a live lecture: the published ones, links and films that play in their place; for who teaches all of them, with a form that adds one.
import { CirclePlay, Plus, RotateCw, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { clock, date } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Bone } from '../../../ui/states.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { reasonText } from '../../base/uploads/upload-state.ts'
import type { Activity } from '../course/content.ts'
import { type Meeting, meetingChanged, putRecording, type Recording } from './queries.ts'

const RecordingPlayer = lazy(() => Promise.all([import('./recording-player.tsx'), texts('player')]).then(([module]) => module))
const RecordingDialog = laterDialog(() => import('./recording-dialog.tsx'))

export function Recordings({ activity, meeting, teaches }: { activity: Activity; meeting: Meeting; teaches: boolean }) {
  const t = useTexts('live')
  const [edited, setEdited] = useState<{ id: string; known: Recording | undefined }>()
  const [played, setPlayed] = useState<string>()
  const { recordings, can } = meeting
  if (recordings.length === 0 && !can.change) return null
  const remove = async (recording: Recording) => {
    const back = () =>
      void putRecording(activity.id, recording.id, recording)
        .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
        .finally(meetingChanged)
    try {
      await call('DELETE /api/activities/:id/meeting/recordings/:rid', { params: { id: activity.id, rid: recording.id } })
      toast({ text: t('recordingDeleted'), undo: back })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await meetingChanged()
    }
  }
  return (
    <section aria-label={t('recordings')}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section font-semibold">{t('recordings')}</h2>
        {can.change && (
          <span className="contents" {...dialogTrigger}>
            <Button size="sm" icon={Plus} onClick={() => setEdited({ id: crypto.randomUUID(), known: undefined })}>
              {t('addRecording')}
            </Button>
          </span>
        )}
      </div>
      {recordings.length === 0 ? (
        <p className="surface-card p-4 text-small text-text-2">{t('noRecordings')}</p>
      ) : (
        <ul className="surface-card divide-y divide-line">
          {recordings.map((recording) => (
            <li key={recording.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
              <span className="min-w-0 flex-1 basis-48 wrap-break-word">
                <Title recording={recording} />
                <span className="tabular block text-small text-text-2">
                  {[date(recording.created_at), recording.upload?.duration ? clock(recording.upload.duration) : '']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {recording.processing && <Chip tone="info">{t('processing')}</Chip>}
              {recording.fetch && <Fetched activity={activity.id} recording={recording} fetch={recording.fetch} />}
              {recording.upload && recording.published && (
                <Button
                  size="sm"
                  icon={played === recording.id ? X : CirclePlay}
                  aria-expanded={played === recording.id}
                  onClick={() => setPlayed(played === recording.id ? undefined : recording.id)}
                >
                  {t(played === recording.id ? 'closePlayer' : 'play')}
                </Button>
              )}
              {!recording.published && <Chip tone="neutral">{t('hidden')}</Chip>}
              {can.change && (
                <span className="flex gap-1">
                  {!recording.processing && (
                    <Button variant="quiet" size="sm" onClick={() => setEdited({ id: recording.id, known: recording })}>
                      {t('change')}
                    </Button>
                  )}
                  <Button variant="quiet" size="sm" onClick={() => void remove(recording)}>
                    {t('delete')}
                  </Button>
                </span>
              )}
              {recording.upload && recording.published && played === recording.id && (
                <div className="w-full py-2">
                  <Suspense fallback={<Bone className="!h-[min(56dvh,420px)] min-h-[180px] !rounded-card" />}>
                    <RecordingPlayer activity={activity} title={recording.title} upload={recording.upload} teaches={teaches} />
                  </Suspense>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && <RecordingDialog activity={activity.id} id={edited.id} known={edited.known} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

/** The film on its way here, or the reason why it did not come. */
function Fetched({ activity, recording, fetch }: { activity: string; recording: Recording; fetch: NonNullable<Recording['fetch']> }) {
  const t = useTexts('live')
  const [busy, setBusy] = useState(false)
  if (fetch.state === 'coming') return <Chip tone="info">{t('fetch.coming')}</Chip>
  const again = async () => {
    setBusy(true)
    try {
      await call('POST /api/activities/:id/meeting/recordings/:rid/fetch', { params: { id: activity, rid: recording.id } })
      await meetingChanged()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Chip tone="warn">{t('fetch.failed')}</Chip>
      <Button size="sm" icon={RotateCw} busy={busy} onClick={() => void again()}>
        {t('fetchAgain')}
      </Button>
      <p className="order-1 w-full text-small text-text-2">{[t('fetchFailed'), reasonText(fetch.reason)].filter(Boolean).join(' ')}</p>
    </>
  )
}

function Title({ recording: { title, page } }: { recording: Recording }) {
  if (page === null) return <span className="block font-medium">{title}</span>
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" className={buttonLook('link')}>
      {title}
    </a>
  )
}
