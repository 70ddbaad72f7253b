// Own times of single students in an activity, for who teaches: what they were given, and the times that hold for each of them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { type Allowance, AllowanceDialog } from '../../parts/learning/allowances/allowance-dialog.tsx'
import { useAllowanceText } from '../../parts/learning/allowances/allowance-text.ts'
import { takeBack } from '../../parts/learning/allowances/take-back.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { Fold } from '../../parts/learning/forms/fold.tsx'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { dateTime, list } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'

type Request = { page: number; page_size: number }

export default function OwnTimes({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const [open, setOpen] = useState<Allowance | 'new'>()
  const [request, setRequest] = useState<Request>({ page: 1, page_size: 10 })
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/courses/:id/allowances', { params: { id: activity.course_id }, query: { ...request, activity_id: activity.id } }),
    placeholderData: keepPreviousData,
  })
  const total = data?.total ?? 0
  return (
    <section aria-label={t('ownTimes')} className="mt-4">
      {(data || error) && (
        <Fold title={t('ownTimes')} now={!data ? '' : total === 0 ? t('noOwnTimes') : String(total)} faulty={!data} filled={total > 0}>
          <Button icon={CalendarPlus} onClick={() => setOpen('new')}>
            {t('extendFor')}
          </Button>
          {error && !data && <ReadFailed title={t('ownTimesFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />}
          {data && data.items.length > 0 && (
            <ul className="surface-card divide-y divide-line">
              {data.items.map((allowance) => (
                <Row key={allowance.id} allowance={allowance} onChange={() => setOpen(allowance)} />
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
          {total > 0 && <Holding activity={activity} />}
        </Fold>
      )}
      {open && (
        <AllowanceDialog
          course={activity.course_id}
          activity={activity}
          {...(open !== 'new' && { allowance: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

/** Times of the whole course or organisation are shown, and changed there. */
function Row({ allowance, onChange }: { allowance: Allowance; onChange: () => void }) {
  const t = useTexts('activity')
  const say = useTexts('teaching')
  const text = useAllowanceText()
  const { scope, people } = allowance
  const names = list(people.map(({ name }) => name))
  const place = scope !== 'activity' && t(scope === 'course' ? 'inCourse' : 'inOrganisation')
  return (
    <li className="flex min-h-[52px] items-center gap-3 px-3.5 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-body font-medium" title={names}>
          {names}
        </p>
        <p className="text-caption text-text-2">{[text(allowance), place].filter(Boolean).join(' · ')}</p>
      </div>
      {scope === 'activity' && (
        <>
          <IconButton label={say('changeTimes', { name: names })} icon={Pencil} onClick={onChange} />
          <IconButton label={t('takeBack', { name: names })} icon={Undo2} onClick={() => void takeBack(allowance)} />
        </>
      )}
    </li>
  )
}

/** The times that follow from all of it, by student. */
function Holding({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const say = useTexts('teaching')
  const [open, setOpen] = useState(false)
  const [request, setRequest] = useState<Request>({ page: 1, page_size: 10 })
  const { data } = useQuery({
    ...query('GET /api/activities/:id/personal-times', { params: { id: activity.id }, query: request }),
    placeholderData: keepPreviousData,
    enabled: open,
  })
  return (
    <details className="surface-card px-3.5 py-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-small font-medium">{say('whatHolds')}</summary>
      <ul className="divide-y divide-line pt-1.5">
        {data?.items.map(({ person, opens, due, closes, attempts }) => (
          <li key={person.id} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-small">
            <bdi>{person.name}</bdi>
            <span className="tabular text-text-2">
              {[
                opens && t('opensAt', { when: dateTime(opens) }),
                due && t('dueAt', { when: dateTime(due) }),
                closes && t('closesAt', { when: dateTime(closes) }),
                attempts !== null && t('attempts', { count: attempts }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={request.page_size}
          total={data.total}
          onChange={(page, page_size) => setRequest({ page, page_size })}
        />
      )}
    </details>
  )
}
