// The popup of a lesson: once or in a series; of a change whether it is of this lesson alone or of those that follow too.
import { newTimetable } from '@lyceum/calendar/defaults'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { EntryForm, EntryRead, TimesFields } from '../../parts/calendar/entry-frame.tsx'
import type { Entry } from '../../parts/calendar/items.ts'
import { refreshCalendar, timetableQuery } from '../../parts/calendar/queries.ts'
import { TaughtCourseSelect } from '../../parts/calendar/taught-course-select.tsx'
import { courseQuery } from '../../parts/course/queries.ts'
import { refusal } from '../../parts/errors/problem-text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type ColourPreset, ColourPresets } from '../../ui/colour-presets.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { useOrganisation } from '../../session.ts'
import { addDays, fromIso, toIso } from '../../ui/dates.ts'
import { Field, Select, TextArea, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { sameClock, weekdays } from '../../ui/format.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { aheadOfUtc, deviceZone } from '../../ui/zone.ts'
import { daysAfter, weekdayThere } from './lesson-days.ts'

type Timetable = Answer<'GET /api/calendar-timetables/:id'>
type Props = { entry?: Entry; start?: string; end?: string; onClose: () => void }

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

/** All weekdays are taken away. */
const none = '-'
function TimetableFields({ entry, timetable, start, end, onClose }: Props & { timetable: Timetable | undefined }) {
  const t = useTexts('calendar')
  const [fresh] = useState(() => newTimetable(new Date(), aheadOfUtc(new Date())))
  const from = entry ? fromIso(entry.start_time) : (start ?? fromIso(fresh.start.toISOString()))
  const until = entry ? fromIso(entry.end_time) : (end ?? fromIso(fresh.end.toISOString()))
  const form = useForm({
    start: {
      course_id: timetable?.course_id ?? '',
      start_time: from,
      end_time: until,
      repeat_type: timetable?.repeat_type ?? ('week' as Timetable['repeat_type']),
      repeat_frequency: timetable?.repeat_frequency ?? 2,
      /** Empty: nobody has chosen days, they follow the day of the lesson. */
      repeat_weekly_days: '',
      repeat_end_date: timetable?.repeat_end_date ?? addDays(from.slice(0, 10), 7 * 15),
      location: timetable?.location ?? '',
      description: timetable?.description ?? '',
      color: (timetable?.color ?? 'orange') as ColourPreset,
      update_scope: 'current' as 'current' | 'current_and_after',
      send_ntf: false,
      ntf_content: '',
    },
    check: ({ course_id, start_time, end_time, repeat_type, repeat_weekly_days, repeat_end_date, update_scope }) => ({
      course_id: course_id ? undefined : t('courseMissing'),
      end_time: start_time && end_time && end_time <= start_time ? t('endFirst') : undefined,
      ...(!(entry?.repeats && update_scope === 'current') &&
        repeat_type !== 'no_repeat' && {
          repeat_weekly_days: repeat_type !== 'day' && repeat_weekly_days === none ? t('weekdaysMissing') : undefined,
          repeat_end_date: repeat_end_date ? (repeat_end_date < start_time.slice(0, 10) ? t('endFirst') : undefined) : t('dayMissing'),
        }),
    }),
    explain: refusal,
    send: async ({
      course_id,
      start_time,
      end_time,
      update_scope,
      repeat_type,
      repeat_frequency,
      repeat_weekly_days,
      repeat_end_date,
      ntf_content,
      send_ntf,
      ...rest
    }) => {
      const times = { start_time: toIso(start_time)!, end_time: toIso(end_time)! }
      // of a series that is changed, the server takes along what nobody has chosen anew
      const follows = timetable?.repeat_type === repeat_type
      const repeat = {
        repeat_type,
        repeat_frequency,
        ...(!(follows && repeat_weekly_days === '') && { repeat_weekly_days: days }),
        ...(!(follows && repeat_end_date === timetable.repeat_end_date) && {
          repeat_end_date: repeat_type === 'no_repeat' ? null : repeat_end_date,
        }),
      }
      const told = { send_ntf, ...(send_ntf && { ntf_content }) }
      if (timetable && entry) {
        const alone = entry.repeats && update_scope === 'current'
        const scope = entry.repeats ? { update_scope, occurrence_date: entry.occurrence_date! } : {}
        const body = { ...rest, ...times, ...(!alone && repeat), ...scope, ...told, version: timetable.version }
        await call('PUT /api/calendar-timetables/:id', { params: { id: timetable.id }, body })
      } else await call('POST /api/calendar-timetables', { body: { course_id, ...rest, ...times, ...repeat, ...told } })
      await refreshCalendar()
      onClose()
    },
  })
  const { values } = form
  const { data: course } = useQuery({ ...courseQuery(values.course_id), enabled: !timetable && values.course_id !== '' })
  const organisation = useOrganisation()
  const zone = timetable?.time_zone ?? course?.time_zone ?? organisation?.time_zone ?? deviceZone()
  const begins = toIso(values.start_time)
  const day = weekdayThere(begins ?? toIso(from)!, zone)
  const usual =
    timetable?.repeat_weekly_days && entry ? daysAfter(timetable.repeat_weekly_days, weekdayThere(entry.start_time, zone), day) : day
  const days = values.repeat_weekly_days || usual
  const alone = Boolean(entry?.repeats) && values.update_scope === 'current'
  const elsewhere = begins && (timetable || course) && !sameClock(begins, zone) ? zone.replaceAll('_', ' ') : undefined
  return (
    <EntryForm form={form} title={t(timetable ? 'editLesson' : 'newLesson')} onClose={onClose}>
      {timetable ? <p className="font-medium">{timetable.course_title}</p> : <TaughtCourseSelect {...form.field('course_id')} />}
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
      <TextField {...form.field('location')} label={t('location')} maxLength={200} />
      <TextArea {...form.field('description')} label={t('description')} rows={2} maxLength={5000} />
      <ColourPresets label={t('colour')} value={values.color} onChange={form.field('color').onChange} />
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
  /** Whose days they are, where that is not the reader's. */
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
