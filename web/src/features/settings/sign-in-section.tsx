// Section of sign-in: e-mail address, phone number, password, each changed in a popup; `?bindMobile` opens that of the number.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CodePopup } from '../../account/code-popup.tsx'
import { PasswordPopup } from '../../account/password-popup.tsx'
import { useVerification } from '../../account/prompts.tsx'
import { useTexts } from '../../i18n.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { refetchSession, useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { dateTime } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Line, Section } from '../../parts/base/page/section.tsx'

type Popup = 'mobile' | 'email' | 'password'

export function SignInSection() {
  const t = useTexts('settings')
  const me = useMe()
  const { data: profile } = useSuspenseQuery(query('GET /api/user/profile'))
  const { data: passwordAge } = useSuspenseQuery(query('GET /api/user/check-expired-password'))
  const [search, setSearch] = useSearchParams()
  const [popup, setPopup] = useState<Popup | undefined>(search.has('bindMobile') ? 'mobile' : undefined)
  const verification = useVerification('send_verification_email')
  const close = () => {
    setPopup(undefined)
    if (search.has('bindMobile')) setSearch({}, { replace: true })
  }
  const finish = (text: string, next?: typeof profile) => {
    if (next) queryClient.setQueryData(query('GET /api/user/profile').queryKey, next)
    void refetchSession()
    toast({ text })
    close()
  }
  return (
    <Section title={t('signIn')}>
      <div className="surface-card divide-y divide-line">
        <Line
          label={t('email')}
          action={
            <>
              {profile.email && !profile.email_verified && (
                <Button
                  size="sm"
                  busy={verification.busy}
                  off={verification.secondsLeft > 0 ? t('linkAgain', { count: verification.secondsLeft }) : undefined}
                  onClick={verification.send}
                >
                  {t(verification.sent ? 'linkSent' : 'sendLink')}
                </Button>
              )}
              <Button size="sm" onClick={() => setPopup('email')}>
                {t(profile.email ? 'changeEmail' : 'addEmail')}
              </Button>
            </>
          }
        >
          {profile.email ?? <span className="text-text-3">{t('none')}</span>}{' '}
          {profile.email && <Chip tone={profile.email_verified ? 'ok' : 'warn'}>{t(profile.email_verified ? 'proven' : 'unproven')}</Chip>}
        </Line>
        <Line
          label={t('mobile')}
          action={
            <Button size="sm" onClick={() => setPopup('mobile')}>
              {t(profile.mobile_bound ? 'changeMobile' : 'bindMobile')}
            </Button>
          }
        >
          {profile.mobile_phone ?? <span className="text-text-3">{t('none')}</span>}{' '}
          {profile.mobile_phone && <Chip tone={profile.mobile_bound ? 'ok' : 'warn'}>{t(profile.mobile_bound ? 'bound' : 'unbound')}</Chip>}
        </Line>
        <Line
          label={t('password')}
          action={
            profile.has_password ? (
              <Button size="sm" onClick={() => setPopup('password')}>
                {t('changePassword')}
              </Button>
            ) : undefined
          }
        >
          {passwordAge.changed_at ? (
            t('passwordSince', { time: dateTime(passwordAge.changed_at) })
          ) : (
            <span className="text-text-3">{t('passwordNone')}</span>
          )}{' '}
          {passwordAge.is_password_expired && <Chip tone="warn">{t('passwordExpired')}</Chip>}
        </Line>
      </div>
      {(popup === 'mobile' || popup === 'email') && (
        <CodePopup kind={popup} onClose={close} onDone={(next) => finish(t(popup === 'mobile' ? 'mobileDone' : 'emailDone'), next)} />
      )}
      {popup === 'password' && (
        <PasswordPopup
          login={me.email ?? me.user_no}
          onClose={close}
          onDone={() => {
            void invalidate('GET /api/user/check-expired-password', 'GET /api/user/sessions')
            finish(t('passwordDone'))
          }}
        />
      )}
    </Section>
  )
}
