import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

type Person = Answer<'GET /api/user/search'>['users'][number]

/** People of the organisation, found by name or number. */
export function AddMembersDialog({ group, onClose, onDone }: { group: string; onClose: () => void; onDone: () => void }) {
  const t = useTexts('upload')
  const [keywords, setKeywords] = useState('')
  const [chosen, setChosen] = useState<readonly Person[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data, isFetching } = useQuery({
    ...query('GET /api/user/search', { query: { keywords } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  const has = (person: Person) => chosen.some(({ id }) => id === person.id)
  const act = async () => {
    setBusy(true)
    try {
      await call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: chosen.map(({ id }) => id) } })
      onDone()
      onClose()
    } catch (failure) {
      setFault(Object.values(fieldTexts(failure))[0] ?? problemText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('addMembers')}
      width={560}
      changed={chosen.length > 0}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" busy={busy} off={chosen.length === 0 ? t('choosePeople') : undefined} onClick={() => void act()}>
            {t('addCount', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {fault && (
        <p role="alert" className="text-small text-bad-text">
          {fault}
        </p>
      )}
      <SearchInput label={t('findPeople')} value={keywords} busy={isFetching} onSearch={setKeywords} className="w-full" />
      {chosen.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {chosen.map((person) => (
            <li
              key={person.id}
              className="inline-flex items-center gap-1 rounded-full bg-accent-soft pr-0.5 pl-2.5 text-small text-accent-soft-text"
            >
              {person.name}
              <IconButton
                size="sm"
                iconSize={13}
                label={t('notThis', { name: person.name })}
                icon={X}
                onClick={() => setChosen(chosen.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-2 min-h-32 divide-y divide-line" aria-live="polite">
        {keywords &&
          data?.users.map((person) => (
            <li key={person.id} className="py-1">
              <Checkbox
                className="max-tablet:min-h-11"
                label={person.name}
                help={person.user_no}
                checked={has(person)}
                onChange={(on) => setChosen(on ? [...chosen, person] : chosen.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        {keywords && data?.users.length === 0 && <li className="text-small text-text-2">{t('nobodyFits')}</li>}
      </ul>
    </Dialog>
  )
}
