// Fields of a new or changed activity: its title, those of its type, and those that every type has.
import type { Faults, TypeForm } from '../../../activity-types/form.ts'
import { CompletionFields, type CompletionValues } from '../course/completion-fields.tsx'
import { Fold, nowOf } from '../forms/fold.tsx'
import { percent } from '../../../ui/format.ts'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../../../i18n.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { useOthersAllowed } from '../../../player/embedded/allowed.ts'
import { type ActivityForm, neededOf } from './activity-form.ts'
import { DatesFields } from './dates-fields.tsx'
import type { ChosenFile } from '../forms/use-chosen-files.ts'

type FieldsOfActivity = {
  /** The name of its type. */
  kind: string
  type: TypeForm
  form: ActivityForm
  change: (part: Partial<ActivityForm>) => void
  faults: Faults
  course: string
  /** Missing while it is being made. */
  activity?: string | undefined
  /** Its uploads; missing: not known. */
  files?: readonly ChosenFile[]
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
export function SettingsFields({ kind, type, form, change, faults, course, activity, files }: FieldsOfActivity) {
  const others = useOthersAllowed()
  const possible =
    (files &&
      files.length > 0 &&
      type.possible?.(
        files.map(({ file, item }) => file ?? { type: item?.type }),
        others,
      )) ||
    type.criteria
  const given = possible.includes(form.criterion)
  // what these files cannot be asked for is not asked for
  useEffect(() => {
    if (!given && activity === undefined && possible[0]) change({ criterion: possible[0] })
  }, [given])
  const own = {
    values: form.own,
    change: (part: object) => change({ own: { ...form.own, ...part } }),
    faults,
    fresh: activity === undefined,
    criterion: form.criterion,
  }
  const completion = (
    <CompletionFields
      course={course}
      activity={activity}
      offered={type.criteria.filter((kind) => possible.includes(kind) || kind === form.criterion)}
      values={form}
      change={change}
      faults={faults}
    >
      {type.Needed && <type.Needed {...own} />}
    </CompletionFields>
  )
  return (
    <>
      {type.Fields && <type.Fields {...own} />}
      <DatesFields kind={kind} activity={activity} values={form} change={change} faults={faults} />
      {type.Folds ? (
        <div className="divide-y divide-line border-y border-line">
          <type.Folds {...own} />
          <CompletionFold values={form} needed={neededOf(form, type)} faults={faults}>
            {completion}
          </CompletionFold>
        </div>
      ) : (
        completion
      )}
    </>
  )
}

/** The fields of the completion, folded; `needed` is the percentage that the criterion asks for. */
function CompletionFold({
  values: { criterion, prerequisites },
  needed,
  faults,
  children,
}: {
  values: CompletionValues
  needed: number | undefined
  faults: Faults
  children: ReactNode
}) {
  const t = useTexts('course')
  return (
    <Fold
      title={t('completionTitle')}
      now={nowOf(
        t(`criterion.${criterion}`),
        needed !== undefined && percent(needed),
        prerequisites.length > 0 && t('opensAfterNow', { count: prerequisites.length }),
      )}
      faulty={Boolean(faults.completion_criterion_key || faults.prerequisite_ids)}
    >
      {children}
    </Fold>
  )
}
