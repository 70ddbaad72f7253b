// Page of a live lecture that was called off: its title and the time at which it was to be, for those who knew it.
import { useQuery } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { dateTime } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { isRefusal } from '../../base/errors/refusal.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { PageTitle } from '../../base/page/page-title.tsx'
import { PageWaiting } from '../../base/page/page-waiting.tsx'
import { meetingQuery } from './queries.ts'

/** `children` stand above it; `otherwise`: there is no such lecture. */
export default function CalledOff({ id, otherwise, children }: { id: string; otherwise: ReactNode; children: ReactNode }) {
  const t = useTexts('live')
  const { data, error, errorUpdatedAt, refetch } = useQuery(meetingQuery(id))
  if (error && isRefusal(error)) return otherwise
  if (error && !data)
    return (
      <div className="p-6 max-tablet:p-4">
        <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <PageWaiting />
  return (
    <>
      {children}
      <div className="p-6 max-tablet:p-4">
        <section aria-label={t('now')} className="surface-card max-w-(--content) space-y-2 p-4">
          <PageTitle title={data.title} className="font-title text-title font-bold wrap-anywhere">
            {data.title}
          </PageTitle>
          <p role="status" className="flex flex-wrap items-center gap-2">
            <Chip tone="warn" icon={CalendarX}>
              {t('state.called_off')}
            </Chip>
            {data.starts_at && <span className="tabular">{t('wasToBegin', { when: dateTime(data.starts_at) })}</span>}
          </p>
          <p className="text-small text-text-2">{t('calledOffText')}</p>
        </section>
      </div>
    </>
  )
}
