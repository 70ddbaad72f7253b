// The popup of a meeting: asked for, changed; of a teaching team or a teaching-and-research group without approval.
import { newMeeting } from '@lyceum/calendar/defaults'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Combobox, MultiCombobox, type Option } from '../../../ui/fields/combobox.tsx'
import { fromIso, toIso } from '../../../ui/dates.ts'
import { TextArea, TextField } from '../../../ui/fields/field.tsx'
import { displayLocal } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { property } from '../../base/drafts/version-fields.ts'
import { EntryForm, EntryRead, type NewEntry, TimesFields, useBegun } from './entry-frame.tsx'
import { meetingQuery, myOrgsQuery, refreshCalendar } from './queries.ts'
import { searchGroupPeople, searchPeople } from './searches.ts'
import { TaughtCourse } from './taught-course.tsx'
import { type ChosenRoom, chosenRoom, PlaceField, roomOf } from './place-field.tsx'
import { useEntryForm } from './use-entry-form.tsx'

type Meeting = Answer<'GET /api/calendar-meeting/:id'>
/** `org`: the organisation that it belongs to, in whose rooms it meets. */
export type MeetingGroup = { id: string; org: { id: string } }
type Props = {
  id?: string
  instruction?: boolean
  course?: string
  group?: MeetingGroup
  start?: string
  end?: string
  onClose: () => void
} & NewEntry

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

type Values = {
  title: string
  start_time: string
  end_time: string
  description: string
  course_id: Option | null
  scope_org_ids: readonly string[]
  host_user_id: Option
  join_url: string
  live_addr: string
  replay_address: string
  room: string
  /** Missing in a draft of before there were rooms. */
  chosen_room?: ChosenRoom
}
const valuesOf = (meeting: Meeting): Values => ({
  title: meeting.title,
  start_time: fromIso(meeting.start_time),
  end_time: fromIso(meeting.end_time),
  description: meeting.description,
  course_id: meeting.course_id ? { value: meeting.course_id, label: meeting.course_name ?? '' } : null,
  scope_org_ids: meeting.scope_org_ids.split(',').filter((id) => id !== ''),
  host_user_id: { value: meeting.host_user_id, label: meeting.host_name },
  join_url: meeting.join_url,
  live_addr: meeting.live_addr,
  replay_address: meeting.replay_address,
  room: meeting.room,
  chosen_room: chosenRoom(meeting.room_id, meeting.room),
})

