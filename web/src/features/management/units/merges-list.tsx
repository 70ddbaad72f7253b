// Departments that became part of others in the last week: each merge can be taken back.
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { dateTime } from '../../../ui/format.ts'
import { PartFailed } from '../part-failed.tsx'
import { takeBack } from './merges.ts'

export function Merges() {
  const t = useTexts('management-lists')
  const [busy, setBusy] = useState<string>()
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/departments/merges'))
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('merges')} className="mt-6">
      <h2 className="mb-2 text-section font-semibold">{t('merges')}</h2>
      <ul className="surface-card divide-y divide-line">
        {data.items.map(({ id, name, into, by, merged_at, until }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{t('merged', { name, into: into.name })}</span>
              <span className="block text-small text-text-2">
                {[dateTime(merged_at), by?.name, t('mergeUntil', { time: dateTime(until) })].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              size="sm"
              icon={Undo2}
              busy={busy === id}
              aria-label={t('unmergeOf', { name })}
              onClick={() => {
                setBusy(id)
                void takeBack(id).finally(() => setBusy(undefined))
              }}
            >
              {t('unmerge')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
