// The popup of a lesson: once or in a series; of a change whether it is of this lesson alone or of those that follow too.
import { newTimetable } from '@lyceum/calendar/defaults'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { EntryForm, EntryRead, type NewEntry, TimesFields, useBegun } from '../../parts/learning/calendar/entry-frame.tsx'
import type { Entry } from '../../parts/learning/calendar/items.ts'
import { refreshCalendar, timetableQuery } from '../../parts/learning/calendar/queries.ts'
import { type ChosenRoom, chosenRoom, PlaceField, roomOf } from '../../parts/learning/calendar/place-field.tsx'
import { TaughtCourse } from '../../parts/learning/calendar/taught-course.tsx'
import { useEntryForm } from '../../parts/learning/calendar/use-entry-form.tsx'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { property } from '../../parts/base/drafts/version-fields.ts'
import { queryClient } from '../../queries.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { ColourPreset } from '../../ui/fields/colour-presets.tsx'
import type { Option } from '../../ui/fields/combobox.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { useOrganisation } from '../../session/session.ts'
import { addDays, fromIso, toIso } from '../../ui/dates.ts'
import { Field, Select, TextArea } from '../../ui/fields/field.tsx'
import { displayLocal, sameClock, weekdays } from '../../ui/format.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { aheadOfUtc, deviceZone } from '../../ui/zone.ts'
import { daysAfter, weekdayThere } from './lesson-days.ts'

type Timetable = Answer<'GET /api/calendar-timetables/:id'>
type Props = { entry?: Entry; start?: string; end?: string; onClose: () => void } & NewEntry

export function TimetableDialog(props: Props) {
  const t = useTexts('calendar')
  const fresh = props.entry === undefined
  const read = useQuery({ ...timetableQuery(props.entry?.id ?? ''), enabled: !fresh })
  return (
    <EntryRead fresh={fresh} read={read} title={t('editLesson')} onClose={props.onClose}>
      {(timetable) => <TimetableFields {...props} timetable={timetable} />}
    </EntryRead>
  )
}

/** Stands for no weekday, after the person has taken all away. */
const none = '-'
type Values = {
  course_id: Option | null
  start_time: string
  end_time: string
  repeat_type: Timetable['repeat_type']
  repeat_frequency: number
  /** Empty: nobody has chosen days, they follow the day of the lesson. */
  repeat_weekly_days: string
  repeat_end_date: string
  location: string
  /** Missing in a draft of before there were rooms. */
  room?: ChosenRoom
  description: string
  color: ColourPreset
  update_scope: 'current' | 'current_and_after'
  send_ntf: boolean
  ntf_content: string
}
const once = { update_scope: 'current', send_ntf: false, ntf_content: '', repeat_weekly_days: '' } as const
/** Of a lesson of a series: when it takes place, and the rest of the series. */
const valuesOf = (timetable: Timetable, { start_time, end_time }: Entry): Values => ({
  ...once,
  course_id: { value: timetable.course_id, label: timetable.course_title },
  start_time: fromIso(start_time),
  end_time: fromIso(end_time),
  repeat_type: timetable.repeat_type,
  repeat_frequency: timetable.repeat_frequency ?? 2,
  repeat_end_date: timetable.repeat_end_date ?? addDays(fromIso(start_time).slice(0, 10), usualDays),
  location: timetable.location,
  room: chosenRoom(timetable.room_id, timetable.location),
  description: timetable.description,
  color: timetable.color,
})
/** A new series lasts so many days. */
const usualDays = 7 * 15

