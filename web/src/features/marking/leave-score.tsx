// Question before a work is left with something in the field of its score that is no score.
import { useBlocker } from 'react-router-dom'
import { currentScope } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'

export function LeaveScore({
  typed,
  max,
  onLeave,
  onStay,
}: {
  /** undefined: it is a score, or none is typed. */
  typed: string | undefined
  max: string | null
  onLeave: () => void
  onStay: () => void
}) {
  const t = useTexts('marking')
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      typed !== undefined &&
      currentScope() !== undefined &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  return (
    <Confirm
      open={state === 'blocked'}
      title={t('leaveTitle')}
      description={t('leaveText', { score: typed ?? '', max: max ?? '100' })}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      danger
      onConfirm={() => {
        onLeave()
        proceed?.()
      }}
      onClose={() => {
        reset?.()
        onStay()
      }}
    />
  )
}
