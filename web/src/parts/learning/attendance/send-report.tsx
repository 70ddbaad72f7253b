// Sending of the report of a class: to the teachers of the course, or to everybody in it.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { refusal } from '../../base/errors/problem-text.ts'

export function SendReport({
  course,
  session,
  onTask,
  onClose,
}: {
  course: string
  session: string
  onTask: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts('attendance')
  const form = useForm<{ to: 'teachers' | 'everybody' }>({
    start: { to: 'teachers' },
    explain: refusal,
    send: async ({ to }) => {
      const body = { session_id: session, send_to: to }
      onTask((await call('POST /api/course/:id/inclass-report', { params: { id: course }, body })).task)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      title={t('send')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="class-report" busy={form.busy} action="class.report">
            {t('sendIt')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="class-report">
        <RadioGroup
          label={t('sendTo')}
          {...form.field('to')}
          options={[
            { value: 'teachers', label: t('sendTo.teachers') },
            { value: 'everybody', label: t('sendTo.everybody'), help: t('sendTo.everybodyHelp') },
          ]}
        />
      </FormFrame>
    </Dialog>
  )
}
