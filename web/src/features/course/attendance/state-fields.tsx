// Fields of an attendance that is noted: its state, and the reason that students read with it.
import type { ComponentProps } from 'react'
import { useTexts } from '../../../i18n.ts'
import { type AttendanceState, states } from '../../../parts/learning/attendance/queries.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'

type Field<P, K extends keyof P> = Omit<P, K>
type Props = {
  state: Field<ComponentProps<typeof RadioGroup<AttendanceState>>, 'label' | 'options'>
  reason: Field<ComponentProps<typeof TextField>, 'label' | 'help' | 'maxLength'>
}

export function StateFields({ state, reason }: Props) {
  const t = useTexts('attendance')
  return (
    <>
      <RadioGroup label={t('state')} {...state} options={states.map((value) => ({ value, label: t(`state.${value}`) }))} />
      <TextField {...reason} label={t('reason')} help={t('reasonHelp')} maxLength={500} />
    </>
  )
}
