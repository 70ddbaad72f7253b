// Fields of the dialogs that add and edit an activity: those of its type after the title, and those that every type has.
import type { Faults, TypeForm } from '../../activity-types/form.ts'
import { CompletionFields } from '../../parts/course/completion-fields.tsx'
import { useTexts } from '../../i18n.ts'
import { DateTimeField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/field.tsx'
import type { ActivityForm } from './activity-form.ts'
import { useTimeThere } from './time-zone.ts'

export function ActivityFields({
  type,
  form,
  change,
  faults,
  course,
  activity,
}: {
  type: TypeForm
  form: ActivityForm
  change: (part: Partial<ActivityForm>) => void
  faults: Faults
  course: string
  /** Missing while it is being made. */
  activity?: string
}) {
  const t = useTexts('course')
  const there = useTimeThere()
  return (
    <>
      <TextField label={t('title')} value={form.title} onChange={(title) => change({ title })} error={faults.title} maxLength={200} />
      <type.Fields
        values={form.own}
        change={(part) => change({ own: { ...form.own, ...part } })}
        faults={faults}
        fresh={activity === undefined}
        criterion={form.criterion}
      />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-4">
        <DateTimeField
          label={t('opensAt')}
          value={form.start}
          onChange={(start) => change({ start })}
          error={faults.start_time}
          help={there(form.start) ?? t('opensAtHelp')}
        />
        <DateTimeField
          label={t('dueAt')}
          time="23:59"
          value={form.due}
          onChange={(due) => change({ due })}
          error={faults.due_time}
          help={there(form.due) ?? t('dueAtHelp')}
        />
        <DateTimeField
          label={t('closesAt')}
          time="23:59"
          value={form.end}
          onChange={(end) => change({ end })}
          error={faults.end_time}
          help={there(form.end) ?? t('closesAtHelp')}
        />
      </div>
      <CompletionFields course={course} activity={activity} offered={type.criteria} values={form} change={change} faults={faults} />
    </>
  )
}
