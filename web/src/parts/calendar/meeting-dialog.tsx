// The popup of a meeting: asked for, changed; of a teaching team without approval.
import { newMeeting } from '@lyceum/calendar/defaults'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { useMe } from '../../session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Combobox, MultiCombobox } from '../../ui/combobox.tsx'
import { fromIso, toIso } from '../../ui/dates.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { refusal } from '../errors/problem-text.ts'
import { EntryForm, EntryRead, TimesFields } from './entry-frame.tsx'
import { meetingQuery, myOrgsQuery, refreshCalendar } from './queries.ts'
import { TaughtCourseSelect } from './taught-course-select.tsx'

type Meeting = Answer<'GET /api/calendar-meeting/:id'>
type Props = { id?: string; instruction?: boolean; course?: string; start?: string; end?: string; onClose: () => void }

export function MeetingDialog(props: Props) {
  const t = useTexts('calendar')
  const fresh = props.id === undefined
  const read = useQuery({ ...meetingQuery(props.id ?? '', props.instruction === true), enabled: !fresh })
  return (
    <EntryRead fresh={fresh} read={read} title={t('editMeeting')} onClose={props.onClose}>
      {(meeting) => <MeetingFields {...props} meeting={meeting} />}
    </EntryRead>
  )
}

function MeetingFields({ meeting, instruction = false, course, start, end, onClose }: Props & { meeting: Meeting | undefined }) {
  const t = useTexts('calendar')
  const me = useMe()
  const { data: orgs } = useQuery({ ...myOrgsQuery, enabled: !instruction })
  const orgOptions = (orgs?.orgs ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const [fresh] = useState(() => newMeeting(new Date()))
  const [host, setHost] = useState({ value: meeting?.host_user_id ?? me.id, label: meeting?.host_name ?? me.name })
  // of a meeting that has taken place its recording alone is changed
  const recorded = meeting !== undefined && !meeting.shown_editable && meeting.replay_editable
  const form = useForm({
    start: {
      title: meeting?.title ?? '',
      start_time: meeting ? fromIso(meeting.start_time) : (start ?? fromIso(fresh.start.toISOString())),
      end_time: meeting ? fromIso(meeting.end_time) : (end ?? fromIso(fresh.end.toISOString())),
      description: meeting?.description ?? '',
      course_id: meeting?.course_id ?? course ?? '',
      scope_org_ids: meeting ? meeting.scope_org_ids.split(',').filter((id) => id !== '') : me.org ? [me.org.id] : [],
      host_user_id: host.value,
      join_url: meeting?.join_url ?? '',
      live_addr: meeting?.live_addr ?? '',
      replay_address: meeting?.replay_address ?? '',
      room: meeting?.room ?? '',
    },
    check: ({ title, start_time, end_time, course_id }) => ({
      title: title.trim() ? undefined : t('titleMissing'),
      end_time: start_time && end_time && end_time <= start_time ? t('endFirst') : undefined,
      course_id: instruction && !course_id ? t('courseMissing') : undefined,
    }),
    explain: refusal,
    send: async ({ course_id, scope_org_ids, start_time, end_time, ...rest }) => {
      if (recorded) {
        const body = { replay_address: rest.replay_address, version: meeting.version }
        await call('PUT /api/calendar-meeting/:id', { params: { id: meeting.id }, body })
        await refreshCalendar()
        return onClose()
      }
      const body = { ...rest, start_time: toIso(start_time)!, end_time: toIso(end_time)! }
      if (instruction) {
        if (meeting)
          await call('PUT /api/instruction-team/meeting/:id', { params: { id: meeting.id }, body: { ...body, version: meeting.version } })
        else await call('POST /api/instruction-team/meeting', { body: { ...body, course_id } })
      } else {
        const asked = { ...body, scope_org_ids: scope_org_ids.join() }
        const saved = meeting
          ? await call('PUT /api/calendar-meeting/:id', { params: { id: meeting.id }, body: { ...asked, version: meeting.version } })
          : await call('POST /api/calendar-meeting', { body: asked })
        if (saved.audit_status === 'others') toast({ text: t('askedFor') })
      }
      await refreshCalendar()
      onClose()
    },
  })
  const { values } = form
  if (recorded)
    return (
      <EntryForm form={form} title={t('replayOf', { title: meeting.title })} onClose={onClose}>
        <TextField
          {...form.field('replay_address')}
          label={t('replayAddress')}
          type="url"
          placeholder="https://"
          maxLength={2000}
          autoFocus
        />
      </EntryForm>
    )
  return (
    <EntryForm
      form={form}
      title={t(meeting ? 'editMeeting' : instruction ? 'newTeamMeeting' : 'newMeeting')}
      save={instruction || meeting ? undefined : t('askFor')}
      onClose={onClose}
    >
      {meeting?.audit_status === 'reject' && (
        <Banner tone="bad">{meeting.audit_reason ? t('rejectedBecause', { reason: meeting.audit_reason }) : t('rejected')}</Banner>
      )}
      <TextField {...form.field('title')} label={t('meetingTitle')} maxLength={200} />
      <TimesFields form={form} />
      {instruction && !meeting && !course && <TaughtCourseSelect {...form.field('course_id')} />}
      {!instruction && (
        <>
          <Combobox
            label={t('host')}
            value={host}
            error={form.field('host_user_id').error}
            search={async (keywords, signal) => {
              const { users } = await call('GET /api/user/search', { query: { keywords, page_size: 20 }, signal })
              return { options: users.map(({ id, name }) => ({ value: id, label: name })) }
            }}
            onChange={(chosen) => {
              if (!chosen) return
              setHost(chosen)
              form.set({ host_user_id: chosen.value })
            }}
          />
          {orgOptions.length > 1 && (
            <MultiCombobox
              label={t('organisations')}
              options={orgOptions}
              value={orgOptions.filter(({ value }) => values.scope_org_ids.includes(value))}
              error={form.field('scope_org_ids').error}
              onChange={(chosen) => form.set({ scope_org_ids: chosen.map(({ value }) => value) })}
            />
          )}
        </>
      )}
      <TextField {...form.field('room')} label={t('room')} maxLength={200} />
      <TextField {...form.field('join_url')} label={t('joinUrl')} type="url" placeholder="https://" maxLength={2000} />
      <TextField {...form.field('live_addr')} label={t('liveAddress')} type="url" maxLength={2000} />
      {meeting && <TextField {...form.field('replay_address')} label={t('replayAddress')} type="url" maxLength={2000} />}
      <TextArea {...form.field('description')} label={t('description')} rows={3} maxLength={5000} />
    </EntryForm>
  )
}
