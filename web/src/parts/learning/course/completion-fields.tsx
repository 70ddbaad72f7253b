// Fields of an activity's dialogs: when it is done, and after which activities it opens.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../../i18n.ts'
import { MultiCombobox } from '../../../ui/fields/combobox.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { byModule, type ActivityRow } from './content.ts'
import { contentQuery } from './queries.ts'

/** The criteria that a dialog can set. */
export type CriterionKind = Extract<
  ActivityRow['completion_criterion']['kind'],
  'none' | 'read' | 'read_pages' | 'watched' | 'submitted' | 'answered' | 'scored' | 'passed' | 'posted' | 'attended' | 'by_hand'
>
export type CompletionValues = { criterion: CriterionKind; prerequisites: readonly string[] }

export function CompletionFields({
  course,
  activity,
  offered,
  values,
  change,
  faults,
  children,
}: {
  course: string
  /** Missing while it is being made. */
  activity?: string | undefined
  offered: readonly CriterionKind[]
  values: CompletionValues
  change: (part: Partial<CompletionValues>) => void
  /** By the server's field names. */
  faults: Record<string, string | undefined>
  /** Beside the criterion. */
  children?: ReactNode
}) {
  const t = useTexts('course')
  const { data } = useQuery(contentQuery(course))
  const others = (data ? byModule(data).flatMap(({ activities }) => activities) : []).filter(({ id }) => id !== activity)
  const option = ({ id, title }: ActivityRow) => ({ value: id, label: title })
  const titles = useRef(new Map<string, string>())
  for (const { id, title } of others) titles.current.set(id, title)
  // what is never completed cannot be waited for; one that was chosen before stays until it is taken away, also when it is deleted meanwhile
  const options = [
    ...others.filter(({ id, completion_criterion: { kind } }) => kind !== 'none' || values.prerequisites.includes(id)).map(option),
    ...(data ? values.prerequisites.filter((id) => !others.some((one) => one.id === id)) : []).map((id) => ({
      value: id,
      label: t('isDeleted', { title: titles.current.get(id) ?? '' }),
    })),
  ]
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] items-start gap-4">
      <Select
        label={t('doneWhen')}
        value={values.criterion}
        onChange={(criterion) => change({ criterion: criterion as CriterionKind })}
        options={offered.map((kind) => ({ value: kind, label: t(`criterion.${kind}`) }))}
        error={['watched', 'scored', 'posted'].includes(values.criterion) ? undefined : faults.completion_criterion_key}
      />
      {children}
      <MultiCombobox
        label={t('opensAfter')}
        value={options.filter(({ value }) => values.prerequisites.includes(value))}
        onChange={(chosen) => change({ prerequisites: chosen.map(({ value }) => value) })}
        options={options}
        help={t('opensAfterHelp')}
        error={faults.prerequisite_ids}
      />
    </div>
  )
}
