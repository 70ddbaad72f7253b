// The parts of the frame that begin once the page has settled: prompts about the account, answers that an exam left on this device, the focus
// that is kept, and the check for a new release.
import { lazy, Suspense, useState } from 'react'
import { useDuePrompt } from '../account/due-prompt.ts'
import { texts } from '../i18n.ts'
import { useUnreadBulletins } from '../parts/learning/bulletins/unread.ts'
import { hasWritten } from '../parts/learning/attempts/has-written.ts'
import { useReadAtPlace } from '../parts/learning/notifications/read-at-place.ts'
import { useTurn } from '../ui/dialogs/turns.ts'
import { useKeptFocus } from './kept-focus.ts'
import { useReleaseCheck } from './release-check.ts'

const Prompts = lazy(async () => (await Promise.all([import('../account/prompts.tsx'), texts('account')]))[0])

const BulletinPopup = lazy(async () => (await Promise.all([import('../parts/learning/bulletins/popup.tsx'), texts('bulletins')]))[0])

const LeftToast = lazy(async () => (await Promise.all([import('../parts/learning/attempts/left-toast.tsx'), texts('exam')]))[0])

export function ReleaseCheck() {
  useReleaseCheck()
  return null
}

export function Later() {
  useReleaseCheck()
  useKeptFocus()
  const due = useDuePrompt()
  useReadAtPlace()
  const bulletins = useUnreadBulletins()
  const promptTurn = useTurn('account', due !== undefined)
  const [bulletinsSeen, setBulletinsSeen] = useState(false)
  const bulletinTurn = useTurn('bulletins', bulletins !== undefined && !bulletinsSeen)
  return (
    <>
      <Suspense>{due && promptTurn && <Prompts due={due} />}</Suspense>
      <Suspense>{bulletins && bulletinTurn && <BulletinPopup bulletins={bulletins} onClose={() => setBulletinsSeen(true)} />}</Suspense>
      <Suspense>{hasWritten() && <LeftToast />}</Suspense>
    </>
  )
}
