// Reasons against mail to this person: all of it is off, there is no address, or the mail server refused it.
import { CircleAlert, MailX } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { call } from '../../client.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type Change, type Preferences, preferencesQuery } from './use-preferences.ts'

export function AddressNote({ preferences: { mail, mail_off }, change }: { preferences: Preferences; change: Change }) {
  const t = useTexts('preferences')
  const retry = async () => {
    try {
      queryClient.setQueryData(preferencesQuery.queryKey, await call('PUT /api/notification-preferences/address'))
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
  return (
    <div className="mt-4 space-y-3">
      {mail_off && (
        <Banner
          tone="info"
          icon={MailX}
          action={
            <Button size="sm" onClick={() => void change({ mail_off: false })}>
              {t('mailOn')}
            </Button>
          }
        >
          <b>{t('mailOff')}</b> {t('mailOffHelp')}
        </Banner>
      )}
      {!mail.address && <Banner tone="info">{t('noAddress')}</Banner>}
      {mail.refused && (
        <Banner
          tone="bad"
          icon={CircleAlert}
          action={
            <Button size="sm" onClick={() => void retry()}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('refused', { address: mail.address, reason: mail.refused.reason })}
        </Banner>
      )}
    </div>
  )
}
