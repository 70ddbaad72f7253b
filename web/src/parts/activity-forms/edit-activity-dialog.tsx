// Dialog that edits an activity: what all types have, and the fields of its own.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
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
import { useTypeForm } from './type-form.ts'
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
    <Dialog open onClose={onClose} title={t('editActivity')} width={type.width ?? 560}>
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
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const formFaults = faultsOf(form, type)
  const fields = failure ? fieldTexts(failure) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) if (code) faults[field] = t(code)
  const save = async () => {
    setSubmitted(true)
    if (Object.keys(formFaults).length) return focusFirstFault()
    setBusy(true)
    try {
      const send = (version: number) =>
        call('PUT /api/activities/:id', { params: { id: activity.id }, body: { ...changeOf(form, type), version } })
      if (!(await versions.save(send))) return
      await draft.discard()
      await invalidate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id', 'GET /api/activities/:id/pictures')
      onClose()
    } catch (error) {
      setFailure(error)
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editActivity')}
      width={type.width ?? 560}
      changed={JSON.stringify(form) !== JSON.stringify(initialForm)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
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
        <ActivityFields
          type={type}
          form={form}
          change={(part) => {
            draft.change(part)
            setFailure(undefined)
          }}
          faults={faults}
          course={activity.course_id}
          activity={activity.id}
          noDocument={!activity.uploads.some((file) => file.type === 'document')}
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
