import { useState } from 'react'
import type { ActivityRow } from '../../activity-kinds.ts'
import { call } from '../../client.ts'
import { DraftNote } from '../../draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../problem-text.ts'
import { outdate } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { fromIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { useDraft } from '../../use-draft.ts'
import { emptyForm, type Form, faultsOf, sharedFields } from './activity-draft.ts'
import { ActivityFields } from './activity-fields.tsx'

/** Title, dates and criterion of an activity. The version it was opened with goes along, so that somebody else's change is not overwritten. */
export function EditActivityDialog({ course, activity, onClose }: { course: string; activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  // A page's text is edited on the page; here it only must not count as missing.
  const type = activity.type === 'page' ? 'material' : activity.type
  const kept = useDraft<Form>('activity', activity.id, activity.version, {
    ...emptyForm(course),
    title: activity.title,
    start: fromIso(activity.start_time),
    end: fromIso(activity.end_time),
    percent: String(activity.completion_criterion.percent ?? 80),
    forward: activity.forward_seeking,
  })
  const form = kept.value
  const [before] = useState(form)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const own = faultsOf(form, type)
  const fields = refused ? fieldTexts(refused) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (tried) for (const [field, code] of Object.entries(own)) faults[field] = t(code)
  const save = async () => {
    setTried(true)
    if (Object.keys(own).length) return focusFirstFault()
    setBusy(true)
    try {
      await call('PUT /api/activities/:id', {
        params: { id: activity.id },
        body: { ...sharedFields(form, type), version: activity.version },
      })
      await kept.sent()
      await outdate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id')
      onClose()
    } catch (error) {
      setRefused(error)
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
      width={560}
      changed={JSON.stringify(form) !== JSON.stringify(before)}
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
        <DraftNote kept={kept} show={(was) => [was.title, was.start, was.end].filter(Boolean).join('\n')} />
        <ActivityFields
          type={type}
          form={form}
          change={(part) => {
            kept.change(part)
            setRefused(undefined)
          }}
          faults={faults}
        />
        {refused !== undefined && Object.keys(fields).length === 0 && (
          <Banner tone="bad" urgent>
            {problemText(refused)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
