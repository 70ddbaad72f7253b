// Persons of a demo school, each a button that signs in; six at first, of every role, the rest on demand. Only in demo schools.
import { useState } from 'react'
import { type TextKey, useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import type { Answer } from '../../client.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/progress.tsx'

type Person = Answer<'GET /api/config'>['demo_people'][number]
const roles = ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const
const rankOf = (role: string) => ['admin', 'educational_admin', 'instructor', 'instructor_assistant', 'faculty', 'student'].indexOf(role)
const initialCount = 6
const ofOneRole = 2

/** Two of each role, then others. */
function firstOf(sorted: Person[]): Person[] {
  const isEarly = (person: Person) => sorted.filter(({ role }) => role === person.role).indexOf(person) < ofOneRole
  const chosen = [...sorted.filter(isEarly), ...sorted.filter((person) => !isEarly(person))].slice(0, initialCount)
  return sorted.filter((person) => chosen.includes(person))
}

type Props = {
  people: Person[]
  /** The school's courses are still being made. */
  preparing: boolean
  onChoose: (person: string) => Promise<void>
}

export function DemoPeople({ people, preparing, onChoose }: Props) {
  const t = useTexts('session')
  const [expanded, setExpanded] = useState(false)
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState('')
  const sorted = [...people].sort((a, b) => rankOf(a.role) - rankOf(b.role))
  const visiblePeople = expanded ? sorted : firstOf(sorted)
  const roleName = (role: string) => (roles.includes(role as (typeof roles)[number]) ? t(`role_${role}` as TextKey<'session'>) : role)
  const choose = async (person: string) => {
    setBusy(person)
    setFailure('')
    try {
      await onChoose(person)
    } catch (error) {
      setFailure(problemText(error))
    } finally {
      setBusy('')
    }
  }
  return (
    <section aria-label={t('demo')} className="mt-6">
      <p className="flex items-center gap-3 text-small text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('demo')}
      </p>
      <div role="status">
        {preparing && (
          <p className="mt-2 flex items-center justify-center gap-2 text-small text-text-2">
            <Spinner />
            {t('demoPreparing')}
          </p>
        )}
      </div>
      {failure && (
        <div className="mt-3">
          <Banner tone="bad" urgent>
            {failure}
          </Banner>
        </div>
      )}
      <ul className="mt-3 grid gap-2 min-[350px]:grid-cols-2">
        {visiblePeople.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              data-action="session.in"
              aria-busy={busy === person.id || undefined}
              onClick={() => void choose(person.id)}
              className="flex h-full min-h-11 w-full items-center gap-2.5 rounded-tile border border-line-mid bg-surface px-2.5 py-1.5 text-left shadow-button hover:bg-hover"
            >
              {busy === person.id ? (
                <span className="flex size-7 items-center justify-center">
                  <Spinner />
                </span>
              ) : (
                <Avatar id={person.id} name={person.name} size={28} />
              )}
              <span className="min-w-0">
                <span className="block text-small font-medium wrap-break-word">{person.name}</span>
                <span className="block truncate text-caption text-text-3">{roleName(person.role)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!expanded && sorted.length > initialCount && (
        <div className="mt-2 flex justify-center">
          <Button variant="link" onClick={() => setExpanded(true)}>
            {t('demoMore', { count: sorted.length - initialCount })}
          </Button>
        </div>
      )}
    </section>
  )
}
