// Every change of a score, the newest first.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { scoreHistoryQuery } from '../../../parts/learning/scores/queries.ts'
import { dateTime } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { excused } from './book.ts'

export function CellHistory({ item, person }: { item: string; person: string }) {
  const t = useTexts('scores')
  const { data, error, errorUpdatedAt, refetch } = useQuery(scoreHistoryQuery(item, person))
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonText lines={3} />
  const value = (text: string | null) =>
    text === null || text === '' ? t('nothing') : text === excused ? t('excusedShort') : pointsText(text)
  return (
    <section aria-label={t('history')} className="mt-3 border-t border-line pt-2">
      <h3 className="text-small font-semibold">{t('history')}</h3>
      {data.items.length === 0 ? (
        <p className="text-small text-text-3">{t('historyEmpty')}</p>
      ) : (
        <ol className="max-h-56 divide-y divide-line overflow-y-auto">
          {data.items.map((change, i) => (
            <li key={i} className="py-1.5 text-small">
              <span className="flex justify-between gap-3">
                <span>{t(`what.${change.what}` as 'what.written')}</span>
                {!['released', 'withdrawn', 'comment'].includes(change.what) && (
                  <span className="tabular shrink-0">{t('fromTo', { before: value(change.before), after: value(change.after) })}</span>
                )}
              </span>
              <span className="block text-caption text-text-3">
                {change.by
                  ? t('givenBy', { name: change.by.name, time: dateTime(change.at) })
                  : t('givenByRule', { time: dateTime(change.at) })}
              </span>
              {change.reason && <span className="block text-caption text-text-2">{change.reason}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
