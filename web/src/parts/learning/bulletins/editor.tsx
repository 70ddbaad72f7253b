// The editor of a bulletin: text, files, whom it is for, and when it is shown. The draft is kept on this device until it is saved.
import { useSuspenseQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { bytes, dateTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { useChosenFiles } from '../forms/use-chosen-files.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { useVersions } from '../../base/drafts/use-versions.tsx'
import { refusal } from '../../base/errors/problem-text.ts'
import { uploadTextFile } from '../../base/rich-text/pictures.ts'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { UploadProgress } from '../../base/uploads/upload-progress.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { audienceOf, type BulletinForm, bodyOf, formOf, newIn, versionFields } from './bulletin-form.ts'
import { changeBulletin, type BulletinOwner, writeBulletin } from './managed.ts'
import { useMe } from '../../../session/session.ts'
import { type Bulletin, bulletinOf, refreshBulletins } from './queries.ts'

type Props = { place: BulletinOwner; id: string | undefined; onClose: () => void }

export default function Editor({ id, ...rest }: Props) {
  return id === undefined ? <Form {...rest} bulletin={undefined} /> : <Existing {...rest} id={id} />
}

function Existing({ id, ...rest }: Props & { id: string }) {
  const { data } = useSuspenseQuery(bulletinOf(id))
  return <Form {...rest} bulletin={data} />
}

/** Saving sends the version that the form began from; a newer one is shown beside what was written. */
function Form({ place, bulletin: latest, onClose }: { place: BulletinOwner; bulletin: Bulletin | undefined; onClose: () => void }) {
  const t = useTexts('bulletins')
  const { bound } = useMe()
  // the files of the state that it was opened with, even if a newer one arrives
  const [bulletin] = useState(latest)
  const isDraft = !latest || latest.state === 'draft'
  const draft = useDraft<BulletinForm>(
    'bulletin',
    bulletin?.id ?? newIn(place),
    bulletin?.version ?? 0,
    formOf(bulletin, 'org' in place ? bound : null),
    {
      title: bulletin?.title || t('newTitle'),
      send: () => void save(isDraft ? 'draft' : 'published'),
      write: (): Promise<unknown> | undefined =>
        chosen.changed || waiting > 0 ? undefined : put(bodyIn(isDraft ? 'draft' : 'published'), draft.version),
    },
  )
  const { title, content, publishAt, expiresAt, pinned, confirm } = draft.value
  const versions = useVersions<BulletinForm>({
    draft,
    latest: { version: latest?.version ?? 0, value: formOf(latest) },
    read: async () => {
      const theirs = bulletin && (await queryClient.fetchQuery({ ...bulletinOf(bulletin.id), staleTime: 0 }))
      return { version: theirs?.version ?? 0, value: formOf(theirs) }
    },
    fields: useMemo(() => versionFields(t), [t]),
  })
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (latest && !draft.unsent && latest.version > draft.version) draft.rebase(latest.version, formOf(latest), formOf(latest))
  }, [latest?.version])
  const chosen = useChosenFiles(bulletin?.attachments.map(({ upload_id: id, name, type, size }) => ({ id, name, type, size })) ?? [])
  const [waiting, setWaiting] = useState(0)
  const [busy, setBusy] = useState<'draft' | 'published'>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const isSet = confirm || publishAt !== '' || expiresAt !== '' || chosen.files.length > 0
  const isFaulty = ['attachments', 'publish_at', 'expires_at'].some((name) => faults[name])
  const [opened, setOpened] = useState(isSet)
  // also what a draft brings later is seen
  useEffect(() => {
    if (isSet || isFaulty) setOpened(true)
  }, [isSet, isFaulty])
  const unsent = !chosen.ids || chosen.sending || waiting > 0 ? t('stillSending') : undefined
  const bodyIn = (state: 'draft' | 'published') => {
    const attachments = chosen.files.map(({ id, name }) => ({ upload_id: id!, name }))
    // files that were not touched here are those of whoever has changed them
    return { ...bodyOf(draft.value), state, ...((chosen.changed || !bulletin) && { attachments }) }
  }
  const put = (body: ReturnType<typeof bodyIn>, version: number) =>
    bulletin ? changeBulletin(place, bulletin.id, { ...body, version }) : writeBulletin(place, body)
  const save = async (state: 'draft' | 'published') => {
    if (!chosen.ids) return
    setBusy(state)
    const body = bodyIn(state)
    try {
      let saved: Bulletin | undefined
      const send = async (version: number) => {
        saved = await put(body, version)
      }
      if (!(await versions.save(send)) || !saved) return setBusy(undefined)
      chosen.keep()
      await draft.discard()
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
  /** Seldom used; of a course's bulletin they are folded away. */
  const further = (
    <>
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
      <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
        <DateTimeField
          label={t('publishAt')}
          whenEmpty={t('publishAtHelp')}
          value={publishAt}
          onChange={(publishAt) => draft.change({ publishAt })}
          error={faults.publish_at}
        />
        <DateTimeField
          label={t('expiresAt')}
          whenEmpty={t('expiresAtHelp')}
          value={expiresAt}
          onChange={(expiresAt) => draft.change({ expiresAt })}
          time="23:59"
          error={faults.expires_at}
        />
      </div>
      <Checkbox label={t('confirm')} checked={confirm} onChange={(confirm) => draft.change({ confirm })} />
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      top
      changed={draft.unsent || chosen.changed}
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
        {versions.note}
        <DraftNote draft={draft} show={(kept) => kept.title} compare={versions.compare} />
        <TextField
          label={t('fieldTitle')}
          value={title}
          onChange={(title) => draft.change({ title })}
          maxLength={200}
          error={faults.title}
          autoFocus
        />
        <RichTextEditor
          label={t('fieldContent')}
          value={content}
          onChange={(content) => draft.change({ content })}
          uploadFile={uploadTextFile}
          onFiles={({ sending }) => setWaiting(sending)}
          pictureSource={pictureSource}
          error={faults.content}
          minHeight={160}
        />
        <AudienceFields
          place={place}
          value={audienceOf(draft.value.audience)}
          onChange={(audience) => draft.change({ audience })}
          faults={faults}
        />
        <Checkbox label={t('pin')} checked={pinned} onChange={(pinned) => draft.change({ pinned })} />
        {'org' in place ? (
          further
        ) : (
          <details
            open={opened}
            onToggle={(event) => setOpened(event.currentTarget.open)}
            className="rounded-card border border-line px-3 py-2"
          >
            <summary className="cursor-pointer text-small font-medium">{t('moreChoices')}</summary>
            <div className="space-y-4 pt-3">{further}</div>
          </details>
        )}
      </div>
    </Dialog>
  )
}
