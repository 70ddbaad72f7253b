// The popup of an event: new or changed.
import { newEvent } from '@lyceum/calendar/defaults'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { useChosenFiles } from '../../parts/learning/forms/use-chosen-files.ts'
import { EntryForm, EntryRead, type NewEntry, TimesFields, useBegun } from '../../parts/learning/calendar/entry-frame.tsx'
import { alertsQuery, eventQuery, refreshCalendar, myCoursesQuery } from '../../parts/learning/calendar/queries.ts'
import { PlaceField } from '../../parts/learning/calendar/place-field.tsx'
import { useEntryForm } from '../../parts/learning/calendar/use-entry-form.tsx'
import { property } from '../../parts/base/drafts/version-fields.ts'
import { queryClient } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { ColourPresets } from '../../ui/fields/colour-presets.tsx'
import type { Option } from '../../ui/fields/combobox.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { fromIso } from '../../ui/dates.ts'
import { Select, TextArea, TextField } from '../../ui/fields/field.tsx'
import { displayLocal, list, number } from '../../ui/format.ts'
import { aheadOfUtc } from '../../ui/zone.ts'
import { EventAudience } from './event-audience.tsx'
import { EventFiles } from './event-files.tsx'
import { bodyOf, type Event, greatestTag, isTag, newValues, type Values, valuesOf } from './event-values.ts'

type Props = { id?: string; start?: string; end?: string; onClose: () => void } & NewEntry

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

function EventFields({ event, start, end, kinds, begun, onClose }: Props & { event: Event | undefined }) {
  const t = useTexts('calendar')
  const me = useMe()
  const { data: alerts } = useQuery(alertsQuery)
  const { data: mine } = useQuery(myCoursesQuery)
  const teaches = (mine?.items ?? []).some(({ role }) => role && role !== 'student')
  const manages = me.roles.some((role) => role === 'educational_admin' || role === 'admin')
  const [fresh] = useState(() => {
    const usual = newEvent(new Date(), aheadOfUtc(new Date()))
    return newValues(start ?? fromIso(usual.start.toISOString()), end ?? fromIso(usual.end.toISOString()))
  })
  const chosen = useChosenFiles(event?.uploads)
  /** Pressed while a file was on its way: saving follows as soon as it is there. */
  const [queued, setQueued] = useState(false)
  const title = t(event ? 'editEvent' : 'newEvent')
  const form = useEntryForm<Values>({
    kind: 'calendar-event',
    thing: event?.id ?? 'new',
    title: event?.title ?? title,
    latest: event ? { version: event.version, value: valuesOf(event, t('allCourses')) } : { version: 0, value: fresh },
    keep: start && end ? timesOf(fresh) : undefined,
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...eventQuery(event!.id), staleTime: 0 })
      return { version: newest.version, value: valuesOf(newest, t('allCourses')) }
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language, as t does
    fields: useMemo(
      () => [
        property<Values, 'title'>('title', t('eventTitle')),
        property<Values, 'all_day'>('all_day', t('allDay'), { show: (on) => t(on ? 'allDay' : 'notAllDay') }),
        property<Values, 'start_time'>('start_time', t('begins'), { show: displayLocal }),
        property<Values, 'end_time'>('end_time', t('ends'), { show: displayLocal }),
        property<Values, 'location'>('location', t('location')),
        property<Values, 'description'>('description', t('description')),
        property<Values, 'tag_id'>('tag_id', t('tag')),
        property<Values, 'course_id'>('course_id', t('courses'), { show: shownList }),
        property<Values, 'department_ids'>('department_ids', t('departments'), { show: shownList }),
        property<Values, 'group_ids'>('group_ids', t('groups'), { show: shownList }),
        property<Values, 'user_ids'>('user_ids', t('people'), { show: shownList }),
      ],
      [t],
    ),
    check: ({ title, all_day, start_time, end_time, first_day, last_day, target_type, course_id, department_ids, tag_id }) => ({
      title: title.trim() ? undefined : t('titleMissing'),
      ...(all_day
        ? { last_day: last_day && first_day && last_day < first_day ? t('endFirst') : undefined }
        : { end_time: end_time && start_time && end_time <= start_time ? t('endFirst') : undefined }),
      tag_id: isTag(tag_id) ? undefined : t('tagWrong', { most: number(greatestTag) }),
      course_id: target_type === 'course' && course_id.length === 0 ? t('courseMissing') : undefined,
      department_ids: target_type === 'department' && department_ids.length === 0 ? t('dataRequired') : undefined,
    }),
    send: async (values, version) => {
      const body = { ...bodyOf(values), ...(chosen.changed && chosen.ids && { upload_ids: chosen.ids }) }
      if (event) await call('PUT /api/calendar-events/:id', { params: { id: event.id }, body: { ...body, version } })
      else await call('POST /api/calendar-events', { body })
      chosen.keep()
    },
    sendsClosed: !chosen.changed,
    onSaved: async () => {
      await refreshCalendar()
      onClose()
    },
  })
  const save = async () => {
    const waits = chosen.sending && !chosen.failed
    setQueued(waits)
    if (!waits && !chosen.failed) await form.submit()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as the files are there
  useEffect(() => {
    if (queued && !(chosen.sending && !chosen.failed)) void save()
  }, [queued, chosen.files])
  const { values } = form
  useBegun(form, begun)
  const shown = { ...form, changed: form.changed || chosen.changed, busy: form.busy || queued, submit: save }
  return (
    <EntryForm form={shown} title={title} onClose={onClose}>
      {kinds?.({ values, fresh, discard: form.discard })}
      <TextField {...form.field('title')} label={t('eventTitle')} maxLength={200} autoFocus={!begun} />
      <Checkbox label={t('allDay')} checked={values.all_day} onChange={form.field('all_day').onChange} />
      {values.all_day ? (
        <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
          <DateField {...form.field('first_day')} label={t('firstDay')} />
          <DateField {...form.field('last_day')} label={t('lastDay')} />
        </div>
      ) : (
        <TimesFields form={form} />
      )}
      <PlaceField
        label={t('location')}
        text={form.field('location')}
        room={values.room}
        entry={event?.id}
        times={values.all_day ? { start_time: `${values.first_day}T00:00`, end_time: `${values.last_day}T23:59` } : values}
        onChange={(location, room) => form.set({ location, room })}
      />
      <TextArea {...form.field('description')} label={t('description')} rows={3} maxLength={5000} />
      {(teaches || manages) && <EventAudience form={form} teaches={teaches} manages={manages} />}
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
      <TextField {...form.field('tag_id')} label={t('tag')} placeholder={t('tagHint')} inputMode="numeric" maxLength={10} />
      <EventFiles chosen={chosen} error={chosen.failed ? t('fileFailed') : undefined} />
      {queued && <Banner tone="info">{t('filesWait')}</Banner>}
      <ColourPresets label={t('colour')} value={values.color} onChange={form.field('color').onChange} />
    </EntryForm>
  )
}

const timesOf = ({ start_time, end_time, first_day, last_day }: Values) => ({ start_time, end_time, first_day, last_day })
const shownList = (options: readonly Option[]) => list(options.map(({ label }) => label))

const alertText = (t: ReturnType<typeof useTexts<'calendar'>>, minutes: number) =>
  minutes === 0
    ? t('alert.now')
    : minutes < 60
      ? t('alert.minutes', { count: minutes })
      : minutes < 1440
        ? t('alert.hours', { count: minutes / 60 })
        : t('alert.days', { count: minutes / 1440 })
