// Dialog that edits title, dates and criterion of an activity, and the text of a page.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityRow } from '../../parts/course/activity-types.ts'
import { type Answer, call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { fromIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { Bone } from '../../ui/states.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { emptyForm, type ActivityForm, faultsOf, sharedFields } from './activity-draft.ts'
import { ActivityFields } from './activity-fields.tsx'

type Props = { course: string; activity: ActivityRow; onClose: () => void }
type Activity = Answer<'GET /api/activities/:id'>

/** The list of activities holds neither texts nor settings, so the activity is read first. */
export function EditActivityDialog(props: Props) {
  const t = useTexts('course')
  const { data, error } = useQuery({
    ...query('GET /api/activities/:id', { params: { id: props.activity.id } }),
    staleTime: 0,
  })
  if (data) return <EditingDialog {...props} activity={data} />
  return (
    <Dialog open onClose={props.onClose} title={t('editActivity')} width={props.activity.type === 'page' ? 900 : 560}>
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
function EditingDialog({ course, activity: latest, onClose }: Props & { activity: Activity }) {
  const t = useTexts('course')
  // The dialog keeps editing the state it was opened with, even if a newer one arrives.
  const [activity] = useState(latest)
  const { type } = activity
  const draft = useDraft<ActivityForm>('activity', activity.id, activity.version, {
    ...emptyForm(course),
    title: activity.title,
    start: fromIso(activity.start_time),
    end: fromIso(activity.end_time),
    percent: String(activity.completion_criterion.percent ?? 80),
    forward: activity.settings.forward_seeking !== false,
    body: activity.body,
  })
  const form = draft.value
  const [initialForm] = useState(form)
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const formFaults = faultsOf(form, type)
  const fields = failure ? fieldTexts(failure) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) faults[field] = t(code)
  const save = async () => {
    setSubmitted(true)
    if (Object.keys(formFaults).length) return focusFirstFault()
    setBusy(true)
    try {
      await call('PUT /api/activities/:id', {
        params: { id: activity.id },
        body: { ...sharedFields(form, type), ...(type === 'page' && { body: form.body }), version: activity.version },
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
      width={type === 'page' ? 900 : 560}
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
        />
        {failure !== undefined && Object.keys(fields).length === 0 && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
