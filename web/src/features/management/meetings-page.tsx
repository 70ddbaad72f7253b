// Meetings of the organisation, /management/meetings: those that wait are agreed to or rejected; the list as a spreadsheet.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Download, X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Answer, call, currentScope } from '../../client.ts'
import { currentLocale, useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { query, invalidate } from '../../queries.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { dateTime, time } from '../../ui/format.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { PartFailed } from './part-failed.tsx'

type Meeting = Answer<'GET /api/management/calendar-meeting'>['items'][number]
const statuses = ['all', 'others', 'agree', 'reject'] as const
type Status = (typeof statuses)[number]

export default function MeetingsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.meetings')}>
      <Meetings />
    </ManagementFrame>
  )
}

function Meetings() {
  const t = useTexts('calendar')
  const [search, setSearch] = useSearchParams()
  const status = statuses.find((one) => one === search.get('status')) ?? 'all'
  const keyword = search.get('q') ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const change = (next: { status?: Status; q?: string; page?: number }) => {
    const all = { status, q: keyword, page: 1, ...next }
    setSearch({
      ...(all.status !== 'all' && { status: all.status }),
      ...(all.q && { q: all.q }),
      ...(all.page > 1 && { page: String(all.page) }),
    })
  }
  const conditions = JSON.stringify({ ...(status !== 'all' && { audit_status: status }), ...(keyword && { keyword }) })
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/management/calendar-meeting', { query: { page, page_size: 20, conditions } }),
    placeholderData: keepPreviousData,
  })
  const [rejecting, setRejecting] = useState<Meeting>()
  const decide = async (meeting: Meeting, audit_status: 'agree' | 'reject', reason = '') => {
    try {
      await call('PUT /api/management/calendar-meeting/:id', {
        params: { id: meeting.id },
        body: { audit_status, reason, version: meeting.version },
      })
      toast({ text: t(audit_status === 'agree' ? 'agreedTo' : 'rejectedIt', { title: meeting.title }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    setRejecting(undefined)
    await invalidate('GET /api/management/calendar-meeting', 'GET /api/calendar')
  }
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  const sheet = `/api/management/calendar-meeting/excel?${new URLSearchParams({ scope: currentScope()?.org ?? '', conditions, lang: currentLocale() })}`
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented
          label={t('status')}
          value={status}
          onChange={(next) => change({ status: next })}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <SearchInput label={t('searchMeetings')} value={keyword} onSearch={(q) => change({ q })} className="w-[260px] max-tablet:w-full" />
        {data && data.waiting > 0 && <Chip tone="warn">{t('waitingCount', { count: data.waiting })}</Chip>}
        <a href={sheet} download className={`${buttonLook('secondary')} ml-auto`}>
          <Download aria-hidden size={16} />
          {t('excel')}
        </a>
      </div>
      {!data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t('noMeetings')} />
      ) : (
        <ul className="surface-card divide-y divide-line">
          {data.items.map((meeting) => (
            <li key={meeting.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-[min(240px,100%)] flex-1">
                <span className="block font-medium wrap-break-word">{meeting.title}</span>
                <span className="block text-small text-text-2">
                  {[t('askedBy', { name: meeting.created_by_name }), meeting.room, meeting.audit_reason].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="tabular text-small text-text-2">
                {dateTime(meeting.start_time)}–{time(meeting.end_time)}
              </span>
              <Chip tone={meeting.audit_status === 'agree' ? 'ok' : meeting.audit_status === 'reject' ? 'bad' : 'warn'}>
                {t(`status.${meeting.audit_status}`)}
              </Chip>
              <span className="flex gap-1.5">
                {meeting.audit_status !== 'agree' && (
                  <Button size="sm" icon={Check} onClick={() => void decide(meeting, 'agree')}>
                    {t('agree')}
                  </Button>
                )}
                {meeting.audit_status !== 'reject' && (
                  <Button size="sm" icon={X} onClick={() => setRejecting(meeting)}>
                    {t('reject')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.pages > 1 && (
        <div className="mt-4">
          <Pagination page={data.page} pages={data.pages} pageSize={20} total={data.total} onChange={(next) => change({ page: next })} />
        </div>
      )}
      {rejecting && (
        <Rejection meeting={rejecting} onReject={(reason) => decide(rejecting, 'reject', reason)} onClose={() => setRejecting(undefined)} />
      )}
    </>
  )
}

function Rejection({ meeting, onReject, onClose }: { meeting: Meeting; onReject: (reason: string) => Promise<void>; onClose: () => void }) {
  const t = useTexts('calendar')
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      title={t('rejectAsk', { title: meeting.title })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" onClick={() => void onReject(reason)}>
            {t('reject')}
          </Button>
        </>
      }
    >
      <TextArea label={t('reason')} value={reason} onChange={setReason} rows={3} maxLength={500} />
    </Dialog>
  )
}
