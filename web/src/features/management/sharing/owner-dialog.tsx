// The dialog that gives a sharing group a new owner, who joins it where they are not in it.
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { type FoundPerson, PeoplePicker } from '../../../parts/base/people/people-picker.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { ManagedGroup } from './sharing-groups-page.tsx'

type OwnerDialogProps = { group: ManagedGroup; onDone: () => Promise<unknown>; onClose: () => void }

export default function OwnerDialog({ group: { id, name }, onDone, onClose }: OwnerDialogProps) {
  const t = useTexts('sharing')
  const [keywords, setKeywords] = useState('')
  const [selected, setSelected] = useState<readonly FoundPerson[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const person = selected.at(-1)
  const save = async () => {
    if (!person) return
    setBusy(true)
    try {
      await call('POST /api/resource-groups/:id/members', { params: { id }, body: { person_ids: [person.id] } })
      await call('PUT /api/resource-groups/:id/members/:person_id', { params: { id, person_id: person.id }, body: { role: 'owner' } })
      toast({ text: t('ownerNamed', { person: person.name, name }) })
      onClose()
      await onDone()
    } catch (failure) {
      setFault(Object.values(fieldTexts(failure))[0] ?? problemText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('newOwnerOf', { name })}
      description={t('newOwnerText')}
      width={560}
      changed={selected.length > 0}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={person ? undefined : t('choosePerson')} onClick={() => void save()}>
            {t('newOwner')}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {fault && (
          <p role="alert" className="text-small text-bad-text">
            {fault}
          </p>
        )}
        <PeoplePicker
          label={t('findPeople')}
          autoFocus
          keywords={keywords}
          onSearch={setKeywords}
          chosen={selected}
          onChange={(people) => setSelected(people.slice(-1))}
          none={t('nobodyFits')}
          notThis={(chosen) => t('notThis', { name: chosen })}
        />
      </div>
    </Dialog>
  )
}
