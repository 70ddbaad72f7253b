// Attendance of several people in one roll call: a state with its reason.
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { type AttendanceColumn, type AttendanceRow, type AttendanceState, correct } from '../../../parts/learning/attendance/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { dateTime } from '../../../ui/format.ts'
import { StateFields } from './state-fields.tsx'

type Person = { id: string; name: string; cellOf: (column: AttendanceColumn) => AttendanceRow['cells'][number] }

/** `columns`: the first is chosen first. `onDone`: they were noted. */
export default function ManyDialog({
  columns,
  people,
  onClose,
  onDone,
}: {
  columns: readonly AttendanceColumn[]
  people: readonly Person[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts('attendance')
  const form = useForm<{ rollCall: string; state: AttendanceState; reason: string }>({
    start: { rollCall: columns[0]?.roll_call_id ?? '', state: 'excused', reason: '' },
    explain: refusal,
    send: async ({ rollCall, state, reason }) => {
      const column = columns.find(({ roll_call_id }) => roll_call_id === rollCall)
      if (!column) return
      const noted = people.map(({ id, name, cellOf }) => ({ id, name, before: cellOf(column)?.state ?? null }))
      await correct(rollCall, noted, state, reason)
      onDone()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t('noteMany')}
      description={t('peopleChosen', { count: people.length })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="attendance-many" busy={form.busy} action="attendance.change">
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="attendance-many">
        <Select
          {...form.field('rollCall')}
          label={t('rollCall')}
          options={columns.map(({ roll_call_id, title, at }) => ({ value: roll_call_id, label: `${dateTime(at)} · ${title}` }))}
        />
        <StateFields state={form.field('state')} reason={form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
