// Dialog of a report: why a post is to be looked at, for who moderates; its author reads neither of it nor of who sent it.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { refreshTopic } from './queries.ts'

const reasons = ['spam', 'hurtful', 'off_topic', 'other'] as const

export default function ReportDialog({ topic, post, onClose }: { topic: string; post: string; onClose: () => void }) {
  const t = useTexts('forum')
  const [reason, setReason] = useState<(typeof reasons)[number]>()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const send = async () => {
    if (!reason) return setFault(t('reasonNeeded'))
    setBusy(true)
    try {
      await call('POST /api/posts/:id/report', { params: { id: post }, body: { reason, text } })
      toast({ text: t('reported') })
      onClose()
      await refreshTopic(topic)
    } catch (error) {
      setFault(problemText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('reportPost')}
      description={t('reportHelp')}
      footer={
        <Button variant="primary" busy={busy} onClick={() => void send()}>
          {t('sendReport')}
        </Button>
      }
    >
      <div className="space-y-4">
        <RadioGroup
          label={t('reason')}
          value={reason}
          onChange={(next) => {
            setReason(next)
            setFault('')
          }}
          options={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          error={fault}
        />
        <TextArea label={t('reportText')} value={text} onChange={setText} maxLength={1000} rows={3} />
      </div>
    </Dialog>
  )
}
