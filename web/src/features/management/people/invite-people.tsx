// Dialog of invitations to several people's accounts: a mail cannot be taken back, so it says first whom it reaches.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import type { Which } from './change-people.ts'

type Props = {
  which: Which | { import_id: string }
  onClose: () => void
  /** The task that finds them. */
  onTask: (id: string) => void
}

export default function InvitePeople({ which, onClose, onTask }: Props) {
  const t = useTexts('invitations')
  const [onlyNew, setOnlyNew] = useState(true)
  const { busy, problem, attempt } = useAttempt()
  const send = () =>
    attempt(async () => {
      const { task } = await call('POST /api/users/invitations', { body: { ...which, only_new: onlyNew } })
      onTask(task)
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('send')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        <p>{t('text')}</p>
        <Checkbox label={t('onlyNew')} help={t('onlyNewHelp')} checked={onlyNew} onChange={setOnlyNew} />
        <p className="text-small text-text-2">{t('notReached')}</p>
      </div>
    </Dialog>
  )
}
