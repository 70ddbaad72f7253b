import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Module } from '../../parts/course/activity-kinds.ts'
import { CallFailed, call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { toast } from '../../ui/toast.tsx'
import { uploads, useUpload } from '../../parts/uploads/uploads.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { draftOf, emptyForm, type Form, faultsOf, titleFromName } from './activity-draft.ts'
import { ActivityFields } from './activity-fields.tsx'
import type { NewType } from './adding.ts'
import type { Course } from './queries.ts'
import { FileChoice } from './file-choice.tsx'

/** A new activity. The file goes up while the form is written, and goes on after the activity is made; leaving without making it ends the upload. */
export function AddActivityDialog({
  course,
  type,
  modules,
  module,
  onClose,
}: {
  course: Course
  type: NewType
  modules: readonly Module[]
  module: string | undefined
  onClose: () => void
}) {
  const t = useTexts('course')
  const ordered = modules.toSorted((a, b) => a.sort - b.sort)
  const kept = useDraft<Form>('activity', `${course.id} ${type}`, 0, emptyForm(module ?? ordered.at(-1)?.id ?? ''))
  const form = kept.value
  const [key, setKey] = useState<string>()
  const [mine, setMine] = useState('')
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** Pressed before the server knew the file: it is added as soon as it does. */
  const [waits, setWaits] = useState(false)
  const item = useUpload(key)
  const withFile = type !== 'page'
  const kindsOfFile = type === 'online_video' ? ['video', 'audio'] : ['document', 'image', 'other']
  const { data: files } = useQuery({ ...query('GET /api/uploads', { query: { page_size: 100 } }), enabled: withFile })
  const choices = files?.items.filter((one) => kindsOfFile.includes(one.type) && !one.is_folder && one.status !== 'failed') ?? []

  const own = faultsOf(form, type)
  const faults: Record<string, string | undefined> = { ...(refused ? fieldTexts(refused) : {}) }
  if (tried) for (const [field, code] of Object.entries(own)) faults[field] = t(code)
  const uploadId = mine || item?.uploadId
  const fileMissing = withFile && !key && !mine
  const change = (part: Partial<Form>) => {
    kept.change(part)
    setRefused(undefined)
  }
  const take = (file: File) => {
    if (key) uploads.abort(key)
    setMine('')
    setKey(uploads.add([file])[0])
    if (!form.title) change({ title: titleFromName(file.name) })
  }
  const close = () => {
    if (key) uploads.abort(key)
    onClose()
  }
  const save = async () => {
    setTried(true)
    setWaits(false)
    if (Object.keys(own).length || fileMissing || (withFile && !uploadId && item?.state === 'failed')) return focusFirstFault()
    if (withFile && !uploadId) return setWaits(true)
    setBusy(true)
    try {
      if (type === 'material' && uploadId && form.download)
        await call('PUT /api/uploads/:id', { params: { id: uploadId }, body: { allow_download: true } })
      await call('POST /api/courses/:id/activities', { params: { id: course.id }, body: draftOf(form, type, uploadId ? [uploadId] : []) })
      await kept.sent()
      await outdate('GET /api/courses/:id/all-activities')
      const going = item && item.state !== 'done'
      toast({ text: t(going ? 'addedUploading' : form.publish ? 'addedPublished' : 'addedDraft', { title: form.title }) })
      onClose()
    } catch (error) {
      setRefused(error)
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (waits && (uploadId || item?.state === 'failed')) void save()
  }, [waits, uploadId, item?.state])
  const loose =
    refused !== undefined &&
    !(
      refused instanceof CallFailed &&
      Object.keys(fieldTexts(refused)).some((field) =>
        ['title', 'body', 'start_time', 'end_time', 'completion_criterion_key'].includes(field),
      )
    )

  return (
    <Dialog
      open
      onClose={close}
      title={t(`new.${type}`)}
      width={type === 'page' ? 900 : 560}
      changed={Boolean(key || form.title || form.body)}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy || waits} action="activity.add" onClick={() => void save()}>
            {t('addActivity')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <DraftNote kept={kept} />
        {withFile && (
          <FileChoice
            type={type}
            item={item}
            onFile={take}
            onDrop={() => {
              if (key) uploads.abort(key)
              setKey(undefined)
            }}
            mine={mine}
            choices={choices}
            onMine={(id) => {
              setMine(id)
              const file = choices.find((one) => one.id === id)
              if (file && !form.title) change({ title: titleFromName(file.name) })
            }}
            fault={tried && fileMissing ? t('fileNeeded') : tried && !uploadId && item?.state === 'failed' ? t('fileFailed') : undefined}
          />
        )}
        <ActivityFields type={type} form={form} change={change} faults={faults} />
        {ordered.length > 0 && (
          <Select
            label={t('module')}
            value={form.module}
            onChange={(to) => change({ module: to })}
            options={[...ordered.map((one) => ({ value: one.id, label: one.name })), { value: '', label: t('noModule') }]}
          />
        )}
        <div className="flex flex-col gap-2.5">
          {type === 'material' && <Switch label={t('download')} checked={form.download} onChange={(download) => change({ download })} />}
          <Switch label={t('publishNow')} checked={form.publish} onChange={(publish) => change({ publish })} />
        </div>
        {loose && (
          <Banner tone="bad" urgent>
            {problemText(refused)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
