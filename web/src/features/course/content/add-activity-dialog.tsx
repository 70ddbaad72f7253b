// Dialog for a new activity and its file. Its title and text have a draft at the server.
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type CreatableType, definitionOf } from '../../../activity-types.ts'
import type { TypeForm } from '../../../activity-types/form.ts'
import type { Module } from '../../../parts/learning/course/content.ts'
import { call } from '../../../client.ts'
import { showWaiting } from '../../../parts/learning/course/content-changes.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { useFocusAfter } from '../../../ui/dialogs/return-focus.ts'
import { Bone } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type ActivityForm, draftOf, emptyForm, faultsOf, isShown, titleFromName } from '../../../parts/learning/writing/activity-form.ts'
import { ActivityFields } from '../../../parts/learning/writing/activity-fields.tsx'
import type { Course } from '../frame/queries.ts'
import { oncePagesAreCounted } from '../../../parts/learning/writing/counted-pages.ts'
import { FilesField } from '../../../parts/learning/forms/files-field.tsx'
import { NotShownNote } from '../../../parts/learning/forms/not-shown-note.tsx'
import { useChosenFiles } from '../../../parts/learning/forms/use-chosen-files.ts'
import { useOwnFiles } from '../../../parts/learning/forms/use-own-files.ts'
import { useTypeForm } from '../../../parts/learning/writing/type-form.ts'
import { type TextDraft, useServerDraft } from '../../../parts/learning/writing/use-autosave.ts'
import { useWriting } from '../../../parts/learning/writing/use-writing.ts'
import { DialogTextState, WritingNotes } from '../../../parts/learning/writing/writing-notes.tsx'

type Adding = {
  course: Course
  type: CreatableType
  modules: readonly Module[]
  module: string | undefined
  onClose: () => void
}

export function AddActivityDialog(props: Adding) {
  const t = useTexts('course')
  const { course, type, onClose } = props
  const form = useTypeForm(type)
  const draft = useServerDraft({ course: course.id, type })
  if (draft !== undefined) return <AddingDialog {...props} form={form} draft={draft} />
  return (
    <Dialog open onClose={onClose} title={t(`new.${type}`)}>
      <Bone className="!h-80" />
    </Dialog>
  )
}

/** The file uploads while the form is filled in and continues after the activity is created; closing without creating it aborts the upload. */
function AddingDialog({
  course,
  type,
  modules,
  module,
  form: typeForm,
  draft,
  onClose,
}: Adding & { form: TypeForm; draft: TextDraft | null }) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const navigate = useNavigate()
  const ordered = modules.toSorted((a, b) => a.sort - b.sort)
  const {
    form,
    base: first,
    ...writing
  } = useWriting({
    course: course.id,
    kind: type,
    type: typeForm,
    activity: undefined,
    draft,
    first: () => emptyForm(module ?? ordered.at(-1)?.id ?? '', typeForm),
    unsentAs: { title: t(`new.${type}`), send: () => void save() },
  })
  const chosen = useChosenFiles([], typeForm.file?.place)
  const latestFiles = useRef(chosen)
  latestFiles.current = chosen
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** It is being saved as it is: what is typed now would be lost. */
  const [busy, setBusy] = useState(false)
  useFocusAfter(busy)
  /** Save was pressed before the server had registered the file; saving follows as soon as it has. */
  const [saveQueued, setSaveQueued] = useState(false)
  const { file: fileRules } = typeForm
  const needsFile = fileRules !== undefined
  const ownFiles = useOwnFiles(fileRules)

  const formFaults = faultsOf(form, typeForm)
  const faults: Record<string, string | undefined> = { ...(failure ? fieldTexts(failure) : {}) }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) if (code) faults[field] = t(code)
  const fileMissing = needsFile && chosen.files.length === 0
  const change = (part: Partial<ActivityForm>) => {
    writing.change(part)
    setFailure(undefined)
  }
  const save = async () => {
    setSubmitted(true)
    setSaveQueued(false)
    if (Object.keys(formFaults).length || fileMissing || chosen.failed) return focusFirstFault()
    const uploadIds = chosen.ids
    if (!uploadIds) return setSaveQueued(true)
    setBusy(true)
    try {
      await typeForm.prepare?.(form.own, uploadIds)
      const body = draftOf(form, type, typeForm, uploadIds)
      let made = ''
      await writing.save(() =>
        oncePagesAreCounted(
          async () => {
            made = (await call('POST /api/courses/:id/activities', { params: { id: course.id }, body })).id
          },
          () => latestFiles.current.waiting(),
        ),
      )
      chosen.keep()
      await invalidate('GET /api/courses/:id/content')
      if (form.publish && showWaiting(course.id, t('addedWaiting', { title: form.title }))) return onClose()
      toast({ text: t(chosen.sending ? 'addedUploading' : form.publish ? 'addedPublished' : 'addedDraft', { title: form.title }) })
      onClose()
      const questions = made && definitionOf(type).asking?.(course.id, made)
      if (questions) await navigate(questions)
    } catch (error) {
      setFailure(error)
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (saveQueued && (chosen.ids || chosen.failed)) void save()
  }, [saveQueued, chosen.ids?.join(), chosen.failed])
  const isGeneral = failure !== undefined && !Object.keys(fieldTexts(failure)).some((field) => isShown(field, typeForm))

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`new.${type}`)}
      changed={chosen.changed || JSON.stringify(form) !== JSON.stringify(first)}
      footer={
        <>
          <DialogTextState state={writing.state} />
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy || saveQueued} action="activity.add" onClick={() => void save()}>
            {t('addActivity')}
          </Button>
        </>
      }
    >
      <div inert={busy} className="space-y-4 pb-1">
        <WritingNotes writing={writing} onFailure={setFailure} />
        {fileRules && (
          <FilesField
            rules={fileRules}
            chosen={chosen}
            ownFiles={ownFiles}
            fault={submitted && fileMissing ? t('fileNeeded') : submitted && chosen.failed ? t('fileFailed') : undefined}
            onName={(name) => {
              if (!form.title) change({ title: titleFromName(name) })
            }}
          />
        )}
        {!fileRules?.played && <NotShownNote files={chosen.files} download={typeForm.download?.(form.own)} />}
        <ActivityFields kind={type} type={typeForm} form={form} change={change} faults={faults} course={course.id} files={chosen.files} />
        {ordered.length > 0 && (
          <Select
            label={t('module')}
            value={form.module}
            onChange={(moduleId) => change({ module: moduleId })}
            options={[...ordered.map((option) => ({ value: option.id, label: option.name })), { value: '', label: tp('noModule') }]}
          />
        )}
        {!typeForm.asks && <Switch label={t('publishNow')} checked={form.publish} onChange={(publish) => change({ publish })} />}
        {isGeneral && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
