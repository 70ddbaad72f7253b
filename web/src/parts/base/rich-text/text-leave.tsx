// Question before a text is left while files are on their way into it: they would be missing from it without a word.
import { useBlocker } from 'react-router-dom'
import { currentScope } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import type { OnTheirWay } from '../../../ui/editor/editor-uploads.ts'

export function TextLeave({ files: { sending, failed } }: { files: OnTheirWay }) {
  const count = sending + failed
  const { state, proceed, reset } = useBlocker(
    // without a session there is nothing to stay for
    ({ currentLocation, nextLocation }) => count > 0 && currentScope() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  )
  // its texts come with the editor
  return state === 'blocked' ? <LeaveQuestion count={count} onLeave={() => proceed()} onStay={() => reset()} /> : null
}

function LeaveQuestion({ count, onLeave, onStay }: { count: number; onLeave: () => void; onStay: () => void }) {
  const t = useTexts('editor')
  return (
    <Confirm
      open
      title={t('leaveTitle')}
      description={t('leaveText', { count })}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      danger
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
