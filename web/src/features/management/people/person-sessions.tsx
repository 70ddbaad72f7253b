// Sessions of a person, with a button that signs them out everywhere.
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { browserOf } from '../../../account/browser-name.ts'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Line, Section } from '../../../parts/base/page/section.tsx'
import { paths } from '../../../paths.ts'
import { invalidate, query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dateTime } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import type { ManagedUser } from './people.ts'

export function PersonSessions({ person: { id, name } }: { person: ManagedUser }) {
  const t = useTexts('people')
  const ts = useTexts('sign-ins')
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery(query('GET /api/users/:id/sessions', { params: { id } }))
  const endAll = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/users/:id/sessions', { params: { id } })
      toast({ text: id === me.id ? t('signedOutElsewhere') : t('signedOut', { name }) })
      await Promise.all([invalidate('GET /api/users/:id/sessions'), invalidate('GET /api/users/:id')])
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  const sessions = data?.sessions ?? []
  return (
    <Section
      title={t('sessions')}
      aside={
        <span className="flex flex-wrap items-center gap-3">
          {me.may('audit.read') && (
            <Link className={buttonLook('link')} to={paths.signIns(id)}>
              {ts('ofPerson')}
            </Link>
          )}
          {sessions.length > 0 && (
            <Button icon={LogOut} busy={busy} onClick={() => void endAll()}>
              {t('signOutEverywhere')}
            </Button>
          )}
        </span>
      }
    >
      <div className="surface-card divide-y divide-line">
        {error && !data ? (
          <p className="flex flex-wrap items-center gap-3 px-5 py-3 text-text-2">
            {problemText(error)}
            <Button variant="link" onClick={() => void refetch()}>
              {t('tryAgain')}
            </Button>
          </p>
        ) : !data ? (
          <SkeletonRows rows={2} />
        ) : sessions.length === 0 ? (
          <p className="px-5 py-3 text-text-2">{t('noSessions')}</p>
        ) : (
          sessions.map((session) => (
            <Line key={session.id} label={dateTime(session.seen_at)}>
              {session.kind === 'job' ? t('jobSession') : browserOf(session.agent) || t('unknownBrowser')}
            </Line>
          ))
        )}
      </div>
    </Section>
  )
}
