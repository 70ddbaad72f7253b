// Dialog that edits an activity: what all types have, and the fields of its own.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { definitionOf } from '../../activity-types.ts'
import type { TypeForm } from '../../activity-types/form.ts'
import type { Activity, ActivityRow } from '../course/content.ts'
import { call } from '../../client.ts'
import { DraftNote } from '../drafts/draft-note.tsx'
import { EditorsNote } from '../drafts/editors-note.tsx'
import { useEditors } from '../drafts/use-editors.ts'
import { useVersions } from '../drafts/use-versions.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../errors/problem-text.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { Bone } from '../../ui/states.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import { type ActivityForm, changeOf, faultsOf, formOf, isShown } from './activity-form.ts'
import { ActivityFields } from './activity-fields.tsx'
import { oncePagesAreCounted } from './counted-pages.ts'
import { FilesField } from './files-field.tsx'
import { useTypeForm } from './type-form.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import { useOwnFiles } from './use-own-files.ts'
import { useBegun, type Watched, WatchedSoFar } from './watched-so-far.tsx'
import { versionFields } from './activity-versions.ts'

/** The rows of the list hold neither text nor settings, so the activity is read first. */
export function EditActivityDialog({ activity: row, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const type = useTypeForm(row.type)
  const { data, error } = useQuery({ ...query('GET /api/activities/:id', { params: { id: row.id } }), staleTime: 0 })
  // What is in the cache may be older than the row; once the form is open, a newer row does not close it.
  const [opened, setOpened] = useState(false)
  const ready = data && (opened || data.version >= row.version)
  if (ready && !opened) setOpened(true)
  if (ready) return <EditingDialog activity={data} type={type} onClose={onClose} />
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

/** Saving sends the version that the form began from, so that the server refuses to overwrite a change made meanwhile. */
function EditingDialog({ activity: latest, type, onClose }: { activity: Activity; type: TypeForm; onClose: () => void }) {
  const t = useTexts('course')
  // The dialog keeps editing the state it was opened with, even if a newer one arrives.
  const [activity] = useState(latest)
  const draft = useDraft<ActivityForm>('activity', activity.id, activity.version, formOf(activity, type), {
    title: activity.title,
    send: () => void save(),
  })
  const form = draft.value
  const [initialForm] = useState(form)
  const editors = useEditors(activity.id)
  const versions = useVersions({
    draft,
    latest: { version: latest.version, value: formOf(latest, type) },
    read: async () => {
      const read = query('GET /api/activities/:id', { params: { id: activity.id } })
      const theirs = await queryClient.fetchQuery({ ...read, staleTime: 0 })
      return { version: theirs.version, value: formOf(theirs, type) }
    },
    fields: useMemo(() => versionFields(draft.base, t), [draft.base, t]),
    by: editors.changed,
  })
  const { replaces } = definitionOf(activity.type)
  const chosen = useChosenFiles(activity.uploads)
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
  const [busy, setBusy] = useState(false)
  const formFaults = faultsOf(form, type)
  const fields = failure ? fieldTexts(failure) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) if (code) faults[field] = t(code)
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
          () => call('PUT /api/activities/:id', { params: { id: activity.id }, body: { ...changeOf(form, type), ...files, version } }),
          () => latestFiles.current.waiting(),
        )
      if (!(await versions.save(send))) return
      chosen.keep()
      await draft.discard()
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
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy || queued} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <EditorsNote editors={editors} />
        {versions.note}
        <DraftNote
          draft={draft}
          show={(saved) => [saved.title, saved.start, saved.end].filter(Boolean).join('\n')}
          compare={versions.compare}
        />
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
        {asks && begun && <WatchedSoFar value={progress} onChange={setProgress} missing={submitted && !progress} />}
        {replaces === 'moments' && chosen.changed && <p className="text-small text-text-2">{t('replaceHelpMoments')}</p>}
        {queued && <Banner tone="info">{t('replaceWaits')}</Banner>}
        <ActivityFields
          kind={activity.type}
          type={type}
          form={form}
          change={(part) => {
            draft.change(part)
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
    </Dialog>
  )
}
