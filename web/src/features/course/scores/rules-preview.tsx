// The preview of results that a change of the rules or of an item changes, before it is saved.
import type { PolicyPreview } from '@lyceum/activity/gradebook/scores/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { percentText, pointsText } from '../../../parts/learning/scores/points-text.ts'
import { postQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { list } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table/table.tsx'

type Result = { percent: string | null; letter: string | null; passed: boolean | null }

export function RulesPreview({
  course,
  changes,
  removal,
  onSave,
  onClose,
}: {
  course: string
  changes: PolicyPreview
  /** A deletion: the question, the scores that go with it, the button. */
  removal?: { title: string; text: string; action: string }
  onSave: () => Promise<void>
  onClose: () => void
}) {
  const t = useTexts('score-rules')
  const [busy, setBusy] = useState(false)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...postQuery('POST /api/courses/:id/score-policy/preview', { params: { id: course }, body: changes }),
    staleTime: 0,
    gcTime: 0,
  })
  const result = ({ percent, letter, passed }: Result) =>
    percent === null
      ? '–'
      : list([percentText(percent), letter ?? '', passed === null ? '' : t(passed ? 'passed' : 'notPassed')].filter(Boolean))
  const difference = (before: Result, after: Result) => {
    if (before.percent === null || after.percent === null) return ''
    const points = Number(after.percent) - Number(before.percent)
    const digits = after.percent.split('.')[1]?.length ?? 0
    return `${points > 0 ? '+' : points < 0 ? '−' : ''}${pointsText(Math.abs(points).toFixed(digits))}`
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={removal?.title ?? t('previewTitle')}
      footer={
        <>
          <Button variant="quiet" autoFocus={removal !== undefined} onClick={onClose}>
            {t('back')}
          </Button>
          <Button
            variant={removal ? 'danger' : 'primary'}
            busy={busy}
            off={data ? undefined : t('previewWaits')}
            onClick={() => {
              setBusy(true)
              void onSave()
            }}
          >
            {removal?.action ?? t('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-3">
        {removal && <p>{removal.text}</p>}
        {error && !data ? (
          <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={4} />
        ) : (
          <>
            <p role="status">{data.total === 0 ? t('previewNobody') : t('previewCount', { count: data.total })}</p>
            {data.changes.length > 0 && (
              <Table
                caption={t('previewTitle')}
                rows={data.changes}
                rowKey={({ person }) => person.id}
                compact
                columns={[
                  { key: 'name', head: t('name'), cell: ({ person }) => person.name },
                  { key: 'before', head: t('before'), numeric: true, cell: ({ before }) => result(before) },
                  { key: 'after', head: t('after'), numeric: true, cell: ({ after }) => <b className="font-semibold">{result(after)}</b> },
                  { key: 'by', head: t('difference'), numeric: true, cell: ({ before, after }) => difference(before, after) },
                ]}
              />
            )}
            {data.total > data.changes.length && (
              <p className="text-small text-text-3">{t('previewMore', { count: data.total - data.changes.length })}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
