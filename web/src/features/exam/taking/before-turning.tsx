// Question before a page of an exam is turned: there is no way back to it, or a file is still on its way into its answer.
import { useTexts } from '../../../i18n.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { sentences } from '../../../ui/format.ts'

export function BeforeTurning({
  open,
  forGood,
  answered,
  missing,
  onTurn,
  onClose,
}: {
  open: boolean
  forGood: boolean
  /** Whether every question of the page is answered. */
  answered: boolean
  /** Files that have not arrived. */
  missing: number
  onTurn: () => void
  onClose: () => void
}) {
  const t = useTexts('exam')
  return (
    <Confirm
      open={open}
      title={t(forGood ? 'nextTitle' : 'leaveQuestion')}
      description={sentences(missing > 0 && t('filesMissing', { count: missing }), forGood && t(answered ? 'nextText' : 'nextUnanswered'))}
      confirmLabel={t(forGood ? 'nextGo' : 'leaveGo')}
      cancelLabel={t('stay')}
      onConfirm={onTurn}
      onClose={onClose}
    />
  )
}
