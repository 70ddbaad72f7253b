// Fields for when an activity opens, is due and closes.
import type { Faults } from '../../../activity-types/form.ts'
import { useTexts } from '../../../i18n.ts'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { NearDates } from '../calendar/near-dates.tsx'
import type { ActivityForm } from './activity-form.ts'
import { useTimeThere } from './time-zone.ts'

export type Dates = Pick<ActivityForm, 'start' | 'due' | 'end'>

type Props = {
  /** Of this type; `activity` is missing while it is being made. */
  kind: string
  activity?: string | undefined
  values: Dates
  change: (part: Partial<Dates>) => void
  faults: Faults
}
export function DatesFields({ kind, activity, values, change, faults }: Props) {
  const t = useTexts('course')
  const there = useTimeThere()
  return (
    <div className="space-y-2">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4">
        <DateTimeField
          label={t('opensAt')}
          value={values.start}
          onChange={(start) => change({ start })}
          error={faults.start_time}
          help={there(values.start)}
          whenEmpty={t('opensAtHelp')}
        />
        <DateTimeField
          label={t('dueAt')}
          time="23:59"
          value={values.due}
          onChange={(due) => change({ due })}
          error={faults.due_time}
          help={there(values.due) ?? t('dueAtHelp')}
        />
        <DateTimeField
          label={t('closesAt')}
          time="23:59"
          value={values.end}
          onChange={(end) => change({ end })}
          error={faults.end_time}
          help={there(values.end)}
          whenEmpty={t('closesAtHelp')}
        />
      </div>
      <NearDates kind={kind} activity={activity} dates={values} />
    </div>
  )
}
