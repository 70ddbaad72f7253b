// Fields of a new or changed activity: its title, those of its type, and those that every type has.
import type { Faults, TypeForm } from '../../activity-types/form.ts'
import { CompletionFields } from '../course/completion-fields.tsx'
import { useTexts } from '../../i18n.ts'
import { TextField } from '../../ui/field.tsx'
import type { ActivityForm } from './activity-form.ts'
import { DatesFields } from './dates-fields.tsx'

type FieldsOfActivity = {
  type: TypeForm
  form: ActivityForm
  change: (part: Partial<ActivityForm>) => void
  faults: Faults
  course: string
  /** Missing while it is being made. */
  activity?: string | undefined
  /** It is known to show no document: nothing in it has pages. */
  noDocument?: boolean
}

/** All of them, in a dialog. */
export function ActivityFields(props: FieldsOfActivity) {
  const t = useTexts('course')
  const { form, change, faults } = props
  return (
    <>
      <TextField label={t('title')} value={form.title} onChange={(title) => change({ title })} error={faults.title} maxLength={200} />
      <SettingsFields {...props} />
    </>
  )
}

/** All but the title. */
export function SettingsFields({ type, form, change, faults, course, activity, noDocument = false }: FieldsOfActivity) {
  return (
    <>
      {type.Fields && (
        <type.Fields
          values={form.own}
          change={(part) => change({ own: { ...form.own, ...part } })}
          faults={faults}
          fresh={activity === undefined}
          criterion={form.criterion}
        />
      )}
      <DatesFields values={form} change={change} faults={faults} />
      <CompletionFields
        course={course}
        activity={activity}
        offered={noDocument ? type.criteria.filter((kind) => kind !== 'read_pages' || kind === form.criterion) : type.criteria}
        values={form}
        change={change}
        faults={faults}
      />
    </>
  )
}
