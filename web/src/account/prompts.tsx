// Dialogs of the prompts that an organisation's rules put to a person (due-prompt.ts), one at a time.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { problemText } from '../parts/base/errors/problem-text.ts'
import { invalidate, queryClient } from '../queries.ts'
import { refetchSession, signOut, useMe } from '../session/session.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { toast } from '../ui/dialogs/toast.tsx'
import { CodePopup } from './code-popup.tsx'
import type { DuePrompt } from './due-prompt.ts'
import { PasswordPopup } from './password-popup.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

export default function Prompts({ due: { kind, days = 0, url = '', onLater } }: { due: DuePrompt }) {
  const { email, org } = useMe()
  if (kind === 'mobile') return <BindMobile onLater={onLater} />
  if (kind === 'password') return <ExpiredPassword days={days} onLater={onLater} />
  if (!onLater) return null
  if (kind === 'email') return <VerifyEmail email={email ?? ''} org={org?.name ?? ''} onLater={onLater} />
  return <PreTask url={url} org={org?.name ?? ''} onLater={onLater} />
}

function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    try {
      await signOut()
      navigate(paths.login())
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
}

/** After a demand is met: the session without it, and what was refused meanwhile. */
async function continueAfter() {
  await refetchSession()
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** Without `onLater` the way past it is to sign out. Those who may turn the demand off read how. */
function BindMobile({ onLater }: { onLater?: (() => void) | undefined }) {
  const t = useTexts('account')
  const me = useMe()
  const leave = useSignOut()
  return (
    <CodePopup
      kind="mobile"
      title={t('forcedTitle')}
      description={t('forcedHelp', { org: me.org?.name ?? '' })}
      note={
        me.may('org.change') && (
          <Command text={t('forcedOff')} line={`lyceum org set --org ${quoted(me.org?.name ?? '')} --mobile-required off`} />
        )
      }
      secondaryAction={
        <Button variant="quiet" onClick={onLater ?? (() => void leave())}>
          {t(onLater ? 'later' : 'signOut')}
        </Button>
      }
      onClose={onLater ?? (() => {})}
      onDone={() => {
        toast({ text: t('mobileBound') })
        void continueAfter()
      }}
    />
  )
}

/** As one word of a shell. */
const quoted = (name: string) => `'${name.replaceAll("'", `'\\''`)}'`

const Command = ({ text, line }: { text: string; line: string }) => (
  <div className="text-small text-text-2">
    <p>{text}</p>
    <code className="mt-1 block rounded-control bg-sunken px-2 py-1 wrap-anywhere text-text">{line}</code>
  </div>
)

/** Without `onLater` the way past it is to sign out. */
function ExpiredPassword({ days, onLater }: { days: number; onLater?: (() => void) | undefined }) {
  const t = useTexts('account')
  const me = useMe()
  const leave = useSignOut()
  return (
    <PasswordPopup
      login={me.email ?? me.user_no}
      title={t('expiredTitle')}
      description={t('expiredHelp', { count: days })}
      cancel={t(onLater ? 'later' : 'signOut')}
      onClose={onLater ?? (() => void leave())}
      stays={!onLater}
      onDone={() => {
        toast({ text: t('passwordChanged') })
        void invalidate('GET /api/user/check-expired-password')
        void continueAfter()
      }}
    />
  )
}

function VerifyEmail({ email, org, onLater }: { email: string; org: string; onLater: () => void }) {
  const t = useTexts('account')
  const { send, sent, secondsLeft, busy } = useVerification('send_org_sing_up_verification_email')
  return (
    <Dialog
      open
      onClose={onLater}
      width={416}
      title={t('welcome', { org })}
      description={sent ? t('linkSent', { email }) : t('welcomeHelp', { email })}
      footer={
        <>
          <Button variant="quiet" onClick={onLater}>
            {t(sent ? 'done' : 'later')}
          </Button>
          <Button
            variant={sent ? 'secondary' : 'primary'}
            busy={busy}
            off={secondsLeft > 0 ? t('again', { count: secondsLeft }) : undefined}
            onClick={send}
          >
            {t(sent ? 'resend' : 'sendLink')}
          </Button>
        </>
      }
    />
  )
}

/** Requests a mail with the verification link and counts down to the next. */
export function useVerification(purpose: 'send_verification_email' | 'send_org_sing_up_verification_email') {
  const [until, setUntil] = useState(0)
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const secondsLeft = useSecondsUntil(until)
  const send = async () => {
    setBusy(true)
    try {
      const { resend_in } = await (purpose === 'send_verification_email'
        ? call('POST /api/user/send_verification_email')
        : call('POST /api/user/send_org_sing_up_verification_email'))
      setUntil(Date.now() + resend_in * 1000)
      setSent(true)
    } catch (error) {
      toast({ text: problemText(error), error: true })
      void refetchSession()
    } finally {
      setBusy(false)
    }
  }
  return { send: () => void send(), sent, secondsLeft, busy }
}

function PreTask({ url, org, onLater }: { url: string; org: string; onLater: () => void }) {
  const t = useTexts('account')
  const [busy, setBusy] = useState(false)
  const done = async () => {
    setBusy(true)
    try {
      await call('PUT /api/user/pre-task', { body: { url } })
      await invalidate('GET /api/user/pre-task')
    } catch (error) {
      toast({ text: problemText(error), error: true })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onLater}
      width={416}
      title={t('taskTitle')}
      description={t('taskHelp', { org })}
      footer={
        <>
          <Button variant="quiet" onClick={onLater}>
            {t('later')}
          </Button>
          <Button busy={busy} onClick={() => void done()}>
            {t('taskDone')}
          </Button>
          <a className={buttonLook('primary')} href={url} target="_blank" rel="noopener noreferrer">
            {t('taskOpen')}
          </a>
        </>
      }
    />
  )
}
