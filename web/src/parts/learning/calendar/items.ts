// Items of a calendar as the views draw them: entries, lessons, meetings, dates of activities and classes in one shape, by the reader's clock.
import type { Answer } from '../../../client.ts'
import { paths } from '../../../paths.ts'
import { addDays, fromIso } from '../../../ui/dates.ts'
import { type ActivityMoment, areNear, canBeNear } from './near.ts'

export type Month = Answer<'GET /api/calendar'>
export type Entry = Month['entries'][number]
export const kinds = ['timetable', 'event', 'meeting', 'instruction_meeting', 'cloud_classroom', 'due'] as const
export type Kind = (typeof kinds)[number]

export type Item = {
  key: string
  kind: Kind
  title: string
  /** ISO times; of whole days midnights in UTC. */
  start: string
  end: string
  allDay: boolean
  /** The first and the last of its days in the reader's zone. */
  days: readonly [string, string]
  /** Minutes after midnight of its first day, and of its last; of a whole day 0 and 1440. */
  from: number
  to: number
  location: string
  courseId: string | null
  courseName: string | null
  /** The teaching-and-research group of a meeting. */
  group: { id: string; name: string } | null
  color: string | null
  /** That the reader has chosen for its course. */
  courseColor: string | null
  /** The pattern that its teachers have chosen for its cover. */
  coursePattern: number | null
  /** It waits for approval, or was rejected. */
  status: 'others' | 'reject' | null
  /** The dates of an activity: opens, due, closes. */
  what: ActivityMoment['what'] | null
  moment: ActivityMoment | null
  done: boolean
  href: string | null
  entry: Entry | null
}

const minuteOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
/** A due time this late is the end of its day, and stands above it. */
const lateMinute = 23 * 60
const momentMinutes = 30
/** The height of a line of text among the hours: a shorter entry is drawn as long as this. */
export const leastMinutes = 30

type Uncoloured = Omit<Item, 'courseColor' | 'coursePattern'>
type Timed = Pick<Item, 'allDay' | 'days' | 'from' | 'to'>
function timed(start: string, end: string): Timed {
  const [first, last] = [fromIso(start), fromIso(end)]
  const to = minuteOf(last)
  // what ends at midnight ends with the day before
  const lastDay = to === 0 && last.slice(0, 10) > first.slice(0, 10) ? addDays(last.slice(0, 10), -1) : last.slice(0, 10)
  return { allDay: false, days: [first.slice(0, 10), lastDay], from: minuteOf(first), to: to === 0 ? 1440 : to }
}
/** Whole days are the same days in every zone. */
const whole = (start: string, end: string): Timed => ({
  allDay: true,
  days: [start.slice(0, 10), addDays(end.slice(0, 10), -1)],
  from: 0,
  to: 1440,
})

export const keyOf = ({ kind, id, start_time }: Pick<Entry, 'kind' | 'id' | 'start_time'>) => `${kind} ${id} ${start_time}`

const ofEntry = (entry: Entry): Uncoloured => ({
  key: keyOf(entry),
  kind: entry.kind,
  title: entry.title,
  start: entry.start_time,
  end: entry.end_time,
  ...(entry.all_day ? whole(entry.start_time, entry.end_time) : timed(entry.start_time, entry.end_time)),
  location: entry.location,
  courseId: entry.course_id,
  courseName: entry.course_name,
  group: entry.group_id ? { id: entry.group_id, name: entry.group_name ?? '' } : null,
  color: entry.color,
  status: entry.audit_status === 'agree' ? null : entry.audit_status,
  what: null,
  moment: null,
  done: false,
  href: null,
  entry,
})

function ofDate(date: Month['dates'][number]): Uncoloured {
  const local = fromIso(date.at)
  const [day, minute] = [local.slice(0, 10), minuteOf(local)]
  const above = minute >= lateMinute || minute === 0
  // midnight is the end of the day before
  const on = minute === 0 && date.what !== 'opens' ? addDays(day, -1) : day
  return {
    key: `${date.what} ${date.activity_id}`,
    kind: 'due',
    title: date.title,
    start: date.at,
    end: date.at,
    allDay: above,
    days: [on, on],
    from: above ? 0 : minute,
    to: above ? 1440 : Math.min(minute + momentMinutes, 1440),
    location: '',
    courseId: date.course_id,
    courseName: date.course_name,
    group: null,
    color: null,
    status: null,
    what: date.what,
    moment: { activity: date.activity_id, type: date.type, what: date.what, at: date.at },
    done: date.done === true,
    href: paths.activity(date.course_id, date.activity_id),
    entry: null,
  }
}

