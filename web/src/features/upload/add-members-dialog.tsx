// Dialog that adds persons of the organisation to a sharing group, searched by name or user number.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { type FoundPerson, PeoplePicker } from '../../parts/base/people/people-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

export function AddMembersDialog({ group, onClose, onDone }: { group: string; onClose: () => void; onDone: () => void }) {
  const t = useTexts('upload')
  const [keywords, setKeywords] = useState('')
  const [selected, setSelected] = useState<readonly FoundPerson[]>([])
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
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
          onChange={setSelected}
          none={t('nobodyFits')}
          notThis={(name) => t('notThis', { name })}
        />
      </div>
    </Dialog>
  )
}
