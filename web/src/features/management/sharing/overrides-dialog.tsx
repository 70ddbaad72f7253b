// The dialog of who sees a shared file although it is not agreed: members of its group, each let in or out at once.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { refreshShares, type SharedFile } from './decisions.ts'

/** People of a page of either list; the search finds others. */
const shown = 100

export default function OverridesDialog({ file, onClose }: { file: SharedFile; onClose: () => void }) {
  const t = useTexts('sharing')
  const tm = useTexts('management')
  const [find, setFind] = useState('')
  const seen = useQuery(query('GET /api/shared-resources/:id/overrides', { params: { id: file.id }, query: { page_size: shown } }))
  const members = useQuery({
    ...query('GET /api/resource-groups/:id/members', {
      params: { id: file.group.id },
      query: { page_size: shown, ...(find && { conditions: JSON.stringify({ keyword: find }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  // by person: a box shows the choice at once, while it is being saved
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const letSee = async (person_id: string, sees: boolean) => {
    if (choices.has(person_id)) return
    setChoices((before) => new Map(before).set(person_id, sees))
    const params = { id: file.id, person_id }
    try {
      await (sees
        ? call('PUT /api/shared-resources/:id/overrides/:person_id', { params })
        : call('DELETE /api/shared-resources/:id/overrides/:person_id', { params }))
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await Promise.all([invalidate('GET /api/shared-resources/:id/overrides'), refreshShares()])
    setChoices((before) => new Map([...before].filter(([id]) => id !== person_id)))
  }
  const failed = [seen, members].find(({ error, data }) => error && !data)
  const people = (members.data?.items ?? []).filter(({ id }) => id !== file.shared_by.id)
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('overridesOf', { name: file.upload.name ?? t('unnamed') })}
      description={t('overridesText', { group: file.group.name })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <SearchInput label={t('findMember')} value={find} busy={members.isPlaceholderData} onSearch={setFind} className="mb-2 w-full" />
      {failed?.error instanceof CallFailed && failed.error.status === 403 ? (
        <Empty title={tm('notForRole')} />
      ) : failed ? (
        <ReadFailed title={t('membersFailed')} error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
      ) : !members.data || !seen.data ? (
        <SkeletonRows rows={3} />
      ) : (
        <ul className="min-h-32 divide-y divide-line" aria-live="polite">
          {people.map(({ id, name, user_no }) => (
            <li key={id} className="py-1" aria-busy={choices.has(id) || undefined}>
              <Checkbox
                className="max-tablet:min-h-11"
                label={name}
                help={user_no}
                checked={choices.get(id) ?? seen.data.items.some((one) => one.id === id)}
                onChange={(sees) => void letSee(id, sees)}
              />
            </li>
          ))}
          {people.length === 0 && <li className="py-1 text-small text-text-2">{t('noMember')}</li>}
        </ul>
      )}
    </Dialog>
  )
}