const ofClassroom = (one: Month['classrooms'][number]): Uncoloured => ({
  key: `class ${one.id}`,
  kind: 'cloud_classroom',
  title: one.title,
  start: one.start_time,
  end: one.end_time ?? one.start_time,
  ...timed(one.start_time, one.end_time ?? new Date(Date.parse(one.start_time) + 3_600_000).toISOString()),
  location: '',
  courseId: one.course_id,
  courseName: one.course_name,
  group: null,
  color: null,
  status: null,
  what: null,
  moment: null,
  done: false,
  href: paths.activity(one.course_id, one.id),
  entry: null,
})

type Drawn = { id: string; cover_pattern?: number | null }
/** Everything, those of whole days first, then by their beginning. A server of the release before knows no colours. */
export function itemsOf({ entries, dates, classrooms, colours = [] }: Month, courses: readonly Drawn[] = []): Item[] {
  const chosen = new Map(colours.map(({ course_id, color }) => [course_id, color]))
  const patterns = new Map(courses.map(({ id, cover_pattern }) => [id, cover_pattern]))
  return [...entries.map(ofEntry), ...classrooms.map(ofClassroom), ...dates.map(ofDate)]
    .map(
      (item): Item => ({
        ...item,
        courseColor: (item.courseId && chosen.get(item.courseId)) || null,
        coursePattern: patterns.get(item.courseId ?? '') ?? null,
      }),
    )
    .sort(
      (a, b) =>
        (a.days[0] < b.days[0] ? -1 : a.days[0] > b.days[0] ? 1 : Number(b.allDay) - Number(a.allDay)) ||
        a.from - b.from ||
        (a.key < b.key ? -1 : 1),
    )
}

export const isOn = ({ days: [first, last] }: Item, day: string) => first <= day && day <= last

/** The part of a timed item on one of its days, in minutes. */
export const partOn = ({ days: [first, last], from, to }: Item, day: string): { from: number; to: number } => ({
  from: day === first ? from : 0,
  to: day === last ? to : 1440,
})

/** `minutes`: its own on this day, while it is drawn from `from` to `to`. */
export type Placed = { item: Item; from: number; to: number; minutes: number; column: number; columns: number }
/** The timed items of a day side by side where they overlap: those that touch one another share the width. */
export function placedOn(items: readonly Item[], day: string): Placed[] {
  const parts = items
    .filter((item) => !item.allDay && isOn(item, day))
    .map((item) => ({ item, ...partOn(item, day) }))
    .map(({ item, from, to }) => {
      const drawn = Math.max(0, Math.min(from, 1440 - leastMinutes))
      return { item, minutes: to - from, from: drawn, to: Math.max(to, drawn + leastMinutes) }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const placed: Placed[] = []
  let group: Placed[] = []
  let until = -1
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column + 1))
    for (const one of group) one.columns = columns
    placed.push(...group)
    group = []
  }
  for (const part of parts) {
    if (part.from >= until) close()
    const taken = new Set(group.filter(({ to }) => to > part.from).map(({ column }) => column))
    let column = 0
    while (taken.has(column)) column++
    group.push({ ...part, column, columns: 1 })
    until = Math.max(group.length === 1 ? -1 : until, part.to)
  }
  close()
  return placed
}

/** Pairs that cannot both be attended, and pairs of activities whose dates ask for the same hour. */
export function conflictsIn(items: readonly Item[]): { overlaps: [Item, Item][]; dues: [Item, Item][] } {
  const busy = items
    .filter(({ allDay, what, status }) => !allDay && what === null && status !== 'reject')
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  const overlaps: [Item, Item][] = []
  for (const [n, a] of busy.entries())
    for (const b of busy.slice(n + 1)) {
      if (b.start >= a.end) break
      overlaps.push([a, b])
    }
  const asking = items
    .flatMap((item) => (item.moment && !item.done && canBeNear(item.moment) ? [{ item, moment: item.moment }] : []))
    .sort((a, b) => (a.item.start < b.item.start ? -1 : 1))
  const dues = new Map<string, [Item, Item]>()
  for (const [n, a] of asking.entries()) {
    const b = asking.slice(n + 1).find(({ moment }) => areNear(a.moment, moment))
    // two exams that begin and end together are one pair
    if (b) dues.set([a.moment.activity, b.moment.activity].sort().join(' '), [a.item, b.item])
  }
  return { overlaps, dues: [...dues.values()] }
}
