// Target page of the link in a verification mail. The token is in the hash, so no server logs it; the page uses it by script, so that
// programs that check the links in mails do not spend it.
import { CircleAlert, MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CallFailed, call } from '../../client.ts'
import { translateIfPresent, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { queryClient } from '../../queries.ts'
import { sessionQuery } from '../../session/session.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'

type State = { kind: 'pending' } | { kind: 'verified'; email: string } | { kind: 'failed'; text: string }
/** Text for a truncated or mistyped link, whose error names fields that the page does not have. */
const brokenLink = (error: unknown) =>
  error instanceof CallFailed && error.problem.code === 'invalid' ? translateIfPresent('errors', 'verification.expired') : undefined
/** One request per token, as React may render the page twice. */
const requests = new Map<string, Promise<State>>()
const verify = (token: string): Promise<State> => {
  const pending = requests.get(token)
  if (pending) return pending
  const request = call('POST /api/user/verify-email', { body: { token } }).then(
    ({ email }): State => {
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return { kind: 'verified', email }
    },
    (error): State => ({ kind: 'failed', text: brokenLink(error) ?? problemText(error) }),
  )
  requests.set(token, request)
  return request
}

export default function VerifyEmailPage() {
  const t = useTexts('session')
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<State>({ kind: 'pending' })
  useEffect(() => {
    let unmounted = false
    void verify(token).then((next) => !unmounted && setState(next))
    return () => {
      unmounted = true
    }
  }, [token])
  return (
    <SignedOutFrame page="verify-email">
      <PageTitle title={t('verifyTitle')} className="font-title text-[30px] leading-[40px] font-bold">
        {t('verifyTitle')}
      </PageTitle>
      <div className="mt-4">
        {state.kind === 'pending' && <Spinner />}
        {state.kind === 'verified' && (
          <Banner tone="ok" icon={MailCheck}>
            {t('verified', { email: state.email })}
          </Banner>
        )}
        {state.kind === 'failed' && (
          <Banner tone="bad" icon={CircleAlert} urgent>
            {state.text}
          </Banner>
        )}
      </div>
      <Link to={paths.home()} className={`${buttonLook('primary', 'lg', true)} mt-6`}>
        {t('goOn')}
      </Link>
    </SignedOutFrame>
  )
}
