// Dialog of hiding a post: why, from a short list or in the moderator's words, for its author and who moderates.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { type Post, refreshTopic, setPostState } from './queries.ts'

const reasons = ['none', 'off_topic', 'double', 'hurtful', 'spam'] as const

/** Undo shows the post again, if it was shown: one that waited would go past who moderates. */
export default function HideDialog({
  topic,
  post,
  onClose,
}: {
  topic: string
  post: Pick<Post, 'id' | 'state' | 'version'>
  onClose: () => void
}) {
  const t = useTexts('forum')
  const [reason, setReason] = useState<(typeof reasons)[number]>('none')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const hide = async () => {
    setBusy(true)
    try {
      const words = [...(reason === 'none' ? [] : [t(`reason.${reason}`)]), ...(text.trim() ? [text.trim()] : [])].join(' · ')
      const { post: hidden } = await setPostState(post, 'hidden', words)
      const show = () =>
        void setPostState(hidden, 'shown').then(
          () => refreshTopic(topic),
          (error) => toast({ text: problemText(error), error: true }),
        )
      toast({ text: t('postHidden'), ...(post.state === 'shown' && { undo: show }) })
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
      title={t('hidePost')}
      description={t('hideHelp')}
      changed={text !== ''}
      footer={
        <Button variant="primary" busy={busy} onClick={() => void hide()}>
          {t('hidePost')}
        </Button>
      }
    >
      <div className="space-y-4">
        <RadioGroup
          label={t('reason')}
          value={reason}
          onChange={setReason}
          options={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          error={fault}
        />
        <TextArea label={t('hideText')} value={text} onChange={setText} maxLength={400} rows={3} />
      </div>
    </Dialog>
  )
}
