// Events and meetings of a mail for the reader's calendar: the entries of their feed by the same names, as they are now. Nobody answers them, so
// they are published, and one that is called off is published as cancelled.
import { type IcalLine, icalCalendar, icalComponent, icalDay, icalText, icalTime } from '@lyceum/kit/text/icalendar'
import type { Payload } from '../notifications/api.ts'
import type { NotificationType } from '../registry/notification-type.ts'

export type Dated = { payload: Payload; entry: NonNullable<NotificationType['entry']>; link: string }

function componentOf({ payload: { params, subject, course }, entry, link }: Dated, by: IcalLine): string {
  const { start = '', end = '', location = '', version = '0' } = params
  const whole = start.length === 10
  const timed = (name: string, time: string): IcalLine => (whole ? [`${name};VALUE=DATE`, icalDay(time)] : [name, icalTime(time)])
  const optional = (name: string, value: string): IcalLine[] => (value === '' ? [] : [[name, icalText(value)]])
  return icalComponent('VEVENT', [
    ['UID', `${subject.type}-${subject.id}@lyceum`],
    ['DTSTAMP', icalTime(Number(version))],
    // in seconds: a number of 32 bits
    ['SEQUENCE', String(Math.floor(Number(version) / 1000))],
    timed('DTSTART', start),
    ...(end ? [timed('DTEND', end)] : []),
    ['SUMMARY', icalText(subject.title)],
    ...optional('LOCATION', location),
    ...optional('CATEGORIES', course?.name ?? ''),
    by,
    ['STATUS', entry.toUpperCase()],
    ['URL', link],
  ])
}

/** Of each event the first: the newest. undefined: none of them has a time. */
export function calendarOf(list: readonly Dated[], organiser: { name: string; address: string }): string | undefined {
  const dated = [
    ...Map.groupBy(
      list.filter(({ payload }) => payload.params.start && payload.subject.title),
      ({ payload }) => payload.subject.id,
    ),
  ]
  if (dated.length === 0) return undefined
  const by: IcalLine = [`ORGANIZER;CN="${organiser.name.replaceAll(/["\r\n]/g, ' ')}"`, `mailto:${organiser.address}`]
  return icalCalendar(
    [['METHOD', 'PUBLISH']],
    dated.map(([, [first]]) => componentOf(first!, by)),
  )
}
