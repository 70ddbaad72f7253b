// Dialog that asks where questions go: into a bank that one may edit, and there into a folder.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { type Bank, bankQuery, banksQuery, foldersInOrder } from './queries.ts'

export default function MoveDialog({
  action,
  bank,
  course,
  count,
  onDone,
  onClose,
}: {
  action: 'move' | 'copy'
  bank: Bank
  course: string | undefined
  count: number
  onDone: (to: { bank_id: string; folder_id: string | null }) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts('banks')
  const { data: banks } = useQuery(banksQuery(course))
  const targets = banks?.items.filter(({ role }) => role === 'edit') ?? []
  const [chosen, setChosen] = useState(bank.role === 'edit' ? bank.id : '')
  const to = chosen || targets[0]?.id || ''
  const [folder, setFolder] = useState('')
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({ ...bankQuery(to), enabled: to !== '' })
  const go = () => {
    setBusy(true)
    void onDone({ bank_id: to, folder_id: folder || null }).finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(action === 'move' ? 'moveAsk' : 'copyAsk', { count })}
      width={416}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} off={to ? undefined : t('noTarget')} onClick={() => to && go()}>
            {t(action)}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <Select
          label={t('bank')}
          value={to}
          onChange={(next) => {
            setChosen(next)
            setFolder('')
          }}
          options={targets.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <Select
          label={t('folder')}
          value={folder}
          onChange={setFolder}
          options={[
            { value: '', label: t('noFolder') },
            ...foldersInOrder(data?.folders ?? []).map(({ folder: { id, title }, level }) => ({
              value: id,
              label: `${'   '.repeat(level)}${title}`,
            })),
          ]}
        />
      </div>
    </Dialog>
  )
}
