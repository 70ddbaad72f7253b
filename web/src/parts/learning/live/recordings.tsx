// Recordings of a live lecture: the published ones as links; for who teaches all of them, with a form that adds one.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { date } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { problemText, refusal } from '../../base/errors/problem-text.ts'
import { type Meeting, meetingChanged, type Recording } from './queries.ts'

const path = 'PUT /api/activities/:id/meeting/recordings/:rid'
type Draft = { title: string; page: string; published: boolean }

export function Recordings({ activity, meeting }: { activity: string; meeting: Meeting }) {
  const t = useTexts('live')
  const [edited, setEdited] = useState<{ id: string; known: Recording | undefined }>()
  const { recordings, can } = meeting
  if (recordings.length === 0 && !can.change) return null
  const put = (id: string, { title, page, upload, published }: Pick<Recording, 'title' | 'page' | 'upload' | 'published'>) =>
    call(path, { params: { id: activity, rid: id }, body: { title, page, upload_id: upload?.id ?? null, published } })
  const remove = async (recording: Recording) => {
    const back = () =>
      void put(recording.id, recording)
        .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
        .finally(meetingChanged)
    try {
      await call('DELETE /api/activities/:id/meeting/recordings/:rid', { params: { id: activity, rid: recording.id } })
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
          <Button size="sm" icon={Plus} onClick={() => setEdited({ id: crypto.randomUUID(), known: undefined })}>
            {t('addRecording')}
          </Button>
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
                <span className="tabular block text-small text-text-2">{date(recording.created_at)}</span>
              </span>
              {recording.processing && <Chip tone="info">{t('processing')}</Chip>}
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
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <RecordingDialog
          known={edited.known}
          onClose={() => setEdited(undefined)}
          onSave={async ({ title, page, published }) => {
            const upload = edited.known?.upload ?? null
            await put(edited.id, { title, page: upload ? null : page.trim(), upload, published })
            await meetingChanged()
            setEdited(undefined)
          }}
        />
      )}
    </section>
  )
}

function Title({ recording: { title, page } }: { recording: Recording }) {
  if (page === null) return <span className="font-medium">{title}</span>
  return (
    <a href={page} target="_blank" rel="noopener noreferrer" className={buttonLook('link')}>
      {title}
    </a>
  )
}

type DialogProps = { known: Recording | undefined; onClose: () => void; onSave: (draft: Draft) => Promise<void> }
function RecordingDialog({ known, onClose, onSave }: DialogProps) {
  const t = useTexts('live')
  const form = useForm<Draft>({
    start: { title: known?.title ?? '', page: known?.page ?? '', published: known?.published ?? true },
    check: ({ title, page }) => ({
      title: title.trim() === '' ? t('titleMissing') : undefined,
      page: known?.upload || /^\s*https:\/\//i.test(page) ? undefined : t('addressWrong'),
    }),
    explain: refusal,
    send: onSave,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t(known ? 'changeRecording' : 'addRecording')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="live-recording" busy={form.busy} action="live.recording">
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="live-recording" className="space-y-4">
        <TextField {...form.field('title')} label={t('title')} maxLength={200} />
        {!known?.upload && <TextField {...form.field('page')} label={t('page')} type="url" maxLength={2000} />}
        <Checkbox label={t('published')} checked={form.values.published} onChange={(published) => form.set({ published })} />
      </FormFrame>
    </Dialog>
  )
}
