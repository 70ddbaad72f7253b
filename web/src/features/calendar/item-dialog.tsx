// The details of an entry, with what can be done with it.
import { useQuery } from '@tanstack/react-query'
import { Clock, MapPin, Paperclip, Tag as TagIcon, UserRound, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import type { Item } from '../../parts/learning/calendar/items.ts'
import { MeetingAddresses } from '../../parts/learning/calendar/meeting-addresses.tsx'
import { meetingQuery } from '../../parts/learning/calendar/queries.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { noon } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { dateTimeIn, dayTitle, list, sameClock, time } from '../../ui/format.ts'
import type { Opened } from './opened.ts'
import { useItemTitle } from './item-chip.tsx'

export function ItemDialog({ item, onOpen, onClose }: { item: Item; onOpen: (opened: Opened) => void; onClose: () => void }) {
  const t = useTexts('calendar')
  const u = useTexts('ui')
  const titleOf = useItemTitle()
  const { entry } = item
  const inTeam = entry?.kind === 'instruction_meeting'
  const { data: meeting } = useQuery({
    ...meetingQuery(entry?.id ?? '', inTeam),
    enabled: entry?.kind === 'meeting' || inTeam,
  })
  const [first, last] = item.days
  const day = dayTitle(noon(first))
  const when =
    item.allDay && !item.what
      ? first === last
        ? day
        : `${day} – ${dayTitle(noon(last))}`
      : `${day}, ${item.what ? time(item.start) : `${time(item.start)}–${time(item.end)}`}`
  const elsewhere = entry?.time_zone && !sameClock(item.start, entry.time_zone) ? entry.time_zone : undefined
  const edit = () => {
    if (!entry) return
    if (entry.kind === 'event') onOpen({ what: 'event', id: entry.id })
    else if (entry.kind === 'timetable') onOpen({ what: 'timetable', entry })
    else onOpen({ what: 'meeting', id: entry.id, instruction: inTeam })
  }
  const remove = () => entry && onOpen({ what: 'delete', entry })
  const editable = meeting ? meeting.shown_editable : entry?.editable
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      title={titleOf(item)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {u('close')}
          </Button>
          {entry?.editable && (
            <Button onClick={remove}>
              {t(entry.kind === 'event' ? 'delete' : entry.kind === 'timetable' ? 'cancelLesson' : 'callOff')}
            </Button>
          )}
          {editable ? (
            <Button variant="primary" onClick={edit}>
              {t('edit')}
            </Button>
          ) : (
            meeting?.replay_editable && <Button onClick={edit}>{t(meeting.replay_address ? 'changeReplay' : 'addReplay')}</Button>
          )}
        </>
      }
    >
      <div className="space-y-2.5 text-body">
        <Fact icon={Clock}>
          {when}
          {elsewhere && (
            <span className="block text-small text-text-2">
              {t('inZone', { time: dateTimeIn(item.start, elsewhere), zone: elsewhere.replaceAll('_', ' ') })}
            </span>
          )}
          {entry?.repeats && <span className="block text-small text-text-2">{t('repeats')}</span>}
        </Fact>
        {item.location && <Fact icon={MapPin}>{item.location}</Fact>}
        {item.courseId && (
          <Fact icon={Users}>
            <Link to={paths.content(item.courseId)} className="text-accent-text hover:underline">
              {item.courseName}
            </Link>
          </Fact>
        )}
        {item.group && (
          <Fact icon={Users}>
            <Link to={paths.vtrs(item.group.id, 'meetings')} className="text-accent-text hover:underline">
              {item.group.name}
            </Link>
          </Fact>
        )}
        {meeting && <Fact icon={UserRound}>{t('hostIs', { name: meeting.host_name })}</Fact>}
        {(item.status || item.done) && (
          <Chip tone={item.done ? 'ok' : item.status === 'reject' ? 'bad' : 'warn'}>
            {t(item.done ? 'done' : item.status === 'reject' ? 'rejected' : 'waiting')}
          </Chip>
        )}
        {entry?.description && <p className="whitespace-pre-line wrap-break-word">{entry.description}</p>}
        {entry?.tag_id && <Fact icon={TagIcon}>{t('tagIs', { tag: entry.tag_id })}</Fact>}
        {entry?.kind === 'event' && <Files id={entry.id} />}
        {meeting?.audit_status === 'reject' && meeting.audit_reason && <p>{t('rejectedBecause', { reason: meeting.audit_reason })}</p>}
        <MeetingAddresses join={meeting?.join_url ?? entry?.join_url} live={meeting?.live_addr} replay={meeting?.replay_address} />
        {inTeam && item.courseId && (
          <Link to={paths.teamMeeting(item.courseId, entry.id)} className={buttonLook('primary')}>
            {t('openMeeting')}
          </Link>
        )}
        {item.href && (
          <Link to={item.href} className={buttonLook('primary')}>
            {t('openActivity')}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

const Fact = ({ icon: Icon, children }: { icon: typeof Clock; children: ReactNode }) => (
  <div className="flex items-start gap-2">
    <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-2" />
    <div className="min-w-0 wrap-break-word">{children}</div>
  </div>
)

function Files({ id }: { id: string }) {
  const t = useTexts('calendar')
  const { data } = useQuery(query('GET /api/calendar-events/:id/files', { params: { id } }))
  const { data: config } = useQuery(query('GET /api/config'))
  if (!data?.items.length) return null
  return (
    <Fact icon={Paperclip}>
      <ul aria-label={t('files')}>
        {data.items.map(({ upload_id, name, url }) => (
          <li key={upload_id}>
            <a href={`${config?.bytes_origin ?? ''}${url}`} target="_blank" rel="noreferrer" className="text-accent-text hover:underline">
              {list([name])}
            </a>
          </li>
        ))}
      </ul>
    </Fact>
  )
}
