// Own times of single students in an activity, for who teaches: who has more time, and the dialog that gives it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/course/content.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'
import { invalidate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { dateTime, list, percent } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { toast } from '../../ui/toast.tsx'
import { ExtendDialog } from './extend-dialog.tsx'

type Allowance = Answer<'GET /api/courses/:id/allowances'>['items'][number]

export default function OwnTimes({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const [extending, setExtending] = useState(false)
  const [request, setRequest] = useState<{ page: number; page_size: number }>({ page: 1, page_size: 10 })
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/courses/:id/allowances', { params: { id: activity.course_id }, query: { ...request, activity_id: activity.id } }),
    placeholderData: keepPreviousData,
  })
  const takeBack = ({ id, version }: Allowance) =>
    call('DELETE /api/allowances/:id', { params: { id }, query: { version } }).then(
      () => invalidate('GET /api/courses/:id/allowances'),
      (failure: unknown) => toast({ text: problemText(failure), error: true }),
    )
  return (
    <section aria-label={t('ownTimes')} className="mt-4 space-y-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section font-semibold">{t('ownTimes')}</h2>
        <Button icon={CalendarPlus} onClick={() => setExtending(true)}>
          {t('extendFor')}
        </Button>
      </div>
      {error && !data && <ReadFailed title={t('ownTimesFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="text-small text-text-2">{t('noOwnTimes')}</p>}
      {data && data.items.length > 0 && (
        <ul className="surface-card divide-y divide-line">
          {data.items.map((allowance) => (
            <Row key={allowance.id} allowance={allowance} onTakeBack={() => void takeBack(allowance)} />
          ))}
        </ul>
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={request.page_size}
          total={data.total}
          onChange={(page, page_size) => setRequest({ page, page_size })}
        />
      )}
      {extending && <ExtendDialog activity={activity} onClose={() => setExtending(false)} />}
    </section>
  )
}

/** What holds in the whole course or organisation is shown, and taken back there. */
function Row({ allowance, onTakeBack }: { allowance: Allowance; onTakeBack: () => void }) {
  const t = useTexts('activity')
  const { scope, people, extra_minutes: minutes, extra_percent: share, attempts, opens, due, closes } = allowance
  const names = list(people.map(({ name }) => name))
  const terms = [
    opens && t('opensAt', { when: dateTime(opens) }),
    due && t('dueAt', { when: dateTime(due) }),
    closes && t('closesAt', { when: dateTime(closes) }),
    minutes !== null && t('extraMinutes', { count: minutes }),
    share !== null && t('extraShare', { share: percent(share) }),
    attempts !== null && t('attempts', { count: attempts }),
    scope !== 'activity' && t(scope === 'course' ? 'inCourse' : 'inOrganisation'),
  ]
  return (
    <li className="flex min-h-[52px] items-center gap-3 px-3.5 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-body font-medium" title={names}>
          {names}
        </p>
        <p className="text-caption text-text-2">{terms.filter(Boolean).join(' · ')}</p>
      </div>
      {scope === 'activity' && <IconButton label={t('takeBack', { name: names })} icon={Undo2} onClick={onTakeBack} />}
    </li>
  )
}
