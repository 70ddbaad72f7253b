// Dialog of an activity's dates alone: when it opens, is due and closes.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { invalidate } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { fromIso, toIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { datesFaultsOf } from '../activity-forms/activity-form.ts'
import { DatesFields } from '../activity-forms/dates-fields.tsx'
import type { ActivityRow } from '../course/content.ts'
import { refusal } from '../errors/problem-text.ts'

const shown = ['start_time', 'due_time', 'end_time']

/** Saving sends the version the dialog was opened with, so that the server refuses to overwrite a change made meanwhile. */
export default function DatesDialog({ activity: latest, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const [{ id, title, version, ...first }] = useState(latest)
  const [initial] = useState({ start: fromIso(first.start_time), due: fromIso(first.due_time), end: fromIso(first.end_time) })
  const [dates, setDates] = useState(initial)
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<ReturnType<typeof refusal>>()
  const [busy, setBusy] = useState(false)
  const wrong = datesFaultsOf(dates)
  const faults: Record<string, string | undefined> = { ...failure?.fields }
  if (submitted) for (const [field, code] of Object.entries(wrong)) if (code) faults[field] = t(code)
  const save = async () => {
    setSubmitted(true)
    if (Object.keys(wrong).length > 0) return focusFirstFault()
    setBusy(true)
    try {
      const body = { start_time: toIso(dates.start), due_time: toIso(dates.due), end_time: toIso(dates.end), version }
      await call('PUT /api/activities/:id', { params: { id }, body })
      await invalidate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id')
      onClose()
    } catch (error) {
      setFailure(refusal(error))
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('datesOf', { title })}
      width={560}
      changed={JSON.stringify(dates) !== JSON.stringify(initial)}
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
        <DatesFields
          values={dates}
          change={(part) => {
            setDates((before) => ({ ...before, ...part }))
            setFailure(undefined)
          }}
          faults={faults}
        />
        {failure && !shown.some((field) => failure.fields[field]) && (
          <Banner tone="bad" urgent>
            {failure.text}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
