// Dialog that adds persons of the organisation to a sharing group, searched by name or user number.
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

export function AddMembersDialog({ group, onClose, onDone }: { group: string; onClose: () => void; onDone: () => void }) {
  const t = useTexts('upload')
  const [keywords, setKeywords] = useState('')
  const [selected, setSelected] = useState<readonly Person[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data, isFetching } = useQuery({
    ...query('GET /api/user/search', { query: { keywords } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  const isSelected = (person: Person) => selected.some(({ id }) => id === person.id)
  const addMembers = async () => {
    setBusy(true)
    try {
      await call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: selected.map(({ id }) => id) } })
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
      changed={selected.length > 0}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            off={selected.length === 0 ? t('choosePeople') : undefined}
            onClick={() => void addMembers()}
          >
            {t('addCount', { count: selected.length })}
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
      {selected.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {selected.map((person) => (
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
                onClick={() => setSelected(selected.filter(({ id }) => id !== person.id))}
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
                checked={isSelected(person)}
                onChange={(on) => setSelected(on ? [...selected, person] : selected.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        {keywords && data?.users.length === 0 && <li className="text-small text-text-2">{t('nobodyFits')}</li>}
      </ul>
    </Dialog>
  )
}
