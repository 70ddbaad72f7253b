// Meetings of a teaching-and-research group: those to come, the next first, then those that are over, with their recordings.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, CalendarX, Ellipsis, Pencil } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { dateTime, time } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { CallOff } from './call-off.tsx'
import { MeetingAddresses } from './meeting-addresses.tsx'
import type { MeetingGroup } from './meeting-dialog.tsx'
import { groupMeetingsQuery } from './queries.ts'

const MeetingDialog = lazy(() => import('./meeting-dialog.tsx').then((module) => ({ default: module.MeetingDialog })))

type Meeting = Answer<'GET /api/calendar-meeting'>['items'][number]
type Opened = { what: 'new' } | { what: 'change' | 'callOff'; meeting: Meeting }

/** `leads`: the reader makes its meetings. */
export default function GroupMeetings({ group, leads }: { group: MeetingGroup; leads: boolean }) {
  const t = useTexts('calendar')
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Number(params.get('page')) || 1)
  const [opened, setOpened] = useState<Opened>()
  const top = useRef<HTMLDivElement>(null)
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...groupMeetingsQuery(group.id, page), placeholderData: keepPreviousData })
  const close = () => setOpened(undefined)
  const make = leads && (
    <span {...dialogTrigger}>
      <Button variant="primary" icon={CalendarPlus} onClick={() => setOpened({ what: 'new' })}>
        {t('newGroupMeeting')}
      </Button>
    </span>
  )
  const parts = [
    ['comingMeetings', data?.items.filter(({ state }) => state !== 'ended') ?? []],
    ['pastMeetings', data?.items.filter(({ state }) => state === 'ended') ?? []],
  ] as const
  return (
    <div ref={top} tabIndex={-1} className="space-y-3.5 outline-none">
      {data && data.total > 0 && make && <div className="flex justify-end">{make}</div>}
      {error && !data ? (
        <ReadFailed title={t('meetingsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.total === 0 ? (
        <Empty title={t('noGroupMeetings')}>{make}</Empty>
      ) : (
        parts.map(
          ([heading, items]) =>
            items.length > 0 && (
              <section key={heading} aria-labelledby={heading}>
                <h2 id={heading} className="mb-2 text-heading font-semibold">
                  {t(heading)}
                </h2>
                <ul className="surface-card divide-y divide-line">
                  {items.map((meeting) => (
                    <MeetingRow key={meeting.id} meeting={meeting} onOpen={(what) => setOpened({ what, meeting })} />
                  ))}
                </ul>
              </section>
            ),
        )
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={data.page_size}
          total={data.total}
          simple
          onChange={(next) =>
            setParams((before) => {
              before.set('page', String(next))
              return before
            })
          }
        />
      )}
      {opened && opened.what !== 'callOff' && (
        <Suspense>
          <MeetingDialog group={group} {...(opened.what === 'change' && { id: opened.meeting.id })} onClose={close} />
        </Suspense>
      )}
      {opened?.what === 'callOff' && <CallOff meeting={opened.meeting} onClose={close} onDone={() => top.current?.focus()} />}
    </div>
  )
}

function MeetingRow({ meeting, onOpen }: { meeting: Meeting; onOpen: (what: 'change' | 'callOff') => void }) {
  const t = useTexts('calendar')
  const { title, start_time, end_time, host_name, room, description, state, editable } = meeting
  return (
    <li className="flex items-start gap-2 px-4 py-3">
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-52 font-medium wrap-break-word">{title}</span>
          {state === 'running' && <Chip tone="ok">{t('state.running')}</Chip>}
          <span className="tabular text-small text-text-2">
            {dateTime(start_time)}–{time(end_time)}
          </span>
        </p>
        <p className="text-small text-text-2">
          {t('hostIs', { name: host_name })}
          {room && ` · ${room}`}
        </p>
        {description && <p className="whitespace-pre-line text-small wrap-break-word">{description}</p>}
        <MeetingAddresses
          join={state === 'ended' ? '' : meeting.join_url}
          live={state === 'ended' ? '' : meeting.live_addr}
          replay={meeting.replay_address}
        />
      </div>
      {editable && (
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('actionsOn', { title }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
          groups={[
            { items: [{ label: t('edit'), icon: Pencil, onSelect: () => onOpen('change') }] },
            { items: [{ label: t('callOff'), icon: CalendarX, danger: true, onSelect: () => onOpen('callOff') }] },
          ]}
        />
      )}
    </li>
  )
}
