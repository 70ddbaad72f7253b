// Where the link of a verification mail leads. The token stands behind the hash, so no server's log sees it; it is used once the page is
// open, since programs that look at links in mails open none.
import { CircleAlert, MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CallFailed, call } from '../../client.ts'
import { sayIfKnown, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { queryClient } from '../../queries.ts'
import { sessionQuery } from '../../session.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { Frame } from './frame.tsx'

type State = { kind: 'asking' } | { kind: 'proven'; email: string } | { kind: 'failed'; why: string }
/** A link that was cut or mistyped has no fields to mend. */
const brokenLink = (error: unknown) =>
  error instanceof CallFailed && error.problem.code === 'invalid' ? sayIfKnown('errors', 'verification.expired') : undefined
/** One answer per token: the page may be drawn twice. */
const asked = new Map<string, Promise<State>>()
const prove = (token: string): Promise<State> => {
  const before = asked.get(token)
  if (before) return before
  const going = call('POST /api/user/verify-email', { body: { token } }).then(
    ({ email }): State => {
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return { kind: 'proven', email }
    },
    (error): State => ({ kind: 'failed', why: brokenLink(error) ?? problemText(error) }),
  )
  asked.set(token, going)
  return going
}

export default function VerifyEmailPage() {
  const t = useTexts('session')
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<State>({ kind: 'asking' })
  useEffect(() => {
    let gone = false
    void prove(token).then((next) => !gone && setState(next))
    return () => {
      gone = true
    }
  }, [token])
  return (
    <Frame at="verify-email">
      <PageTitle title={t('verifyTitle')} className="font-title text-[30px] leading-[40px] font-bold">
        {t('verifyTitle')}
      </PageTitle>
      <div className="mt-4">
        {state.kind === 'asking' && <Spinner />}
        {state.kind === 'proven' && (
          <Banner tone="ok" icon={MailCheck}>
            {t('verified', { email: state.email })}
          </Banner>
        )}
        {state.kind === 'failed' && (
          <Banner tone="bad" icon={CircleAlert} urgent>
            {state.why}
          </Banner>
        )}
      </div>
      <Link to={paths.home()} className={`${buttonLook('primary', 'lg', true)} mt-6`}>
        {t('goOn')}
      </Link>
    </Frame>
  )
}
