// A person as those who manage people see them, /management/people#/{id}: what the organisation says of them, their account, what grants their roles,
// where they are signed in, and what ends their membership.
import { useQuery } from '@tanstack/react-query'
import { History, Trash2, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { call, CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Refused } from '../../../parts/base/errors/refused.tsx'
import { Line, Section } from '../../../parts/base/page/section.tsx'
import { paths } from '../../../paths.ts'
import { queryClient } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { AccountForm, MembershipForm } from './person-forms.tsx'
import { type ManagedUser, refreshPeople, userQuery } from './people.ts'
import { PersonCourses } from './person-courses.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { StateMark } from './state-mark.tsx'

export default function PersonPage() {
  const t = useTexts('management')
  const tp = useTexts('people')
  const { personId = '' } = useParams()
  const { state } = useLocation() as { state: { list?: string } | null }
  // read below, where the page is open to who asks
  const { data } = useQuery({ ...userQuery(personId), enabled: false })
  return (
    <ManagementFrame
      title={data?.name ?? tp('person')}
      back={{ to: `${paths.managedPeople()}${state?.list ?? ''}`, label: t('entry.people') }}
      aside={data && <StateMark user={data} />}
    >
      <Read key={personId} id={personId} />
    </ManagementFrame>
  )
}

function Read({ id }: { id: string }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery(userQuery(id))
  if (data) return <Person person={data} />
  if (error) return <PersonFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  return <SkeletonRows rows={8} />
}

function PersonFailed({ error, at, onRetry }: { error: Error; at: number; onRetry: () => void }) {
  return error instanceof CallFailed && [400, 403, 404].includes(error.status) ? (
    <Refused error={error} />
  ) : (
    <PartFailed error={error} at={at} onRetry={onRetry} />
  )
}

function Person({ person }: { person: ManagedUser }) {
  const t = useTexts('people')
  const to = useTexts('organisation')
  const me = useMe()
  const { id, name, avatar_big_url, user_no, email, seen_at, created_at, grants, external_ids, own } = person
  return (
    <div className="max-w-[760px] pb-16">
      <div className="my-3 flex flex-wrap items-center gap-4">
        <Avatar id={id} name={name} src={avatar_big_url} size={56} />
        <div className="min-w-[min(220px,100%)] flex-1 wrap-anywhere">
          <p className="tabular text-text-2">{[user_no, email].filter(Boolean).join(' · ')}</p>
          <p className="tabular text-small text-text-3">
            {t('memberSince', { day: dateTime(created_at) })} · {seen_at ? t('seenAt', { time: dateTime(seen_at) }) : t('neverSeen')}
          </p>
        </div>
        <Actions person={person} />
      </div>
      {!own && <p className="mb-3 text-text-2">{t('guestText')}</p>}
      <MembershipForm person={person} />
      {own && <AccountForm person={person} />}
      <Section title={t('grants')} help={t('grantsHelp')}>
        <ul className="surface-card divide-y divide-line">
          {grants.map(({ role, source, since, by }) => (
            <li key={`${role} ${source}`}>
              <Line label={to(`role.${role}`)}>
                {t(source === 'hand' ? 'byHand' : source.startsWith('roster') ? 'byRoster' : 'byRule')}
                <span className="tabular text-text-3"> · {[dateTime(since), by?.name].filter(Boolean).join(' · ')}</span>
              </Line>
            </li>
          ))}
        </ul>
      </Section>
      {external_ids.length > 0 && (
        <Section title={t('externalIds')}>
          <div className="surface-card divide-y divide-line">
            {external_ids.map(({ source, id: external }) => (
              <Line key={source} label={source}>
                <span className="tabular">{external}</span>
              </Line>
            ))}
          </div>
        </Section>
      )}
      {(person.state === 'active' || !me.bound) && <PersonCourses person={person} />}
      <PersonSessions person={person} />
    </div>
  )
}

function Actions({ person }: { person: ManagedUser }) {
  const t = useTexts('people')
  const me = useMe()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [erasing, setErasing] = useState(false)
  const { id, name, state, version } = person
  const oneself = id === me.id
  const suspended = state === 'suspended'
  const turn = async (suspend: boolean, against?: number) => {
    setBusy(true)
    const input = { params: { id }, body: { ...(against !== undefined && { version: against }) } }
    try {
      const changed = await (suspend ? call('POST /api/users/:id/suspend', input) : call('POST /api/users/:id/resume', input))
      queryClient.setQueryData(userQuery(id).queryKey, changed)
      toast({ text: t(suspend ? 'wasSuspended' : 'wasResumed', { name }), undo: () => void turn(!suspend) })
      await refreshPeople()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  const erase = async () => {
    try {
      await call('DELETE /api/users/:id', { params: { id } })
      toast({ text: t('wasErased', { name }) })
      queryClient.removeQueries({ queryKey: userQuery(id).queryKey })
      void refreshPeople()
      await navigate(paths.managedPeople())
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
      setErasing(false)
    }
  }
  return (
    <span className="flex flex-wrap gap-2">
      {me.may('audit.read') && (
        <Link to={paths.auditLog(id)} className={buttonLook('secondary')}>
          <History aria-hidden size={16} strokeWidth={1.75} />
          {t('history')}
        </Link>
      )}
      <Button
        icon={suspended ? UserCheck : UserX}
        busy={busy}
        off={oneself ? t('notOneself') : undefined}
        onClick={() => void turn(!suspended, version)}
      >
        {t(suspended ? 'resume' : 'suspend')}
      </Button>
      {me.may('people.erase') && person.own && (
        <Button icon={Trash2} variant="quiet" off={oneself ? t('notOneself') : undefined} onClick={() => setErasing(true)}>
          {t('erase')}
        </Button>
      )}
      {erasing && (
        <Confirm
          open
          danger
          title={t('eraseAsk', { name })}
          description={t('eraseText')}
          confirmLabel={t('erase')}
          onConfirm={erase}
          onClose={() => setErasing(false)}
        />
      )}
    </span>
  )
}
