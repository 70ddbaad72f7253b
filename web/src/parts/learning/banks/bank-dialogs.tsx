// Dialogs of banks: a new one, another name, those that were deleted.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { type Bank, banksChanged } from './queries.ts'
import { TitleDialog } from './title-dialog.tsx'

type Kind = Bank['kind']

export function NewBankDialog({
  course,
  onDone,
  onClose,
}: {
  course: string | undefined
  onDone: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts('banks')
  const me = useMe()
  const kinds: Kind[] = [
    ...(course ? (['course'] as const) : []),
    'own',
    ...(me.roles.includes('admin') ? (['organisation'] as const) : []),
  ]
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'own')
  const send = async (title: string) => {
    const made = await call('POST /api/banks', {
      body: { title, ...(kind === 'course' && course && { course_id: course }), ...(kind === 'organisation' && { organisation: true }) },
    })
    await banksChanged()
    onDone(made.id)
  }
  return (
    <TitleDialog title={t('newBank')} label={t('bankTitle')} send={send} onClose={onClose}>
      {kinds.length > 1 && (
        <RadioGroup
          label={t('whose')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`whoseIs.${value}`), help: t(`whoseHelp.${value}`) }))}
        />
      )}
    </TitleDialog>
  )
}

export function RenameBankDialog({ bank: { id, title, version }, onClose }: { bank: Bank; onClose: () => void }) {
  const t = useTexts('banks')
  const send = async (next: string) => {
    await call('PUT /api/banks/:id', { params: { id }, body: { title: next, version } })
    await banksChanged()
    onClose()
  }
  return <TitleDialog title={t('rename')} label={t('bankTitle')} start={title} send={send} onClose={onClose} />
}

export function DeletedBanksDialog({
  course,
  onRestored,
  onClose,
}: {
  course: string | undefined
  onRestored: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts('banks')
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    query('GET /api/banks', { query: { deleted: true, page_size: 100, ...(course && { course_id: course }) } }),
  )
  const restore = async (id: string) => {
    try {
      await call('PUT /api/banks/:id/restore', { params: { id } })
      await banksChanged()
      onClose()
      onRestored(id)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('deletedBanks')} description={t('deletedBanksText')} width={560}>
      {error && !data ? (
        <ReadFailed title={t('banksFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : data.items.length === 0 ? (
        <Empty title={t('noDeletedBanks')} />
      ) : (
        <ul className="surface-card mb-2 divide-y divide-line">
          {data.items.map(({ id, title, manages }) => (
            <li key={id} className="flex items-center gap-3 px-3.5 py-2">
              <span className="min-w-0 flex-1 truncate text-body">{title}</span>
              {manages && (
                <Button size="sm" onClick={() => void restore(id)}>
                  {t('restore')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
