// Page of a forgotten password: identify oneself, enter the code sent by mail or SMS, choose a new password. Its texts do not reveal
// whether the account exists.
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ResendLine, useCode } from '../../account/code-popup.tsx'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { refusal } from '../../parts/base/errors/problem-text.ts'
import { sessionQuery } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'

/** The kind of identifier that was entered. */
const typeOf = (login: string) => (login.includes('@') ? 'email' : /^(\+|00)[\d\s().-]{7,}$/.test(login) ? 'mobile_phone' : 'user_no')

export default function ForgottenPage() {
  return (
    <SignedOutFrame page="forgotten">
      <ForgottenPassword />
    </SignedOutFrame>
  )
}

function ForgottenPassword() {
  const t = useTexts('session')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [login, setLogin] = useState('')
  const [fault, setFault] = useState<string>()
  const code = useCode()
  if (session) return <Navigate to={paths.settings()} replace />
  const requestCode = async () => {
    if (!login) return setFault(t('loginMissing'))
    setFault((await code.send({ unique_id: login, unique_id_type: typeOf(login) })).unique_id)
  }
  return (
    <>
      <PageTitle title={t('forgottenTitle')} className="font-title text-[30px] leading-[40px] font-bold">
        {t('forgottenTitle')}
      </PageTitle>
      <p className="mt-1 text-body text-text-2">{code.sent ? t('forgottenSent') : t('forgottenHelp')}</p>
      {code.sent ? (
        <NewPassword login={code.sent} secondsLeft={code.secondsLeft} busy={code.busy} onResend={() => void requestCode()} />
      ) : (
        <form
          noValidate
          className="mt-6 space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (code.secondsLeft === 0) void requestCode()
          }}
        >
          <TextField
            large
            name="login"
            label={t('forgottenLogin')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={login}
            error={fault}
            autoFocus
            onChange={(value) => {
              setLogin(value)
              setFault(undefined)
            }}
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            full
            busy={code.busy}
            off={code.secondsLeft > 0 ? t('tooMany', { count: code.secondsLeft }) : undefined}
          >
            {t('sendCode')}
          </Button>
        </form>
      )}
      <Link to={paths.login()} className="mt-6 inline-flex min-h-6 items-center gap-1.5 text-small text-accent-text hover:underline">
        <ArrowLeft aria-hidden size={16} strokeWidth={1.75} />
        {t('backToSignIn')}
      </Link>
    </>
  )
}

function NewPassword({ login, secondsLeft, busy, onResend }: { login: string; secondsLeft: number; busy: boolean; onResend: () => void }) {
  const t = useTexts('session')
  const navigate = useNavigate()
  const form = useForm({
    start: { auth_code: '', new_password: '' },
    check: ({ auth_code, new_password }) => ({
      auth_code: auth_code.length === 6 ? undefined : t('sixNeeded'),
      new_password: [...new_password].length < 10 ? t('passwordShort') : undefined,
    }),
    explain: refusal,
    send: async (body) => {
      await call('POST /api/user/password-reset', { body: { unique_id: login, unique_id_type: typeOf(login), ...body } })
      toast({ text: t('forgottenDone') })
      navigate(paths.login(), { replace: true })
    },
  })
  return (
    <FormFrame form={form} className="mt-6 space-y-4">
      <input hidden readOnly name="username" autoComplete="username" value={login} />
      <CodeField {...form.field('auth_code')} label={t('code')} autoFocus />
      <ResendLine secondsLeft={secondsLeft} busy={busy} onSend={onResend} />
      <PasswordField {...form.field('new_password')} large label={t('newPassword')} help={t('passwordRule')} autoComplete="new-password" />
      <Button type="submit" variant="primary" size="lg" full busy={form.busy}>
        {t('setPassword')}
      </Button>
    </FormFrame>
  )
}
