// Page of an invitation's link, /set-password: a password for one's own account, once. The token is in the hash, so no server logs it. A link that has
// expired is sent anew from here.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { type Answer, CallFailed, call } from '../../client.ts'
import { translateIfPresent, useTexts } from '../../i18n.ts'
import { problemText, refusal } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { useAttempt } from '../../parts/base/errors/use-attempt.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'

type Invitation = Answer<'POST /api/user/invitation/read'>

export default function SetPasswordPage() {
  const t = useTexts('invitations')
  const token = useLocation().hash.slice(1)
  return (
    <SignedOutFrame page="set-password">
      <PageTitle title={t('title')} className="font-title text-[30px] leading-[40px] font-bold">
        {t('title')}
      </PageTitle>
      <Opened key={token} token={token} />
    </SignedOutFrame>
  )
}

function Opened({ token }: { token: string }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /api/user/invitation/read', { body: { token } }),
    retry: (count, failure) => count < 2 && !(failure instanceof CallFailed && failure.status < 500),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isRefused = error instanceof CallFailed && (error.status === 400 || error.status === 422)
  if (data && !isRefused) return <Password token={token} invitation={data} onEnded={refetch} />
  if (!error)
    return (
      <div className="mt-4">
        <SkeletonText lines={3} />
      </div>
    )
  return (
    <div className="mt-4">
      {isRefused ? (
        <Refused token={token} error={error} />
      ) : (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

/** A link that is cut is refused at a field that the page does not have. */
const textOf = (error: CallFailed) =>
  error.problem.code === 'invalid' ? (translateIfPresent('errors', 'invitation.unknown') ?? '') : problemText(error)

function Refused({ token, error }: { token: string; error: CallFailed }) {
  const t = useTexts('invitations')
  const ts = useTexts('session')
  const { busy, problem, attempt } = useAttempt()
  const [sent, setSent] = useState(false)
  const renew = () =>
    attempt(async () => {
      await call('POST /api/user/invitation/renew', { body: { token } })
      setSent(true)
    })
  const { code } = error.problem
  return (
    <div className="space-y-6">
      <div aria-live="polite">
        {sent ? (
          <Banner tone="ok" icon={MailCheck}>
            {t('renewed')}
          </Banner>
        ) : (
          <Banner tone="bad" icon={CircleAlert} urgent>
            {problem || textOf(error)}
          </Banner>
        )}
      </div>
      {code === 'invitation.expired' && !sent && (
        <Button variant="primary" size="lg" full busy={busy} onClick={() => void renew()}>
          {t('renew')}
        </Button>
      )}
      <Link to={paths.login()} className={buttonLook(code === 'invitation.expired' ? 'quiet' : 'primary', 'lg', true)}>
        {ts('backToSignIn')}
      </Link>
      {code === 'invitation.used' && (
        <Link to={paths.forgotten()} className={buttonLook('secondary', 'lg', true)}>
          {t('forgotten')}
        </Link>
      )}
    </div>
  )
}

function Password({
  token,
  invitation: { name, org, login },
  onEnded,
}: {
  token: string
  invitation: Invitation
  /** The link has ended since it was opened. */
  onEnded: () => Promise<unknown>
}) {
  const t = useTexts('invitations')
  const ts = useTexts('session')
  const navigate = useNavigate()
  const form = useForm({
    start: { new_password: '' },
    check: ({ new_password }) => ({ new_password: [...new_password].length < 10 ? ts('passwordShort') : undefined }),
    explain: refusal,
    send: async ({ new_password }) => {
      try {
        await call('POST /api/user/invitation/accept', { body: { token, new_password } })
      } catch (failure) {
        if (failure instanceof CallFailed && failure.problem.code.startsWith('invitation.')) await onEnded()
        throw failure
      }
      toast({ text: t('done') })
      navigate(paths.login(), { replace: true })
    },
  })
  return (
    <>
      <p className="mt-1 text-body text-text-2 wrap-anywhere">{t('ready', { name, org, login })}</p>
      <FormFrame form={form} className="mt-6 space-y-4">
        <input hidden readOnly name="username" autoComplete="username" value={login} />
        <PasswordField
          {...form.field('new_password')}
          large
          label={ts('newPassword')}
          help={ts('passwordRule')}
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" size="lg" full busy={form.busy}>
          {ts('setPassword')}
        </Button>
      </FormFrame>
    </>
  )
}
