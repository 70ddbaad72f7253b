// Sign-in page: the school's name, a notice after an ended session, the form, and in a demo school its persons.
import { useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { safeNext } from '../../address.ts'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { configQuery, beginSession, type Session, sessionEnded, sessionQuery, startPage } from '../../session/session.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { DemoPeople } from './demo-people.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { SignInForm } from '../../parts/base/sign-in/sign-in-form.tsx'

export default function LoginPage() {
  return (
    <SignedOutFrame page="sign-in">
      <SignIn />
    </SignedOutFrame>
  )
}

function SignIn() {
  const t = useTexts('session')
  const { data: config } = useSuspenseQuery({
    ...configQuery,
    refetchInterval: ({ state }) => (state.data?.org?.demo_preparing ? 3000 : false),
  })
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const asked = safeNext(search.get('next'))
  const next = (of: Session) => (asked === paths.home() ? startPage(of) : asked)
  const completeSignIn = (newSession: Session) => {
    beginSession(newSession)
    navigate(next(newSession), { replace: true })
  }
  if (session) return <Navigate to={next(session)} replace />
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
          preparing={config.org?.demo_preparing ?? false}
          onChoose={async (person) => completeSignIn(await call('POST /api/session', { body: { demo_person: person } }))}
        />
      )}
    </>
  )
}
