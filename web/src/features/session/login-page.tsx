// Sign-in page: the school's name, a notice after an ended session, the form, and in a demo school its persons.
import { useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { safeNext } from '../../address.ts'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { configQuery, beginSession, type Session, sessionEnded, sessionQuery } from '../../session.ts'
import { Banner } from '../../ui/banner.tsx'
import { DemoPeople } from './demo-people.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function LoginPage() {
  return (
    <SignedOutFrame page="sign-in">
      <SignIn />
    </SignedOutFrame>
  )
}

function SignIn() {
  const t = useTexts('session')
  const { data: config } = useSuspenseQuery(configQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const next = safeNext(search.get('next'))
  const completeSignIn = (newSession: Session) => {
    beginSession(newSession)
    navigate(next, { replace: true })
  }
  if (session) return <Navigate to={next} replace />
  return (
    <>
      <PageTitle title={t('title')} className="font-title text-[30px] leading-[40px] font-bold">
        {t('welcome')}
      </PageTitle>
      {config.org && <p className="text-section text-text-2">{config.org.name}</p>}
      {sessionEnded() && (
        <div className="mt-4">
          <Banner tone="info" icon={ShieldCheck}>
            {t('ended')}
          </Banner>
        </div>
      )}
      <SignInForm onDone={completeSignIn} />
      {config.demo && config.demo_people.length > 0 && (
        <DemoPeople
          people={config.demo_people}
          onChoose={async (person) => completeSignIn(await call('POST /api/session', { body: { demo_person: person } }))}
        />
      )}
    </>
  )
}
