// Question before an editor of marks is left with something in it that is not saved: marks, or a score that is none.
import { useEffect, useRef } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { currentScope } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { sentences } from '../../ui/format.ts'

export function LeaveEditor({
  score,
  marks,
  back,
}: {
  /** undefined: it is a score, or none is typed. */
  score?: { typed: string; max: string | null; onLeave: () => void; onStay: () => void } | undefined
  /** The place in which marks are not saved yet: a copy, or the server. */
  marks?: 'copy' | 'server' | undefined
  /** The editor's own way back, which may lead out of the application. */
  back?: { asked: boolean; go: () => void; stay: () => void }
}) {
  const t = useTexts('marking')
  const left = useRef(false)
  const { pathname } = useLocation()
  const { state, location, proceed, reset } = useBlocker(({ currentLocation, nextLocation }) => {
    if (left.current || currentScope() === undefined) return false
    if (currentLocation.pathname !== nextLocation.pathname) return score !== undefined || marks !== undefined
    // another work of the same workspace: marks are kept, and sent, without their work
    return score !== undefined && currentLocation.search !== nextLocation.search
  })
  useEffect(() => {
    if (!marks) return
    const leaving = (event: BeforeUnloadEvent) => {
      if (!left.current && currentScope() !== undefined) event.preventDefault()
    }
    window.addEventListener('beforeunload', leaving)
    return () => window.removeEventListener('beforeunload', leaving)
  }, [marks])
  const leavesMarks = marks !== undefined && location?.pathname !== pathname
  return (
    <Confirm
      open={state === 'blocked' || back?.asked === true}
      title={score ? t('leaveTitle') : t('leaveMarksTitle')}
      description={sentences(
        score && t('leaveText', { score: score.typed, max: score.max ?? '100' }),
        leavesMarks && t(marks === 'server' ? 'leaveMarksServer' : 'leaveMarksCopy'),
      )}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      danger={score !== undefined}
      onConfirm={() => {
        score?.onLeave()
        if (state === 'blocked') return proceed()
        left.current = true
        back?.go()
      }}
      onClose={() => {
        reset?.()
        back?.stay()
        score?.onStay()
      }}
    />
  )
}
