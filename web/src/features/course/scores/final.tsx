// Final results: submitted by who teaches, from then on nothing is written; reopened by a manager alone, with a reason.
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal, problemText } from '../../../parts/base/errors/problem-text.ts'
import { bookReads, type Gradebook } from '../../../parts/learning/scores/queries.ts'
import { invalidate } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { dateTime } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'

export function FinalBanner({ course, policy, reopens }: { course: string; policy: Gradebook['policy']; reopens: boolean }) {
  const t = useTexts('scores')
  const [asking, setAsking] = useState(false)
  if (!policy.final) return null
  const { at, by } = policy.final
  return (
    <>
      <Banner
        tone="info"
        icon={LockKeyhole}
        strip
        action={
          reopens && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('reopen')}
            </Button>
          )
        }
      >
        {by ? t('finalBy', { name: by.name, time: dateTime(at) }) : t('finalSince', { time: dateTime(at) })}
      </Banner>
      {asking && <ReopenDialog course={course} onClose={() => setAsking(false)} />}
    </>
  )
}

function ReopenDialog({ course, onClose }: { course: string; onClose: () => void }) {
  const t = useTexts('scores')
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t('reasonMissing') }),
    explain: refusal,
    send: async ({ reason }) => {
      await call('POST /api/courses/:id/results/reopen', { params: { id: course }, body: { reason } })
      await invalidate(...bookReads)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      title={t('reopenTitle')}
      description={t('reopenText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="reopen" busy={form.busy}>
            {t('reopen')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="reopen">
        <TextArea {...form.field('reason')} label={t('reason')} rows={3} maxLength={500} autoFocus />
      </FormFrame>
    </Dialog>
  )
}

export function SubmitResults({ course, onClose }: { course: string; onClose: () => void }) {
  const t = useTexts('scores')
  const submit = async () => {
    try {
      await call('POST /api/courses/:id/results/final', { params: { id: course } })
      await invalidate(...bookReads)
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    onClose()
  }
  return (
    <Confirm
      open
      title={t('submitTitle')}
      description={t('submitText')}
      confirmLabel={t('submitDo')}
      onConfirm={submit}
      onClose={onClose}
    />
  )
}
