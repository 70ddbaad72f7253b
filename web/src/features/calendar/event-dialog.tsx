// The popup of an event: new or changed. From a new one the way leads on to a lesson or a meeting at the same time.
import { newEvent } from '@lyceum/calendar/defaults'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { EntryForm, EntryRead, TimesFields } from '../../parts/calendar/entry-frame.tsx'
import { alertsQuery, eventQuery, refreshCalendar, taughtQuery } from '../../parts/calendar/queries.ts'
import { refusal } from '../../parts/errors/problem-text.ts'
import { query } from '../../queries.ts'
import { useMe } from '../../session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ColourPresets } from '../../ui/colour-presets.tsx'
import { MultiCombobox, type Option } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { addDays, fromIso, toIso } from '../../ui/dates.ts'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Opened } from './opened.ts'
import { OwnFilesField } from './own-files-field.tsx'
import { aheadOfUtc } from '../../ui/zone.ts'

type Event = Answer<'GET /api/calendar-events/:id'>
type Props = { id?: string; start?: string; end?: string; timetables: boolean; onOpen: (opened: Opened) => void; onClose: () => void }

export function EventDialog(props: Props) {
  const t = useTexts('calendar')
  const fresh = props.id === undefined
  const read = useQuery({ ...eventQuery(props.id ?? ''), enabled: !fresh })
  return (
    <EntryRead fresh={fresh} read={read} title={t('editEvent')} onClose={props.onClose}>
      {(event) => <EventFields {...props} event={event} />}
    </EntryRead>
  )
}

