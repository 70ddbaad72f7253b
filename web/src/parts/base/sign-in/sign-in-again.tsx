// In place: the session has ended while something is written. The same person goes on where they were; anybody else gets a page of their own.
import { useState } from 'react'
import { call, CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { continueSession, type Session, useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { flushDrafts } from '../../../device/device-drafts.ts'
import { problemText } from '../errors/problem-text.ts'
import { SignInForm } from './sign-in-form.tsx'

export default function SignInAgain({ text, onDone }: { text: string; onDone: () => void }) {
  const t = useTexts('session')
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const done = (session: Session) => {
    // what was written belongs to the person before
    if (session.user.id !== me.id) return void flushDrafts().finally(() => window.location.reload())
    continueSession(session)
    onDone()
  }
  /** Signed in in another tab, by the school's own way. */
  const check = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      done(await call('GET /api/session'))
    } catch (error) {
      setFailure(error instanceof CallFailed && error.status === 401 ? t('notSignedIn') : problemText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={() => {}} title={t('againTitle')} description={text} width={416}>
      <p className="text-small text-text-2">{t('againAs', { name: me.name })}</p>
      <SignInForm onDone={done} />
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
        <a href="/login" target="_blank" rel="noopener" className="text-small font-medium text-accent-text hover:underline">
          {t('againElsewhere')}
        </a>
        <Button size="sm" busy={busy} onClick={() => void check()}>
          {t('againCheck')}
        </Button>
      </div>
      <p role="alert" className="mt-1 text-small text-bad-text empty:hidden">
        {failure}
      </p>
    </Dialog>
  )
}
