// Claims to look at, each with its reasons, and people to be called by name: somebody looks, and confirms or strikes. Never on the screen of the hall.
import { Check, UserX } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { Button } from '../../../ui/button.tsx'
import { sentences } from '../../../ui/format.ts'
import type { Board, BoardPerson } from '../queries.ts'
import { confirmPerson, type NotePlace, notePerson } from './notes.ts'

const mostListed = 20

/** `spotCheck`: people are called by name; else their claims are doubted. */
export function LookList({ place, people, spotCheck = false }: { place: NotePlace; people: Board['people']; spotCheck?: boolean }) {
  const t = useTexts('inclass')
  const id = useId()
  const [all, setAll] = useState(false)
  if (people.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 id={id} className="text-section font-semibold">
        {t(spotCheck ? 'callNames' : 'toLookAt', { count: people.length })}
      </h3>
      <p className="mt-0.5 mb-2 text-small text-text-3">{t(spotCheck ? 'callNamesText' : 'toLookAtText')}</p>
      <ul className="surface-card max-w-[860px] divide-y divide-line">
        {people.slice(0, all ? undefined : mostListed).map((one) => (
          <Row key={one.person.id} place={place} one={one} />
        ))}
      </ul>
      {!all && people.length > mostListed && (
        <Button variant="quiet" className="mt-2" onClick={() => setAll(true)}>
          {t('showAll', { count: people.length })}
        </Button>
      )}
    </section>
  )
}

function Row({ place, one: { person, doubts, state } }: { place: NotePlace; one: BoardPerson }) {
  const t = useTexts('inclass')
  const [busy, setBusy] = useState(false)
  const work = async (act: () => Promise<unknown>) => {
    setBusy(true)
    await act()
    setBusy(false)
  }
  const present = state ?? 'present'
  return (
    <li className="flex min-h-(--row) flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2">
      <span className="min-w-[min(180px,100%)] flex-1">
        <PersonCell person={person} below={person.user_no} />
      </span>
      <span className="min-w-[min(220px,100%)] flex-[2] text-small text-text-2">
        {sentences(...doubts.map((doubt) => t(`doubt.${doubt}`)))}
      </span>
      <span className="flex gap-2">
        <Button size="sm" icon={Check} busy={busy} onClick={() => void work(() => confirmPerson(place, person, present))}>
          {t('confirm')}
        </Button>
        <Button size="sm" icon={UserX} busy={busy} onClick={() => void work(() => notePerson(place, person, 'absent', present))}>
          {t('strike')}
        </Button>
      </span>
    </li>
  )
}
