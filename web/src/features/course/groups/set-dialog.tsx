// Dialog of a new group set, with a number of groups, or of the name and sign-up of one.
import { useId } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { fromIso, isLocal, toIso } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { freeNames } from './names.ts'
import { type GroupSet, refreshGroups } from './queries.ts'

const most = { groups: 200, seats: 500 }
type Values = { name: string; groups: number | null; signUp: boolean; seats: number | null; until: string }

export default function SetDialog({
  course,
  set,
  onClose,
  onMade,
}: {
  course: string
  /** Missing: a new one is made. */
  set?: GroupSet
  onClose: () => void
  onMade?: (id: string) => void
}) {
  const t = useTexts('groups')
  const id = useId()
  const form = useForm<Values>({
    start: {
      name: set?.name ?? '',
      groups: set ? null : 4,
      signUp: set?.sign_up != null,
      seats: set?.sign_up?.seats ?? null,
      until: fromIso(set?.sign_up?.until),
    },
    check: ({ name, groups, seats, until, signUp }) => ({
      name: name ? undefined : t('nameMissing'),
      groups: !set && groups !== null && (groups < 0 || groups > most.groups) ? t('groupsBetween', { most: most.groups }) : undefined,
      seats: signUp && seats !== null && (seats < 1 || seats > most.seats) ? t('seatsBetween', { most: most.seats }) : undefined,
      until: signUp && until !== '' && !isLocal(until, 'datetime') ? t('untilWrong') : undefined,
    }),
    explain: refusal,
    send: async ({ name, groups, signUp, seats, until }) => {
      const sign_up = signUp ? { seats, until: toIso(until) } : null
      if (set) await call('PUT /api/group-sets/:id', { params: { id: set.id }, body: { name, sign_up, version: set.version } })
      else {
        const names = freeNames(t('groupName'), groups ?? 0, [])
        const made = await call('POST /api/courses/:id/group-sets', { params: { id: course }, body: { name, groups: names, sign_up } })
        onMade?.(made.id)
      }
      await refreshGroups()
      onClose()
    },
  })
  const signUp = form.field('signUp')
  return (
    <Dialog
      open
      onClose={onClose}
      title={set ? t('editSet') : t('newSet')}
      width={560}
      changed={form.changed}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            {set ? t('save') : t('make')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id={id}>
        <TextField {...form.field('name')} label={t('name')} help={t('nameHelp')} maxLength={100} autoFocus />
        {!set && <NumberField {...form.field('groups')} label={t('groupsNumber')} help={t('groupsNumberHelp')} min={0} max={most.groups} />}
        <Switch label={t('signUp')} help={t('signUpHelp')} checked={signUp.value} onChange={signUp.onChange} />
        {signUp.value && (
          <div className="grid gap-4 tablet:grid-cols-2">
            <NumberField {...form.field('seats')} label={t('seats')} whenEmpty={t('seatsHelp')} min={1} max={most.seats} />
            <DateTimeField {...form.field('until')} label={t('until')} whenEmpty={t('untilHelp')} time="23:59" />
          </div>
        )}
      </FormFrame>
    </Dialog>
  )
}
