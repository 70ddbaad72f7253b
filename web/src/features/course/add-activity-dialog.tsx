// Dialog for a new activity and its file.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CreatableType, definitionOf } from '../../activity-types.ts'
import type { Module } from '../../parts/course/content.ts'
import { call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { tellWaiting } from '../../parts/course/content-changes.ts'
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
import { type ActivityForm, draftOf, emptyForm, faultsOf, isShown, titleFromName } from '../../parts/activity-forms/activity-form.ts'
import { ActivityFields } from '../../parts/activity-forms/activity-fields.tsx'
import type { Course } from './queries.ts'
import { oncePagesAreCounted } from '../../parts/activity-forms/counted-pages.ts'
import { FileChoice } from '../../parts/activity-forms/file-choice.tsx'
import { useTypeForm } from '../../parts/activity-forms/type-form.ts'

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
  const typeForm = useTypeForm(type)
  const [first] = useState(() => emptyForm(module ?? ordered.at(-1)?.id ?? '', typeForm))
  const draft = useDraft<ActivityForm>('activity', `${course.id} ${type}`, 0, first, { title: t(`new.${type}`), send: () => void save() })
  const form = draft.value
  const [uploadKey, setUploadKey] = useState<string>()
  const [ownFileId, setOwnFileId] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** Save was pressed before the server had registered the file; saving follows as soon as it has. */
  const [saveQueued, setSaveQueued] = useState(false)
  const item = useUpload(uploadKey)
  const latestItem = useRef(item)
  latestItem.current = item
  const { file: fileRules } = typeForm
  const needsFile = fileRules !== undefined
  const { data: files } = useQuery({ ...query('GET /api/uploads', { query: { page_size: 100 } }), enabled: needsFile })
  const ownFiles = files?.items.filter((file) => fileRules?.types.includes(file.type) && !file.is_folder && file.status !== 'failed') ?? []

  const formFaults = faultsOf(form, typeForm)
  const faults: Record<string, string | undefined> = { ...(failure ? fieldTexts(failure) : {}) }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) if (code) faults[field] = t(code)
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
      const uploadIds = uploadId ? [uploadId] : []
      await typeForm.prepare?.(form.own, uploadIds)
      const body = draftOf(form, type, typeForm, uploadIds)
      await oncePagesAreCounted(
        () => call('POST /api/courses/:id/activities', { params: { id: course.id }, body }),
        () => ['ready', 'sending', 'finishing', 'paused'].includes(latestItem.current?.state ?? ''),
      )
      await draft.discard()
      await invalidate('GET /api/courses/:id/all-activities')
      const uploading = item && item.state !== 'done'
      if (form.publish && tellWaiting(course.id, t('addedWaiting', { title: form.title }))) return onClose()
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
  const isGeneral = failure !== undefined && !Object.keys(fieldTexts(failure)).some((field) => isShown(field, typeForm))

  return (
    <Dialog
      open
      onClose={close}
      title={t(`new.${type}`)}
      width={typeForm.width ?? 560}
      changed={uploadKey !== undefined || JSON.stringify(form) !== JSON.stringify(first)}
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
        {fileRules && (
          <FileChoice
            look={definitionOf(type)}
            rules={fileRules}
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
        <ActivityFields
          type={typeForm}
          form={form}
          change={change}
          faults={faults}
          course={course.id}
          noDocument={ownFileId !== '' && ownFiles.find(({ id }) => id === ownFileId)?.type !== 'document'}
        />
        {ordered.length > 0 && (
          <Select
            label={t('module')}
            value={form.module}
            onChange={(moduleId) => change({ module: moduleId })}
            options={[...ordered.map((option) => ({ value: option.id, label: option.name })), { value: '', label: t('noModule') }]}
          />
        )}
        <Switch label={t('publishNow')} checked={form.publish} onChange={(publish) => change({ publish })} />
        {isGeneral && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
