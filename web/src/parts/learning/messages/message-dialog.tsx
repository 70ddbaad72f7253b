// The dialog in which somebody who teaches writes to people of a course, each alone. The page chooses the people.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { sentences } from '../../../ui/format.ts'
import { Bone } from '../../../ui/states.tsx'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { problemText, refusal } from '../../base/errors/problem-text.ts'
import { firstNames } from './first-names.ts'
import { type MessageTo, messageSender, mostAddressed } from './queries.ts'

export default function MessageDialog({ course, to, onClose }: { course: string; to: MessageTo; onClose: (sent: boolean) => void }) {
  const t = useTexts('messages')
  const me = useMe()
  // read once: the people stay those who were chosen
  const { data, error } = useQuery({
    queryKey: ['message to', course, to.key],
    queryFn: () => to.people(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const people = data?.filter(({ id }) => id !== me.id)
  const draft = useDraft('message', course, 0, { text: '' })
  const [sendMessage] = useState(() => messageSender(course))
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { text } = draft.value
  const fault =
    (error && problemText(error)) ??
    faults.person_ids ??
    (people && (people.length === 0 ? t('nobody') : people.length > mostAddressed ? t('tooMany', { most: mostAddressed }) : undefined))
  const send = async () => {
    if (!people) return
    setBusy(true)
    try {
      const { recipients, left_out } = await sendMessage(text, people)
      await draft.discard()
      toast({ text: sentences(t('sent', { count: recipients }), left_out > 0 && t('leftOut', { count: left_out })) })
      onClose(true)
    } catch (failure) {
      const { fields, text: said } = refusal(failure)
      setFaults(fields)
      if (said && Object.keys(fields).length === 0) toast({ text: said, error: true })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      width={560}
      changed={draft.unsent}
      title={t('title')}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            off={fault ?? (people === undefined || text.trim() === '' ? t('write') : undefined)}
            onClick={() => void send()}
          >
            {t('send')}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <DraftNote draft={draft} show={(kept) => kept.text} />
        {people ? <p className="wrap-break-word">{t('to', { names: firstNames(people, t) })}</p> : !error && <Bone className="w-64" />}
        {fault && (
          <p role="alert" className="text-small text-bad-text">
            {fault}
          </p>
        )}
        <TextArea
          label={t('text')}
          help={t('alone')}
          rows={6}
          maxLength={2000}
          value={text}
          onChange={(text) => draft.change({ text })}
          error={faults.text}
          autoFocus
        />
      </div>
    </Dialog>
  )
}
