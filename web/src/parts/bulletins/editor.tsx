// The editor of a bulletin: text, files, whom it is for, and when it is shown.
import { useSuspenseQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { fromIso, isLocal, toIso } from '../../ui/dates.ts'
import { DateTimeField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { bytes, dateTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChosenFiles } from '../activity-forms/use-chosen-files.ts'
import { refusal } from '../errors/problem-text.ts'
import { uploadTextFile } from '../rich-text/pictures.ts'
import { pictureSource } from '../rich-text/picture-sources.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { type Audience, AudienceFields } from './audience-fields.tsx'
import { changeBulletin, type Place, writeBulletin } from './managed.ts'
import { type Bulletin, bulletinOf, refreshBulletins } from './queries.ts'

type Props = { place: Place; id: string | undefined; onClose: () => void }

export default function Editor({ id, ...rest }: Props) {
  return id === undefined ? <Form {...rest} bulletin={undefined} /> : <Existing {...rest} id={id} />
}

function Existing({ id, ...rest }: Props & { id: string }) {
  const { data } = useSuspenseQuery(bulletinOf(id))
  // the version it was opened with: a newer one is answered with a refusal, and nothing typed is lost
  const [first] = useState(data)
  return <Form {...rest} bulletin={first} />
}

function Form({ place, bulletin, onClose }: { place: Place; bulletin: Bulletin | undefined; onClose: () => void }) {
  const t = useTexts('bulletins')
  const [title, setTitle] = useState(bulletin?.title ?? '')
  const [content, setContent] = useState(bulletin?.content ?? '')
  const [publishAt, setPublishAt] = useState(fromIso(bulletin?.publish_at))
  const [expiresAt, setExpiresAt] = useState(fromIso(bulletin?.expires_at))
  const [pinned, setPinned] = useState(bulletin?.pinned ?? false)
  const [confirm, setConfirm] = useState(bulletin?.confirm ?? false)
  const [audience, setAudience] = useState<Audience>(bulletin?.audience ?? { departments: [], roles: [], courses: [] })
  const chosen = useChosenFiles(bulletin?.attachments.map(({ upload_id: id, name, type, size }) => ({ id, name, type, size })) ?? [])
  const [waiting, setWaiting] = useState(0)
  const [busy, setBusy] = useState<'draft' | 'published'>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const isDraft = !bulletin || bulletin.state === 'draft'
  const unsent = !chosen.ids || chosen.sending || waiting > 0 ? t('stillSending') : undefined
  const save = async (state: 'draft' | 'published') => {
    if (!chosen.ids) return
    setBusy(state)
    const body = {
      title,
      content,
      state,
      publish_at: isLocal(publishAt, 'datetime') ? toIso(publishAt) : null,
      expires_at: isLocal(expiresAt, 'datetime') ? toIso(expiresAt) : null,
      pinned,
      confirm,
      attachments: chosen.files.map(({ id, name }) => ({ upload_id: id!, name })),
      departments: audience.departments.map(({ id }) => id),
      roles: audience.roles,
      courses: audience.courses.map(({ id }) => id),
    }
    try {
      const saved = await (bulletin
        ? changeBulletin(place, bulletin.id, { ...body, version: bulletin.version })
        : writeBulletin(place, body))
      chosen.keep()
      queryClient.setQueryData(bulletinOf(saved.id).queryKey, saved)
      void refreshBulletins()
      toast({
        text:
          saved.state === 'draft'
            ? t('draftKept')
            : saved.state === 'scheduled' && saved.publish_at
              ? t('scheduledFor', { time: dateTime(saved.publish_at) })
              : t('published'),
      })
      onClose()
    } catch (error) {
      const { fields, text } = refusal(error)
      setFaults(fields)
      if (text && Object.keys(fields).length === 0) toast({ text, error: true })
      setBusy(undefined)
    }
  }
  const changed = title !== (bulletin?.title ?? '') || content !== (bulletin?.content ?? '') || chosen.changed
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      top
      changed={changed}
      title={t(bulletin ? 'editTitle' : 'newTitle')}
      footer={
        isDraft ? (
          <>
            <Button busy={busy === 'draft'} off={unsent} onClick={() => void save('draft')}>
              {t('saveDraft')}
            </Button>
            <Button variant="primary" busy={busy === 'published'} off={unsent} onClick={() => void save('published')}>
              {t('publish')}
            </Button>
          </>
        ) : (
          <Button variant="primary" busy={busy !== undefined} off={unsent} onClick={() => void save('published')}>
            {t('save')}
          </Button>
        )
      }
    >
      <div className="space-y-4">
        <TextField label={t('fieldTitle')} value={title} onChange={setTitle} maxLength={200} error={faults.title} autoFocus />
        <RichTextEditor
          label={t('fieldContent')}
          value={content}
          onChange={setContent}
          uploadFile={uploadTextFile}
          onFiles={({ sending }) => setWaiting(sending)}
          pictureSource={pictureSource}
          error={faults.content}
          minHeight={160}
        />
        <section aria-label={t('attachments')}>
          <p className="mb-1 font-medium">{t('attachments')}</p>
          {chosen.files.length > 0 && (
            <ul className="mb-2 divide-y divide-line rounded-card border border-line">
              {chosen.files.map(({ at, name, size, item }) => (
                <li key={at} className="flex min-h-11 items-center gap-3 px-3 py-1.5">
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {item && item.state !== 'done' ? (
                    <UploadProgress item={item} />
                  ) : (
                    <span className="tabular text-caption text-text-3">{bytes(size)}</span>
                  )}
                  <IconButton size="sm" icon={X} label={t('takeOut', { name })} onClick={() => chosen.take(at)} />
                </li>
              ))}
            </ul>
          )}
          <FileDrop
            title={t('addFiles')}
            help=""
            buttonLabel={t('addFiles')}
            accept=""
            multiple
            onFiles={(files) => chosen.send(files.slice(0, 20 - chosen.files.length))}
          />
          {faults.attachments && (
            <p role="alert" className="mt-1 text-caption text-bad-text">
              {faults.attachments}
            </p>
          )}
        </section>
        <AudienceFields place={place} value={audience} onChange={setAudience} faults={faults} />
        <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
          <DateTimeField
            label={t('publishAt')}
            help={t('publishAtHelp')}
            value={publishAt}
            onChange={setPublishAt}
            error={faults.publish_at}
          />
          <DateTimeField
            label={t('expiresAt')}
            help={t('expiresAtHelp')}
            value={expiresAt}
            onChange={setExpiresAt}
            time="23:59"
            error={faults.expires_at}
          />
        </div>
        <div className="flex flex-col gap-2">
          <Checkbox label={t('pin')} checked={pinned} onChange={setPinned} />
          <Checkbox label={t('confirm')} checked={confirm} onChange={setConfirm} />
        </div>
      </div>
    </Dialog>
  )
}
