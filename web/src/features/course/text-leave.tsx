// Question before a text is left while files are on their way into it: they would be missing from it without a word.
import { useBlocker } from 'react-router-dom'
import { currentScope } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { Confirm } from '../../ui/confirm.tsx'
import type { OnTheirWay } from '../../ui/editor-uploads.ts'

export function TextLeave({ files: { sending, failed } }: { files: OnTheirWay }) {
  const say = useTexts('writing')
  const count = sending + failed
  const { state, proceed, reset } = useBlocker(
    // without a session there is nothing to stay for
    ({ currentLocation, nextLocation }) => count > 0 && currentScope() !== undefined && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <Confirm
      open={state === 'blocked'}
      title={say('leaveTitle')}
      description={say('leaveText', { count })}
      confirmLabel={say('leave')}
      cancelLabel={say('stay')}
      danger
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  )
}
