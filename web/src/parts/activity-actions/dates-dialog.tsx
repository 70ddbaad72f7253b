// Dialog of an activity's dates alone: when it opens, is due and closes.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { fromIso, toIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DatesFields } from '../activity-forms/dates-fields.tsx'
import { DatesFooter, useDatesSaving } from '../activity-forms/dates-saving.tsx'
import type { ActivityRow } from '../course/content.ts'

const shown = ['start_time', 'due_time', 'end_time']

export default function DatesDialog({ activity: latest, onClose }: { activity: ActivityRow; onClose: () => void }) {
  const t = useTexts('course')
  const [{ id, type, title, version, ...first }] = useState(latest)
  const [initial] = useState({ start: fromIso(first.start_time), due: fromIso(first.due_time), end: fromIso(first.end_time) })
  const [dates, setDates] = useState(initial)
  const saving = useDatesSaving(
    dates,
    () => {
      const body = { start_time: toIso(dates.start), due_time: toIso(dates.due), end_time: toIso(dates.end), version }
      return call('PUT /api/activities/:id', { params: { id }, body })
    },
    onClose,
  )
  const { failure, wrong } = saving
  const faults: Record<string, string | undefined> = { ...failure?.fields }
  for (const [field, code] of Object.entries(wrong)) if (code) faults[field] = t(code)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('datesOf', { title })}
      width={560}
      changed={JSON.stringify(dates) !== JSON.stringify(initial)}
      footer={<DatesFooter saving={saving} onClose={onClose} />}
    >
      <div className="space-y-4 pb-1">
        <DatesFields
          kind={type}
          activity={id}
          values={dates}
          change={(part) => {
            setDates((before) => ({ ...before, ...part }))
            saving.forget()
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
