// Dialog for a new activity and its file.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Module } from '../../parts/course/activity-types.ts'
import { CallFailed, call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { toast } from '../../ui/toast.tsx'
import { uploads, useUpload } from '../../parts/uploads/uploads.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { draftOf, emptyForm, type ActivityForm, faultsOf, titleFromName } from './activity-draft.ts'
import { ActivityFields } from './activity-fields.tsx'
import type { CreatableType } from './additions.ts'
import type { Course } from './queries.ts'
import { FileChoice } from './file-choice.tsx'

/** The file uploads while the form is filled in and continues after the activity is created; closing without creating it aborts the upload. */
export function AddActivityDialog({
  course,
  type,
  modules,
  module,
  onClose,
}: {
  course: Course
  type: CreatableType
  modules: readonly Module[]
  module: string | undefined
  onClose: () => void
}) {
  const t = useTexts('course')
  const ordered = modules.toSorted((a, b) => a.sort - b.sort)
  const draft = useDraft<ActivityForm>('activity', `${course.id} ${type}`, 0, emptyForm(module ?? ordered.at(-1)?.id ?? ''))
  const form = draft.value
  const [uploadKey, setUploadKey] = useState<string>()
  const [ownFileId, setOwnFileId] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** Save was pressed before the server had registered the file; saving follows as soon as it has. */
  const [saveQueued, setSaveQueued] = useState(false)
  const item = useUpload(uploadKey)
  const needsFile = type !== 'page'
  const fileTypes = type === 'online_video' ? ['video', 'audio'] : ['document', 'image', 'other']
  const { data: files } = useQuery({ ...query('GET /api/uploads', { query: { page_size: 100 } }), enabled: needsFile })
  const ownFiles = files?.items.filter((file) => fileTypes.includes(file.type) && !file.is_folder && file.status !== 'failed') ?? []

  const formFaults = faultsOf(form, type)
  const faults: Record<string, string | undefined> = { ...(failure ? fieldTexts(failure) : {}) }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) faults[field] = t(code)
  const uploadId = ownFileId || item?.uploadId
  const fileMissing = needsFile && !uploadKey && !ownFileId
  const change = (part: Partial<ActivityForm>) => {
    draft.change(part)
    setFailure(undefined)
  }
  const startUpload = (file: File) => {
    if (uploadKey) uploads.abort(uploadKey)
    setOwnFileId('')
    setUploadKey(uploads.add([file])[0])
    if (!form.title) change({ title: titleFromName(file.name) })
  }
  const close = () => {
    if (uploadKey) uploads.abort(uploadKey)
    onClose()
  }
  const save = async () => {
    setSubmitted(true)
    setSaveQueued(false)
    if (Object.keys(formFaults).length || fileMissing || (needsFile && !uploadId && item?.state === 'failed')) return focusFirstFault()
    if (needsFile && !uploadId) return setSaveQueued(true)
    setBusy(true)
    try {
      if (type === 'material' && uploadId && form.download)
        await call('PUT /api/uploads/:id', { params: { id: uploadId }, body: { allow_download: true } })
      await call('POST /api/courses/:id/activities', { params: { id: course.id }, body: draftOf(form, type, uploadId ? [uploadId] : []) })
      await draft.discard()
      await invalidate('GET /api/courses/:id/all-activities')
      const uploading = item && item.state !== 'done'
      toast({ text: t(uploading ? 'addedUploading' : form.publish ? 'addedPublished' : 'addedDraft', { title: form.title }) })
      onClose()
    } catch (error) {
      setFailure(error)
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (saveQueued && (uploadId || item?.state === 'failed')) void save()
  }, [saveQueued, uploadId, item?.state])
  const isGeneral =
    failure !== undefined &&
    !(
      failure instanceof CallFailed &&
      Object.keys(fieldTexts(failure)).some((field) =>
        ['title', 'body', 'start_time', 'end_time', 'completion_criterion_key'].includes(field),
      )
    )

  return (
    <Dialog
      open
      onClose={close}
      title={t(`new.${type}`)}
      width={type === 'page' ? 900 : 560}
      changed={Boolean(uploadKey || form.title || form.body)}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy || saveQueued} action="activity.add" onClick={() => void save()}>
            {t('addActivity')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <DraftNote draft={draft} />
        {needsFile && (
          <FileChoice
            type={type}
            item={item}
            onFile={startUpload}
            onRemove={() => {
              if (uploadKey) uploads.abort(uploadKey)
              setUploadKey(undefined)
            }}
            ownFileId={ownFileId}
            ownFiles={ownFiles}
            onOwnFile={(id) => {
              setOwnFileId(id)
              const file = ownFiles.find((candidate) => candidate.id === id)
              if (file && !form.title) change({ title: titleFromName(file.name) })
            }}
            fault={
              submitted && fileMissing ? t('fileNeeded') : submitted && !uploadId && item?.state === 'failed' ? t('fileFailed') : undefined
            }
          />
        )}
        <ActivityFields type={type} form={form} change={change} faults={faults} />
        {ordered.length > 0 && (
          <Select
            label={t('module')}
            value={form.module}
            onChange={(moduleId) => change({ module: moduleId })}
            options={[...ordered.map((option) => ({ value: option.id, label: option.name })), { value: '', label: t('noModule') }]}
          />
        )}
        <div className="flex flex-col gap-2.5">
          {type === 'material' && <Switch label={t('download')} checked={form.download} onChange={(download) => change({ download })} />}
          <Switch label={t('publishNow')} checked={form.publish} onChange={(publish) => change({ publish })} />
        </div>
        {isGeneral && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
