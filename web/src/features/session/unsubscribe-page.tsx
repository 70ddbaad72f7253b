// Target page of the link in a mail that turns mail off. The person presses the button: programs that check links in mails press nothing.
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'

export default function UnsubscribePage() {
  const t = useTexts('preferences')
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [state, setState] = useState<{ off: boolean } | { failed: string }>()
  const [busy, setBusy] = useState(false)
  const turn = async (off: boolean) => {
    setBusy(true)
    try {
      const { mail_off } = await (off
        ? call('POST /api/notification-mail/unsubscribe', { query: { token }, body: {} })
        : call('POST /api/notification-mail/subscribe', { query: { token } }))
      setState({ off: mail_off })
    } catch (error) {
      setState({ failed: problemText(error) })
    }
    setBusy(false)
  }
  const off = state && 'off' in state && state.off
  return (
    <SignedOutFrame page="verify-email">
      <PageTitle title={t('unsubscribeTitle')} className="font-title text-[30px] leading-[40px] font-bold" />
      <div className="mt-4 space-y-3">
        {state && 'failed' in state ? (
          <Banner tone="bad" urgent>
            {state.failed}
          </Banner>
        ) : state ? (
          <Banner tone="ok">{t(state.off ? 'unsubscribed' : 'subscribed')}</Banner>
        ) : (
          <p className="text-text-2">{t('unsubscribeText')}</p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant={off ? 'secondary' : 'primary'} size="lg" busy={busy} onClick={() => void turn(!off)}>
          {t(off ? 'mailOn' : 'turnMailOff')}
        </Button>
        <Link to={paths.home()} className={buttonLook('quiet', 'lg')}>
          {t('goOn')}
        </Link>
      </div>
    </SignedOutFrame>
  )
}
