// Dialog that edits an activity: what all types have, and the fields of its own.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TypeForm } from '../../activity-types/form.ts'
import type { Activity, ActivityRow } from '../../parts/course/content.ts'
import { call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { Bone } from '../../ui/states.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { type ActivityForm, changeOf, faultsOf, formOf, isShown } from './activity-form.ts'
import { ActivityFields } from './activity-fields.tsx'
import { useTypeForm } from './type-form.ts'

/** The rows of the list hold neither text nor settings, so the activity is read first. */
export function EditActivityDialog({ activity: row, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const type = useTypeForm(row.type)
  const { data, error } = useQuery({ ...query('GET /api/activities/:id', { params: { id: row.id } }), staleTime: 0 })
  // what is in the cache may be older than the row
  if (data && data.version >= row.version) return <EditingDialog activity={data} type={type} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('editActivity')} width={type.width}>
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

/** Saving sends the version the dialog was opened with, so that the server refuses to overwrite a change made meanwhile. */
function EditingDialog({ activity: latest, type, onClose }: { activity: Activity; type: TypeForm; onClose: () => void }) {
  const t = useTexts('course')
  // The dialog keeps editing the state it was opened with, even if a newer one arrives.
  const [activity] = useState(latest)
  const draft = useDraft<ActivityForm>('activity', activity.id, activity.version, formOf(activity, type))
  const form = draft.value
  const [initialForm] = useState(form)
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
      await call('PUT /api/activities/:id', {
        params: { id: activity.id },
        body: { ...changeOf(form, type), version: activity.version },
      })
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
      width={type.width}
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
        <DraftNote draft={draft} show={(saved) => [saved.title, saved.start, saved.end].filter(Boolean).join('\n')} />
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
