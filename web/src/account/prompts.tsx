// What an organisation asks of a person, one thing at a time and in this order: bind a number (cannot be put off), change an expired
// password, prove the e-mail address, do a task first. Loaded when the page has come to rest; which of them is due is the server's word.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { call } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { problemText } from '../problem-text.ts'
import { outdate, query, queryClient } from '../queries.ts'
import { sessionQuery, signOut, useMe } from '../session.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { CodePopup } from './code-popup.tsx'
import { PasswordPopup } from './password-popup.tsx'
import { useSecondsUntil } from './seconds.ts'

const sixHours = 6 * 3600_000
const day = 24 * 3600_000

/** Put off on this device until a time; in private windows only as long as the page lives. */
function usePutOff(name: string, person: string, org: string) {
  const key = `lyceum.later.${name}.${person}.${org}`
  const read = () => {
    try {
      return Number(localStorage.getItem(key) ?? 0)
    } catch {
      return 0
    }
  }
  const [until, setUntil] = useState(read)
  return {
    due: until < Date.now(),
    putOff: (ms: number) => {
      const to = Date.now() + ms
      setUntil(to)
      try {
        localStorage.setItem(key, String(to))
      } catch {
        // then it is asked again after the next load
      }
    },
  }
}

export const readAgain = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })

export default function Prompts() {
  const me = useMe()
  const place = useLocation()
  const org = me.org?.id ?? ''
  const email = usePutOff('email', me.id, org)
  const task = usePutOff('task', me.id, org)
  const password = usePutOff('password', me.id, org)
  // an installation that binds numbers elsewhere sets this cookie
  const forced = me.org?.mobile_required && !me.mobile_bound && !/(^|; )lyceum_bind_mobile=off(;|$)/.test(document.cookie)
  const { data: age } = useQuery({ ...query('GET /api/user/check-expired-password'), staleTime: sixHours, enabled: password.due })
  const { data: pre } = useQuery({ ...query('GET /api/user/pre-task'), staleTime: sixHours, refetchInterval: sixHours, enabled: task.due })
  // the settings page has all of it itself
  if (place.pathname === paths.settings()) return null
  if (forced) return <BindMobile />
  if (age?.is_password_expired && password.due) return <Expired days={age.expires_days} onLater={() => password.putOff(sixHours)} />
  if (me.org?.verify_email && me.email && !me.email_verified && email.due)
    return <ProveEmail email={me.email} org={me.org.name} onLater={() => email.putOff(day)} />
  if (pre?.has_pre_task && pre.url && task.due)
    return <PreTask url={pre.url} org={me.org?.name ?? ''} onLater={() => task.putOff(sixHours)} />
  return null
}

function BindMobile() {
  const t = useTexts('account')
  const me = useMe()
  const navigate = useNavigate()
  const leave = async () => {
    try {
      await signOut()
      navigate(paths.login())
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
  return (
    <CodePopup
      kind="mobile"
      title={t('forcedTitle')}
      description={t('forcedHelp', { org: me.org?.name ?? '' })}
      away={
        <Button variant="quiet" onClick={() => void leave()}>
          {t('signOut')}
        </Button>
      }
      onClose={() => {}}
      onDone={() => {
        toast({ text: t('mobileBound') })
        void readAgain()
      }}
    />
  )
}

function Expired({ days, onLater }: { days: number; onLater: () => void }) {
  const t = useTexts('account')
  const me = useMe()
  return (
    <PasswordPopup
      login={me.email ?? me.user_no}
      title={t('expiredTitle')}
      description={t('expiredHelp', { count: days })}
      cancel={t('later')}
      onClose={onLater}
      onDone={() => {
        toast({ text: t('passwordChanged') })
        void outdate('GET /api/user/check-expired-password')
      }}
    />
  )
}

function ProveEmail({ email, org, onLater }: { email: string; org: string; onLater: () => void }) {
  const t = useTexts('account')
  const { send, sent, left, busy } = useVerification('send_org_sing_up_verification_email')
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
            off={left > 0 ? t('again', { count: left }) : undefined}
            onClick={send}
          >
            {t(sent ? 'resend' : 'sendLink')}
          </Button>
        </>
      }
    />
  )
}

/** Sends the mail with the link; counts down to the next. */
export function useVerification(which: 'send_verification_email' | 'send_org_sing_up_verification_email') {
  const [until, setUntil] = useState(0)
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const left = useSecondsUntil(until)
  const send = async () => {
    setBusy(true)
    try {
      const { resend_in } = await (which === 'send_verification_email'
        ? call('POST /api/user/send_verification_email')
        : call('POST /api/user/send_org_sing_up_verification_email'))
      setUntil(Date.now() + resend_in * 1000)
      setSent(true)
    } catch (error) {
      toast({ text: problemText(error), error: true })
      void readAgain()
    } finally {
      setBusy(false)
    }
  }
  return { send: () => void send(), sent, left, busy }
}

function PreTask({ url, org, onLater }: { url: string; org: string; onLater: () => void }) {
  const t = useTexts('account')
  const [busy, setBusy] = useState(false)
  const done = async () => {
    setBusy(true)
    try {
      await call('PUT /api/user/pre-task', { body: { url } })
      await outdate('GET /api/user/pre-task')
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
