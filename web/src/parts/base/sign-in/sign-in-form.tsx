// Sign-in form of native fields, for password managers. A wrong login and a wrong password have the same error, at the password.
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSecondsUntil } from '../../../account/use-seconds-until.ts'
import { CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { problemText } from '../errors/problem-text.ts'
import type { Session } from '../../../session/session.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { sentences } from '../../../ui/format.ts'
import { TextField } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'

type Faults = { login?: string; password?: string; form?: string }

export function SignInForm({ onDone }: { onDone: (session: Session) => void }) {
  const t = useTexts('session')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [waitUntil, setWaitUntil] = useState(0)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const seconds = useSecondsUntil(waitUntil)

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || seconds > 0) return
    const missing: Faults = { ...(!login && { login: t('loginMissing') }), ...(!password && { password: t('passwordMissing') }) }
    setFaults(missing)
    if (missing.login || missing.password) return focus(missing.login ? 'login' : 'password')
    setBusy(true)
    try {
      onDone(await call('POST /api/session', { body: { login, password } }))
    } catch (error) {
      setBusy(false)
      if (error instanceof CallFailed && error.status === 401) {
        const triesLeft = Number(error.problem.params.left)
        setFaults({
          password: Number.isFinite(triesLeft) && triesLeft > 0 ? sentences(t('wrong'), t('triesLeft', { count: triesLeft })) : t('wrong'),
        })
        focus('password')
      } else if (error instanceof CallFailed && error.status === 429) {
        setWaitUntil(Date.now() + 1000 * (error.retryAfter ?? 60))
      } else setFaults({ form: problemText(error) })
    }
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 space-y-4">
      {(faults.form || seconds > 0) && (
        <Banner tone={seconds > 0 ? 'warn' : 'bad'} urgent>
          {seconds > 0 ? t('tooMany', { count: seconds }) : faults.form}
        </Banner>
      )}
      <TextField
        large
        name="login"
        label={t('login')}
        value={login}
        error={faults.login}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(value) => {
          setLogin(value)
          setFaults({ ...faults, login: undefined })
        }}
      />
      <PasswordField
        large
        name="password"
        label={t('password')}
        aside={
          <Link to={paths.forgotten()} className="text-small font-medium text-accent-text hover:underline">
            {t('forgot')}
          </Link>
        }
        value={password}
        error={faults.password}
        autoComplete="current-password"
        enterKeyHint="go"
        onChange={(value) => {
          setPassword(value)
          setFaults({ ...faults, password: undefined })
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        busy={busy}
        off={seconds > 0 ? t('tooMany', { count: seconds }) : undefined}
        action="session.in"
      >
        {t('signIn')}
      </Button>
    </form>
  )
}
