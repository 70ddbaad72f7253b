// Dialog of dates for several activities at once: what is left empty stays as each of them has it.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import type { Refused } from '../../../parts/learning/course/content-changes.ts'
import { DatesFooter, useDatesSaving } from '../../../parts/learning/writing/dates-saving.tsx'
import { toIso } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'

/** As many as one call takes. */
const atOnce = 100

export default function ManyDatesDialog({
  course,
  ids,
  onSaved,
  onClose,
}: {
  course: string
  ids: readonly string[]
  /** With those that the dates do not fit. */
  onSaved: (refused: Refused) => void
  onClose: () => void
}) {
  const t = useTexts('course')
  const [dates, setDates] = useState({ start: '', due: '', end: '' })
  const change = (part: Partial<typeof dates>) => {
    setDates((before) => ({ ...before, ...part }))
    saving.forget()
  }
  const refused: Refused = []
  const saving = useDatesSaving(
    dates,
    async () => {
      const { start, due, end } = dates
      let changed = 0
      for (let from = 0; from < ids.length; from += atOnce) {
        const answer = await call('POST /api/courses/:id/activity-dates', {
          params: { id: course },
          body: {
            activity_ids: ids.slice(from, from + atOnce),
            ...(start && { start_time: toIso(start) }),
            ...(due && { due_time: toIso(due) }),
            ...(end && { end_time: toIso(end) }),
          },
        })
        changed += answer.activity_ids.length
        refused.push(...answer.refused)
      }
      if (changed > 0) toast({ text: t('datesSet', { count: changed }) })
      return true
    },
    async () => {
      onSaved(refused)
      onClose()
    },
  )
  const faults: Record<string, string | undefined> = { ...saving.failure?.fields }
  for (const [field, code] of Object.entries(saving.wrong)) if (code) faults[field] = t(code)
  const field = (name: keyof typeof dates, label: string, error: string | undefined, time?: string) => (
    <DateTimeField
      label={label}
      value={dates[name]}
      onChange={(value) => change({ [name]: value })}
      error={error}
      {...(time && { time })}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('datesOfMany', { count: ids.length })}
      width={560}
      footer={<DatesFooter saving={saving} onClose={onClose} />}
    >
      <p className="pb-3 text-small text-text-2">{t('datesOfManyText')}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4 pb-1">
        {field('start', t('opensAt'), faults.start_time)}
        {field('due', t('dueAt'), faults.due_time, '23:59')}
        {field('end', t('closesAt'), faults.end_time, '23:59')}
      </div>
      {saving.failure && (
        <Banner tone="bad" urgent>
          {saving.failure.text}
        </Banner>
      )}
    </Dialog>
  )
}