function TimetableFields({ entry, timetable, start, end, kinds, begun, onClose }: Props & { timetable: Timetable | undefined }) {
  const t = useTexts('calendar')
  const [fresh] = useState((): Values => {
    const usual = newTimetable(new Date(), aheadOfUtc(new Date()))
    const from = start ?? fromIso(usual.start.toISOString())
    return {
      ...once,
      course_id: null,
      start_time: from,
      end_time: end ?? fromIso(usual.end.toISOString()),
      repeat_type: 'week',
      repeat_frequency: 2,
      repeat_end_date: addDays(from.slice(0, 10), usualDays),
      location: '',
      description: '',
      color: 'orange',
    }
  })
  const send = async (values: Values, version: number): Promise<unknown> => {
    const { course_id, start_time, end_time, update_scope, repeat_type, repeat_frequency, repeat_weekly_days } = values
    const { repeat_end_date, send_ntf, ntf_content, location, room, description, color } = values
    // of a series that is changed, the server takes along what nobody has chosen anew
    const follows = timetable?.repeat_type === repeat_type
    const body = {
      ...{ location, room_id: roomOf(room, location), description, color, send_ntf, ...(send_ntf && { ntf_content }) },
      ...{ start_time: toIso(start_time)!, end_time: toIso(end_time)! },
    }
    const repeat = {
      repeat_type,
      repeat_frequency,
      ...(!(follows && repeat_weekly_days === '') && { repeat_weekly_days: days }),
      ...(!(follows && repeat_end_date === timetable.repeat_end_date) && {
        repeat_end_date: repeat_type === 'no_repeat' ? null : repeat_end_date,
      }),
    }
    if (!timetable || !entry)
      return await call('POST /api/calendar-timetables', { body: { course_id: course_id!.value, ...body, ...repeat } })
    const single = entry.repeats && update_scope === 'current'
    const scope = entry.repeats ? { update_scope, occurrence_date: entry.occurrence_date! } : {}
    return await call('PUT /api/calendar-timetables/:id', {
      params: { id: timetable.id },
      body: { ...body, ...(!single && repeat), ...scope, version },
    })
  }
  const title = t(timetable ? 'editLesson' : 'newLesson')
  const form = useEntryForm<Values>({
    kind: 'calendar-lesson',
    thing: timetable && entry ? `${timetable.id} ${entry.occurrence_date}` : 'new',
    title: timetable?.course_title ?? title,
    latest: timetable && entry ? { version: timetable.version, value: valuesOf(timetable, entry) } : { version: 0, value: fresh },
    keep: start && end ? { start_time: start, end_time: end } : undefined,
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...timetableQuery(timetable!.id), staleTime: 0 })
      return { version: newest.version, value: valuesOf(newest, entry!) }
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language, as t does
    fields: useMemo(
      () => [
        property<Values, 'location'>('location', t('location')),
        property<Values, 'description'>('description', t('description')),
        property<Values, 'repeat_type'>('repeat_type', t('repeat'), { show: (type) => t(`repeat.${type}`) }),
        property<Values, 'repeat_end_date'>('repeat_end_date', t('until'), { show: displayLocal }),
      ],
      [t],
    ),
    check: ({ course_id, start_time, end_time, repeat_type, repeat_weekly_days, repeat_end_date, update_scope }) => ({
      course_id: course_id ? undefined : t('courseMissing'),
      end_time: start_time && end_time && end_time <= start_time ? t('endFirst') : undefined,
      ...(!(entry?.repeats && update_scope === 'current') &&
        repeat_type !== 'no_repeat' && {
          repeat_weekly_days: repeat_type !== 'day' && repeat_weekly_days === none ? t('weekdaysMissing') : undefined,
          repeat_end_date: repeat_end_date ? (repeat_end_date < start_time.slice(0, 10) ? t('endFirst') : undefined) : t('dayMissing'),
        }),
    }),
    send,
    onSaved: async () => {
      await refreshCalendar()
      onClose()
    },
  })
  const { values } = form
  useBegun(form, begun && { description: begun.description })
  const { data: course } = useQuery({ ...courseQuery(values.course_id?.value ?? ''), enabled: !timetable && values.course_id !== null })
  const organisation = useOrganisation()
  const zone = timetable?.time_zone ?? course?.time_zone ?? organisation?.time_zone ?? deviceZone()
  const begins = toIso(values.start_time)
  const day = weekdayThere(begins ?? entry?.start_time ?? toIso(fresh.start_time)!, zone)
  const usual =
    timetable?.repeat_weekly_days && entry ? daysAfter(timetable.repeat_weekly_days, weekdayThere(entry.start_time, zone), day) : day
  const days = values.repeat_weekly_days || usual
  const alone = Boolean(entry?.repeats) && values.update_scope === 'current'
  const elsewhere = begins && (timetable || course) && !sameClock(begins, zone) ? zone.replaceAll('_', ' ') : undefined
  return (
    <EntryForm form={form} title={title} onClose={onClose}>
      {kinds?.({ values, fresh, discard: form.discard })}
      {timetable ? <p className="font-medium">{timetable.course_title}</p> : <TaughtCourse {...form.field('course_id')} />}
      {entry?.repeats && (
        <RadioGroup
          label={t('scope')}
          value={values.update_scope}
          onChange={form.field('update_scope').onChange}
          options={[
            { value: 'current', label: t('scope.current') },
            { value: 'current_and_after', label: t('scope.after') },
          ]}
        />
      )}
      <TimesFields form={form} />
      {elsewhere && <p className="text-small text-text-2">{t('zoneNote', { zone: elsewhere })}</p>}
      {!alone && (
        <>
          <Select
            {...form.field('repeat_type')}
            label={t('repeat')}
            options={(['no_repeat', 'day', 'week', 'custom'] as const).map((value) => ({ value, label: t(`repeat.${value}`) }))}
          />
          {values.repeat_type === 'custom' && (
            <NumberField
              label={t('everyWeeks')}
              min={1}
              max={52}
              value={values.repeat_frequency}
              error={form.field('repeat_frequency').error}
              onChange={(weeks) => form.set({ repeat_frequency: weeks ?? 1 })}
            />
          )}
          {(values.repeat_type === 'week' || values.repeat_type === 'custom') && (
            <Weekdays
              value={days}
              zone={elsewhere}
              error={form.field('repeat_weekly_days').error}
              onChange={form.field('repeat_weekly_days').onChange}
            />
          )}
          {values.repeat_type !== 'no_repeat' && (
            <DateField {...form.field('repeat_end_date')} label={t('until')} help={t('holidaysLeftOut')} />
          )}
        </>
      )}
      <PlaceField
        label={t('location')}
        text={form.field('location')}
        room={values.room}
        entry={timetable?.id}
        times={values}
        onChange={(location, room) => form.set({ location, room })}
      />
      <TextArea {...form.field('description')} label={t('description')} rows={2} maxLength={5000} />
      <Checkbox label={t('tellCourse')} checked={values.send_ntf} onChange={form.field('send_ntf').onChange} />
      {values.send_ntf && <TextArea {...form.field('ntf_content')} label={t('tellText')} rows={2} maxLength={1000} />}
    </EntryForm>
  )
}

function Weekdays({
  value,
  zone,
  error,
  onChange,
}: {
  value: string
  /** The zone of the days, where it is not the reader's. */
  zone: string | undefined
  error: string | undefined
  onChange: (value: string) => void
}) {
  const t = useTexts('calendar')
  const chosen = value.split(',').filter((one) => one !== '' && one !== none)
  return (
    <Field group label={t('weekdays')} help={zone && t('weekdaysThere', { zone })} error={error}>
      {() => (
        <div className="flex flex-wrap gap-x-4">
          {weekdays('short').map((name, n) => {
            const day = String(n + 1)
            return (
              <Checkbox
                key={day}
                label={name}
                checked={chosen.includes(day)}
                onChange={(on) => onChange((on ? [...chosen, day] : chosen.filter((one) => one !== day)).sort().join() || none)}
              />
            )
          })}
        </div>
      )}
    </Field>
  )
}
