// Dialog that edits an activity: what all types have, and the fields of its own. Its title and text have a draft at the server.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type CreatableType, definitionOf } from '../../../activity-types.ts'
import type { TypeForm } from '../../../activity-types/form.ts'
import type { Activity, ActivityRow } from '../course/content.ts'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../base/errors/problem-text.ts'
import { invalidate, query } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { useFocusAfter } from '../../../ui/dialogs/return-focus.ts'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { Bone } from '../../../ui/states.tsx'
import { changeOf, faultsOf, formOf, isShown } from './activity-form.ts'
import { ActivityFields } from './activity-fields.tsx'
import { oncePagesAreCounted } from './counted-pages.ts'
import { FilesField } from '../forms/files-field.tsx'
import { NotShownNote } from '../forms/not-shown-note.tsx'
import { useTypeForm } from './type-form.ts'
import { useChosenFiles } from '../forms/use-chosen-files.ts'
import { type TextDraft, useServerDraft } from './use-autosave.ts'
import { useOwnFiles } from '../forms/use-own-files.ts'
import { useWriting } from './use-writing.ts'
import { DialogTextState, WritingNotes } from './writing-notes.tsx'
import { useBegun, type Watched, WatchedSoFar } from './watched-so-far.tsx'

const TextHistory = laterDialog(() => import('../activity/text-history.tsx'))

/** The rows of the list hold neither text nor settings, so the activity is read first, and the writer's own draft of it. */
export function EditActivityDialog(props: { activity: ActivityRow; onClose: () => void }) {
  /** Counts what is opened: after a version is restored the form begins again. */
  const [opened, setOpened] = useState(0)
  return <Opening key={opened} {...props} onReopen={() => setOpened((count) => count + 1)} />
}

function Opening({ activity: row, onClose, onReopen }: { activity: ActivityRow; onClose: () => void; onReopen: () => void }) {
  const t = useTexts('course')
  const type = useTypeForm(row.type)
  const { data, error } = useQuery({ ...query('GET /api/activities/:id', { params: { id: row.id } }), staleTime: 0 })
  const draft = useServerDraft({ activity: row.id })
  // the cached activity may be older than the row; once the form is open, a newer row does not close it.
  const [opened, setOpened] = useState(false)
  const ready = data && draft !== undefined && (opened || data.version >= row.version)
  if (ready && !opened) setOpened(true)
  if (ready) return <EditingDialog activity={data} type={type} draft={draft} onClose={onClose} onReopen={onReopen} />
  return (
    <Dialog open onClose={onClose} title={t('editActivity')}>
      {error ? (
        <Banner tone="bad" urgent>
          {problemText(error)}
        </Banner>
      ) : (
        <Bone className="!h-80" />
      )}
    </Dialog>
  )
}

type Editing = { activity: Activity; type: TypeForm; draft: TextDraft | null; onClose: () => void; onReopen: () => void }

/** Saving sends the version that the form began from, so that the server refuses to overwrite a change made meanwhile. */
function EditingDialog({ activity: latest, type, draft, onClose, onReopen }: Editing) {
  const t = useTexts('course')
  const writing = useWriting({
    course: latest.course_id,
    kind: latest.type as CreatableType,
    type,
    activity: latest,
    draft,
    first: () => formOf(latest, type),
    unsentAs: {
      title: latest.title,
      send: () => void save(),
      // new files go when the dialog closes
      write: (): Promise<unknown> | undefined => (chosen.changed ? undefined : put(writing.version)),
    },
  })
  const { form } = writing
  const [activity] = useState(latest)
  const [initialForm] = useState(form)
  const [history, setHistory] = useState(false)
  const { replaces } = definitionOf(activity.type)
  const chosen = useChosenFiles(activity.uploads, type.file?.place)
  const latestFiles = useRef(chosen)
  latestFiles.current = chosen
  const ownFiles = useOwnFiles(type.file)
  const begun = useBegun(activity)
  const [progress, setProgress] = useState<Watched>()
  const asks = replaces === 'asks' && chosen.changed && chosen.files.length > 0
  const [submitted, setSubmitted] = useState(false)
  /** Pressed while a file was on its way: saving follows as soon as it is there. */
  const [queued, setQueued] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** It is being saved as it is: what is typed now would be lost. */
  const [busy, setBusy] = useState(false)
  useFocusAfter(busy)
  // new files would not outlive the restoring
  const restorable = 'body' in type.fresh && !chosen.changed
  const formFaults = faultsOf(form, type)
  const fields = failure ? fieldTexts(failure) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) if (code) faults[field] = t(code)
  const put = (version: number, files = {}) =>
    call('PUT /api/activities/:id', { params: { id: activity.id }, body: { ...changeOf(form, type), ...files, version } })
  const save = async () => {
    setSubmitted(true)
    setQueued(false)
    const filesMissing = type.file !== undefined && chosen.changed && chosen.files.length === 0
    if (Object.keys(formFaults).length || filesMissing || chosen.failed || (asks && begun && !progress)) return focusFirstFault()
    const { ids } = chosen
    if (!ids || (chosen.changed && chosen.waiting())) return setQueued(true)
    setBusy(true)
    try {
      if (chosen.added.length > 0) await type.prepare?.(form.own, chosen.added)
      const files = chosen.changed && { upload_ids: ids, ...(asks && { progress: (begun && progress) || ('keep' as const) }) }
      const send = (version: number) =>
        oncePagesAreCounted(
          () => put(version, files || {}),
          () => latestFiles.current.waiting(),
        )
      if (!(await writing.save(send))) return
      chosen.keep()
      await invalidate('GET /api/courses/:id/content', 'GET /api/activities/:id', 'GET /api/activities/:id/pictures')
      onClose()
    } catch (error) {
      setFailure(error)
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (queued && (chosen.failed || !chosen.waiting())) void save()
  }, [queued, chosen.files])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editActivity')}
      changed={chosen.changed || JSON.stringify(form) !== JSON.stringify(initialForm)}
      footer={
        <>
          <DialogTextState state={writing.state} onHistory={restorable ? () => setHistory(true) : undefined} />
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy || queued} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div inert={busy} className="space-y-4 pb-1">
        <WritingNotes writing={writing} onFailure={setFailure} />
        {type.file && (
          <FilesField
            rules={type.file}
            chosen={chosen}
            ownFiles={ownFiles}
            fault={
              fields.upload_ids ??
              (submitted && chosen.files.length === 0 ? t('fileNeeded') : submitted && chosen.failed ? t('fileFailed') : undefined)
            }
          />
        )}
        {!type.file?.played && <NotShownNote files={chosen.files} />}
        {asks && begun && <WatchedSoFar value={progress} onChange={setProgress} missing={submitted && !progress} />}
        {replaces === 'moments' && chosen.changed && <p className="text-small text-text-2">{t('replaceHelpMoments')}</p>}
        {queued && <Banner tone="info">{t('replaceWaits')}</Banner>}
        <ActivityFields
          kind={activity.type}
          type={type}
          form={form}
          change={(part) => {
            writing.change(part)
            setFailure(undefined)
          }}
          faults={faults}
          course={activity.course_id}
          activity={activity.id}
          files={chosen.files}
        />
        {failure !== undefined && !Object.keys(fields).some((field) => isShown(field, type)) && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
      {history && (
        <Suspense>
          <TextHistory activity={activity} onRestored={onReopen} onClose={() => setHistory(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}