function MeetingFields({
  meeting,
  instruction = false,
  course,
  group,
  start,
  end,
  kinds,
  begun,
  onClose,
}: Props & { meeting: Meeting | undefined }) {
  const t = useTexts('calendar')
  const me = useMe()
  // a meeting stays that of its group
  const groupId = meeting ? meeting.group_id : (group?.id ?? null)
  const home = meeting?.org_id ?? group?.org.id
  const ofTeam = instruction || groupId !== null
  const { data: orgs } = useQuery({ ...myOrgsQuery, enabled: !ofTeam })
  const orgOptions = (orgs?.orgs ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // of a meeting that has taken place its recording alone is changed
  const recorded = meeting !== undefined && !meeting.shown_editable && meeting.replay_editable
  const [fresh] = useState((): Values => {
    const { start: from, end: until } = newMeeting(new Date())
    return {
      title: '',
      start_time: start ?? fromIso(from.toISOString()),
      end_time: end ?? fromIso(until.toISOString()),
      description: '',
      course_id: course ? { value: course, label: '' } : null,
      scope_org_ids: me.org ? [me.org.id] : [],
      host_user_id: { value: me.id, label: me.name },
      join_url: '',
      live_addr: '',
      replay_address: '',
      room: '',
    }
  })
  const send = async ({ course_id, scope_org_ids, start_time, end_time, host_user_id, chosen_room, ...rest }: Values, version: number) => {
    const params = { id: meeting?.id ?? '' }
    if (recorded) return await call('PUT /api/calendar-meeting/:id', { params, body: { replay_address: rest.replay_address, version } })
    const body = {
      ...rest,
      // of another organisation there are no rooms to choose from
      ...((!home || home === me.org?.id) && { room_id: roomOf(chosen_room, rest.room) }),
      host_user_id: host_user_id.value,
      start_time: toIso(start_time)!,
      end_time: toIso(end_time)!,
    }
    if (instruction)
      return meeting
        ? await call('PUT /api/instruction-team/meeting/:id', { params, body: { ...body, version } })
        : await call('POST /api/instruction-team/meeting', { body: { ...body, course_id: course_id!.value } })
    if (groupId)
      return meeting
        ? await call('PUT /api/calendar-meeting/:id', { params, body: { ...body, version } })
        : await call('POST /api/calendar-meeting', { body: { ...body, group_id: groupId } })
    const asked = { ...body, scope_org_ids: scope_org_ids.join(), course_id: course_id?.value ?? null }
    const saved = meeting
      ? await call('PUT /api/calendar-meeting/:id', { params, body: { ...asked, version } })
      : await call('POST /api/calendar-meeting', { body: asked })
    if (saved.audit_status === 'others') toast({ text: t('askedFor') })
    return saved
  }
  const title = t(meeting ? 'editMeeting' : instruction ? 'newTeamMeeting' : groupId ? 'newGroupMeeting' : 'newMeeting')
  const form = useEntryForm<Values>({
    kind: 'calendar-meeting',
    thing: meeting?.id ?? (instruction ? `new team ${course ?? ''}`.trim() : groupId ? `new group ${groupId}` : 'new'),
    title: meeting?.title ?? title,
    latest: meeting ? { version: meeting.version, value: valuesOf(meeting) } : { version: 0, value: fresh },
    keep: start && end ? { start_time: start, end_time: end } : undefined,
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...meetingQuery(meeting!.id, instruction), staleTime: 0 })
      return { version: newest.version, value: valuesOf(newest) }
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language, as t does
    fields: useMemo(
      () => [
        property<Values, 'title'>('title', t('meetingTitle')),
        property<Values, 'start_time'>('start_time', t('begins'), { show: displayLocal }),
        property<Values, 'end_time'>('end_time', t('ends'), { show: displayLocal }),
        property<Values, 'host_user_id'>('host_user_id', t('host'), { show: ({ label }) => label }),
        property<Values, 'course_id'>('course_id', t('course'), { show: (one) => one?.label ?? '' }),
        property<Values, 'room'>('room', t('room')),
        property<Values, 'join_url'>('join_url', t('joinUrl')),
        property<Values, 'live_addr'>('live_addr', t('liveAddress')),
        property<Values, 'replay_address'>('replay_address', t('replayAddress')),
        property<Values, 'description'>('description', t('description')),
      ],
      [t],
    ),
    check: ({ title, start_time, end_time, course_id }) => ({
      title: title.trim() ? undefined : t('titleMissing'),
      end_time: start_time && end_time && end_time <= start_time ? t('endFirst') : undefined,
      course_id: instruction && !course_id ? t('courseMissing') : undefined,
    }),
    send,
    onSaved: async () => {
      await refreshCalendar()
      onClose()
    },
  })
  const { values } = form
  useBegun(form, begun)
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
    <EntryForm form={form} title={title} save={ofTeam || meeting ? undefined : t('askFor')} onClose={onClose}>
      {meeting?.audit_status === 'reject' && (
        <Banner tone="bad">{meeting.audit_reason ? t('rejectedBecause', { reason: meeting.audit_reason }) : t('rejected')}</Banner>
      )}
      {kinds?.({ values, fresh, discard: form.discard })}
      <TextField {...form.field('title')} label={t('meetingTitle')} maxLength={200} />
      <TimesFields form={form} />
      {instruction && !meeting && !course && <TaughtCourse {...form.field('course_id')} />}
      {!instruction && (
        <>
          <Combobox
            label={t('host')}
            value={values.host_user_id}
            error={form.field('host_user_id').error}
            search={groupId ? searchGroupPeople(groupId) : searchPeople}
            onChange={(chosen) => chosen && form.set({ host_user_id: chosen })}
          />
          {!groupId && me.mayTeach && <TaughtCourse optional {...form.field('course_id')} />}
          {!groupId && orgOptions.length > 1 && (
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
      {!home || home === me.org?.id ? (
        <PlaceField
          label={t('room')}
          text={form.field('room')}
          room={values.chosen_room}
          entry={meeting?.id}
          times={values}
          onChange={(room, chosen_room) => form.set({ room, chosen_room })}
        />
      ) : (
        <TextField {...form.field('room')} label={t('room')} maxLength={200} />
      )}
      <TextField {...form.field('join_url')} label={t('joinUrl')} type="url" placeholder="https://" maxLength={2000} />
      <TextField {...form.field('live_addr')} label={t('liveAddress')} type="url" maxLength={2000} />
      {meeting && <TextField {...form.field('replay_address')} label={t('replayAddress')} type="url" maxLength={2000} />}
      <TextArea {...form.field('description')} label={t('description')} rows={3} maxLength={5000} />
    </EntryForm>
  )
}
