// An event as its form has it, and as the server takes it.
import type { Answer, CallInput } from '../../client.ts'
import type { ColourPreset } from '../../ui/fields/colour-presets.tsx'
import { type ChosenRoom, chosenRoom, roomOf } from '../../parts/learning/calendar/place-field.tsx'
import type { Option } from '../../ui/fields/combobox.tsx'
import { addDays, fromIso, toIso } from '../../ui/dates.ts'

export type Event = Answer<'GET /api/calendar-events/:id'>
/** Stands for all courses that I teach. */
export const allCourses = 'all'
export type Values = {
  title: string
  all_day: boolean
  start_time: string
  end_time: string
  first_day: string
  last_day: string
  location: string
  /** Missing in a draft of before there were rooms. */
  room?: ChosenRoom
  description: string
  color: ColourPreset
  target_type: Event['target_type']
  course_id: readonly Option[]
  department_ids: readonly Option[]
  role_ids: readonly string[]
  user_ids: readonly Option[]
  group_ids: readonly Option[]
  alert_id: string
  send_email_alert: boolean
  /** A number of the organisation's own; empty: none. */
  tag_id: string
}

export const newValues = (start: string, end: string): Values => ({
  title: '',
  all_day: false,
  start_time: start,
  end_time: end,
  first_day: start.slice(0, 10),
  last_day: end.slice(0, 10),
  location: '',
  description: '',
  color: 'teal',
  target_type: 'self',
  course_id: [],
  department_ids: [],
  role_ids: [],
  user_ids: [],
  group_ids: [],
  alert_id: '',
  send_email_alert: false,
  tag_id: '',
})

/** `all`: how all courses are called. */
export function valuesOf({ target_data: target, target_names = {}, ...event }: Event, all: string): Values {
  const named = (ids: readonly string[]) => ids.map((id) => ({ value: id, label: target_names[id] ?? id }))
  const first = event.all_day ? event.start_time.slice(0, 10) : fromIso(event.start_time).slice(0, 10)
  // whole days end with the day after the last one
  const last = event.all_day ? addDays(event.end_time.slice(0, 10), -1) : fromIso(event.end_time).slice(0, 10)
  return {
    title: event.title,
    all_day: event.all_day,
    start_time: event.all_day ? `${first}T09:00` : fromIso(event.start_time),
    end_time: event.all_day ? `${last}T10:00` : fromIso(event.end_time),
    first_day: first,
    last_day: last,
    location: event.location,
    room: chosenRoom(event.room_id, event.location),
    description: event.description,
    color: event.color,
    target_type: event.target_type,
    course_id: target.all_courses ? [{ value: allCourses, label: all }] : named(target.course_ids),
    department_ids: named(target.department_ids),
    role_ids: target.role_ids,
    user_ids: named(target.user_ids),
    group_ids: named(target.group_ids),
    alert_id: event.alert_id ? String(event.alert_id) : '',
    send_email_alert: event.send_email_alert,
    tag_id: event.tag_id === null ? '' : String(event.tag_id),
  }
}

/** Whether a tag is none, or one that the server takes. */
export const isTag = (text: string) => text === '' || (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= greatestTag)
export const greatestTag = 2_000_000_000

const idsOf = (list: readonly Option[]) => list.map(({ value }) => value)
export const isOfAll = (courses: readonly Option[]) => courses.some(({ value }) => value === allCourses)

export function bodyOf(values: Values): CallInput<'POST /api/calendar-events'>['body'] {
  const { all_day, first_day, last_day, start_time, end_time, course_id, department_ids, role_ids, user_ids, group_ids, room, ...rest } =
    values
  const some = { role_ids: [...role_ids], user_ids: idsOf(user_ids) }
  const courses = isOfAll(course_id) ? { all_courses: true } : { course_ids: idsOf(course_id), group_ids: idsOf(group_ids) }
  return {
    ...rest,
    room_id: roomOf(room, rest.location),
    all_day,
    start_time: all_day ? `${first_day}T00:00:00.000Z` : toIso(start_time)!,
    end_time: all_day ? `${addDays(last_day, 1)}T00:00:00.000Z` : toIso(end_time)!,
    target_data:
      rest.target_type === 'course'
        ? { ...some, ...courses }
        : rest.target_type === 'department'
          ? { ...some, department_ids: idsOf(department_ids) }
          : {},
    alert_id: rest.alert_id === '' ? null : Number(rest.alert_id),
    tag_id: rest.tag_id === '' ? null : Number(rest.tag_id),
  }
}
