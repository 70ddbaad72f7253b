// My attendance in a course: the share and the numbers it comes from, and each roll call with my state, the last first.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { myAttendanceQuery, states } from '../../../parts/learning/attendance/queries.ts'
import { StateChip } from '../../../parts/learning/attendance/state-chip.tsx'
import { dateTime, number, percent, sentences } from '../../../ui/format.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'

export default function MyAttendance({ course }: { course: string }) {
  const t = useTexts('attendance')
  const { data, error, errorUpdatedAt, refetch } = useQuery(myAttendanceQuery(course))
  if (error && !data) return <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  if (data.items.length === 0) return <Empty title={t('mineEmpty')} text={t('mineEmptyText')} />
  return (
    <div className="max-w-[860px] space-y-4">
      <section aria-label={t('sum')} className="surface-card p-4">
        <p className="tabular font-title text-title font-bold">{data.percent === null ? t('noShare') : percent(data.percent)}</p>
        <p className="mt-1 text-small text-text-2">{t('shareHelp')}</p>
        <dl className="tabular mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
          {states.map((state) => (
            <div key={state} className="flex gap-1.5">
              <dt className="text-text-2">{t(`state.${state}`)}</dt>
              <dd className="font-medium">{number(data[state])}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ul aria-label={t('rollCalls')} className="surface-card divide-y divide-line">
        {data.items.map(({ roll_call_id, title, at, state, changed, reason }) => (
          <li key={roll_call_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-break-word">{title}</p>
              <p className="tabular text-small text-text-2">{dateTime(at)}</p>
              {(changed || reason !== '') && (
                <p className="text-small wrap-break-word text-text-2">{sentences(changed && t('corrected'), reason)}</p>
              )}
            </div>
            {state ? <StateChip state={state} /> : <span className="text-small text-text-3">{t('nothingNoted')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