const allCourses = 'all'
function EventFields({ event, start, end, timetables, onOpen, onClose }: Props & { event: Event | undefined }) {
  const t = useTexts('calendar')
  const me = useMe()
  const { data: alerts } = useQuery(alertsQuery)
  const { data: mine } = useQuery(taughtQuery)
  const taught = (mine?.items ?? []).filter(({ role }) => role && role !== 'student')
  const manages = me.roles.some((role) => role === 'educational_admin' || role === 'admin')
  const [fresh] = useState(() => newEvent(new Date(), aheadOfUtc(new Date())))
  const from = event ? event.start_time : start ? toIso(start)! : fresh.start.toISOString()
  const until = event ? event.end_time : end ? toIso(end)! : fresh.end.toISOString()
  const day = (iso: string, back = 0) => (event?.all_day ? addDays(iso.slice(0, 10), -back) : fromIso(iso).slice(0, 10))
  const target = event?.target_data
  const form = useForm({
    start: {
      title: event?.title ?? '',
      all_day: event?.all_day ?? false,
      start_time: event?.all_day ? `${day(from)}T09:00` : fromIso(from),
      end_time: event?.all_day ? `${day(until, 1)}T10:00` : fromIso(until),
      first_day: day(from),
      last_day: day(until, 1),
      location: event?.location ?? '',
      description: event?.description ?? '',
      color: event?.color ?? ('teal' as const),
      target_type: event?.target_type ?? ('self' as const),
      course_id: (target?.all_courses ? [allCourses] : (target?.course_ids ?? [])) as string[],
      department_ids: (target?.department_ids ?? []) as string[],
      alert_id: event?.alert_id ? String(event.alert_id) : '',
      send_email_alert: event?.send_email_alert ?? false,
      upload_ids: (event?.uploads ?? []).map(({ id }) => id),
    },
    check: ({ title, all_day, start_time, end_time, first_day, last_day, target_type, course_id, department_ids }) => ({
      title: title.trim() ? undefined : t('titleMissing'),
      ...(all_day
        ? { last_day: last_day && first_day && last_day < first_day ? t('endFirst') : undefined }
        : { end_time: end_time && start_time && end_time <= start_time ? t('endFirst') : undefined }),
      course_id: target_type === 'course' && course_id.length === 0 ? t('courseMissing') : undefined,
      department_ids: target_type === 'department' && department_ids.length === 0 ? t('dataRequired') : undefined,
    }),
    explain: refusal,
    send: async ({ all_day, first_day, last_day, start_time, end_time, course_id, department_ids, alert_id, ...rest }) => {
      const body = {
        ...rest,
        all_day,
        // whole days end with the day after the last one
        start_time: all_day ? `${first_day}T00:00:00.000Z` : toIso(start_time)!,
        end_time: all_day ? `${addDays(last_day, 1)}T00:00:00.000Z` : toIso(end_time)!,
        target_data:
          rest.target_type === 'course'
            ? { ...kept(event), ...(course_id.includes(allCourses) ? { all_courses: true } : { course_ids: course_id }) }
            : rest.target_type === 'department'
              ? { ...kept(event), department_ids }
              : {},
        alert_id: alert_id === '' ? null : Number(alert_id),
      }
      if (event) await call('PUT /api/calendar-events/:id', { params: { id: event.id }, body: { ...body, version: event.version } })
      else await call('POST /api/calendar-events', { body })
      await refreshCalendar()
      onClose()
    },
  })
  const { values } = form
  const courseOptions: Option[] = [
    { value: allCourses, label: t('allCourses') },
    ...taught.map(({ id, name, display_name }) => ({ value: id, label: display_name || name })),
  ]
  const shownCourses = values.course_id.map((id) => courseOptions.find(({ value }) => value === id) ?? { value: id, label: id })
  const others = !event && (
    <Segmented
      label={t('what')}
      value={'event' as 'event' | 'timetable' | 'meeting' | 'instruction'}
      onChange={(what) => {
        // times that nobody chose are those of an event: a lesson and a meeting have their own
        const chosen = start !== undefined || values.start_time !== fromIso(from) || values.end_time !== fromIso(until)
        const at = chosen ? { start: values.start_time, end: values.end_time } : {}
        if (what === 'timetable') onOpen({ what: 'timetable', ...at })
        else if (what !== 'event') onOpen({ what: 'meeting', instruction: what === 'instruction', ...at })
      }}
      options={[
        { value: 'event' as const, label: t('kindOne.event') },
        ...(timetables && taught.length > 0 ? [{ value: 'timetable' as const, label: t('kindOne.timetable') }] : []),
        ...(me.mayTeach ? [{ value: 'meeting' as const, label: t('kindOne.meeting') }] : []),
        ...(taught.length > 0 ? [{ value: 'instruction' as const, label: t('kindOne.instruction_meeting') }] : []),
      ]}
    />
  )
  return (
    <EntryForm form={form} title={t(event ? 'editEvent' : 'newEvent')} onClose={onClose}>
      {others && (taught.length > 0 || me.mayTeach) && others}
      <TextField {...form.field('title')} label={t('eventTitle')} maxLength={200} autoFocus />
      <Checkbox label={t('allDay')} checked={values.all_day} onChange={form.field('all_day').onChange} />
      {values.all_day ? (
        <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
          <DateField {...form.field('first_day')} label={t('firstDay')} />
          <DateField {...form.field('last_day')} label={t('lastDay')} />
        </div>
      ) : (
        <TimesFields form={form} />
      )}
      <TextField {...form.field('location')} label={t('location')} maxLength={200} />
      <TextArea {...form.field('description')} label={t('description')} rows={3} maxLength={5000} />
      {(taught.length > 0 || manages) && (
        <Segmented
          label={t('for')}
          value={values.target_type}
          onChange={form.field('target_type').onChange}
          options={[
            { value: 'self', label: t('for.self') },
            ...(taught.length > 0 ? [{ value: 'course' as const, label: t('for.course') }] : []),
            ...(manages ? [{ value: 'department' as const, label: t('for.department') }] : []),
          ]}
        />
      )}
      {values.target_type === 'course' && (
        <MultiCombobox
          label={t('courses')}
          options={courseOptions}
          value={shownCourses}
          error={form.field('course_id').error}
          onChange={(chosen) =>
            form
              .field('course_id')
              .onChange(
                chosen.some(({ value }) => value === allCourses) && !values.course_id.includes(allCourses)
                  ? [allCourses]
                  : chosen.map(({ value }) => value).filter((one) => one !== allCourses || chosen.length === 1),
              )
          }
        />
      )}
      {values.target_type === 'department' && (
        <Departments
          ids={values.department_ids}
          error={form.field('department_ids').error}
          onChange={form.field('department_ids').onChange}
        />
      )}
      <div className="grid grid-cols-2 items-end gap-3 max-tablet:grid-cols-1">
        <Select
          label={t('alert')}
          value={values.alert_id}
          onChange={(alert) => form.set({ alert_id: alert })}
          options={[
            { value: '', label: t('alert.none') },
            ...[...(alerts?.alerts ?? [])]
              .sort((a, b) => Number(b.id === alerts?.default_id) - Number(a.id === alerts?.default_id) || a.minutes - b.minutes)
              .map(({ id, minutes }) => ({ value: String(id), label: alertText(t, minutes) })),
          ]}
        />
        {values.alert_id !== '' && (
          <Checkbox label={t('alertMail')} checked={values.send_email_alert} onChange={form.field('send_email_alert').onChange} />
        )}
      </div>
      {values.target_type !== 'department' && (
        <OwnFilesField
          known={event?.uploads ?? []}
          ids={values.upload_ids}
          error={form.field('upload_ids').error}
          onChange={form.field('upload_ids').onChange}
        />
      )}
      <ColourPresets label={t('colour')} value={values.color} onChange={form.field('color').onChange} />
    </EntryForm>
  )
}

/** What the popup does not offer stays as it was. */
const kept = (event: Event | undefined) => ({
  role_ids: event?.target_data.role_ids ?? [],
  user_ids: event?.target_data.user_ids ?? [],
  group_ids: event?.target_data.group_ids ?? [],
})

const alertText = (t: ReturnType<typeof useTexts<'calendar'>>, minutes: number) =>
  minutes === 0
    ? t('alert.now')
    : minutes < 60
      ? t('alert.minutes', { count: minutes })
      : minutes < 1440
        ? t('alert.hours', { count: minutes / 60 })
        : t('alert.days', { count: minutes / 1440 })

function Departments({ ids, error, onChange }: { ids: readonly string[]; error: string | undefined; onChange: (ids: string[]) => void }) {
  const t = useTexts('calendar')
  const { data } = useQuery(query('GET /api/departments', { query: { page_size: 100 } }))
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <MultiCombobox
      label={t('departments')}
      options={options}
      value={ids.map((id) => options.find(({ value }) => value === id) ?? { value: id, label: id })}
      error={error}
      onChange={(chosen) => onChange(chosen.map(({ value }) => value))}
    />
  )
}
