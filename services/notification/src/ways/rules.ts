// Rules of what reaches a person, where and when: pure decisions from their preferences, the organisation's rules and the type.
import { isTimeZone, offsetAt } from '@lyceum/kit/text/time-zones'
import { type Channel, channels, type NotificationType } from '../registry/notification-type.ts'

export type Choices = Record<string, Partial<Record<Channel, boolean>>>
export type CourseChoices = Record<string, { muted?: boolean; types?: Choices }>
export type Digest = 'at_once' | 'hourly' | 'daily'
export type Preferences = {
  timeZone: string | null
  /** Minutes from midnight by the person's clock. */
  quiet: { from: number; to: number } | null
  digest: Digest
  digestHour: number
  mailOff: boolean
  types: Choices
  courses: CourseChoices
}
/** Of who has chosen nothing. */
export const asItComes: Preferences = {
  timeZone: null,
  quiet: null,
  digest: 'at_once',
  digestHour: 18,
  mailOff: false,
  types: {},
  courses: {},
}

/** type → channels that nobody turns off in an organisation. */
export type Forced = Record<string, Channel[]>
export type Way = { wanted: boolean; forced: boolean }

const standardChannels: readonly Channel[] = ['page', 'mail']
export const standardOf = (type: Pick<NotificationType, 'channels'>, channel: Channel): boolean =>
  (type.channels ?? standardChannels).includes(channel)

export const isForced = (name: string, type: Pick<NotificationType, 'forced'>, forced: Forced, channel: Channel): boolean =>
  (type.forced?.includes(channel) || forced[name]?.includes(channel)) ?? false

/**
 * The channels by which a type reaches a person. A demand of the organisation or the type comes first, then a muted course, the choice for the course, that for the
 * type, and at last the type's own.
 */
export function waysOf(
  name: string,
  type: Pick<NotificationType, 'channels' | 'forced'>,
  { preferences, course, forced }: { preferences: Preferences; course: string | null; forced: Forced },
): Record<Channel, Way> {
  const { types, courses, mailOff } = preferences
  const here = course ? courses[course] : undefined
  const wants = (channel: Channel): boolean => {
    if (here?.muted || (channel === 'mail' && mailOff)) return false
    return here?.types?.[name]?.[channel] ?? types[name]?.[channel] ?? standardOf(type, channel)
  }
  return Object.fromEntries(
    channels.map((channel) => {
      const must = isForced(name, type, forced, channel)
      return [channel, { wanted: must || wants(channel), forced: must }]
    }),
  ) as Record<Channel, Way>
}

const minute = 60_000
const day = 1440 * minute
/** Milliseconds in which a mail gathers what belongs together, and between two mails of one person. */
const gatherTime = minute
const betweenMails = 10 * minute

/** The zone of a person's clock. */
export const zoneOf = (zone: string | null, otherwise: string): string =>
  zone && isTimeZone(zone) ? zone : isTimeZone(otherwise) ? otherwise : 'UTC'

/** Minutes from midnight by the clock of a zone. */
export function minutesIn(zone: string, time: number): number {
  const local = time + offsetAt(zone, time)
  return Math.floor((((local % day) + day) % day) / minute)
}

/** The first time after `time` at which the clock of a zone shows these minutes; where a change of the clocks leaves them out, the end of the gap. */
export function nextClock(zone: string, minutes: number, time: number): number {
  const local = time + offsetAt(zone, time)
  const midnight = Math.floor(local / day) * day
  for (let days = 0; ; days++) {
    const wanted = midnight + days * day + minutes * minute
    const candidates = [wanted - offsetAt(zone, wanted - day), wanted - offsetAt(zone, wanted + day)]
    // of a time that there is twice the first that is still to come; in a gap both miss it, and the later offset ends it
    const shown = candidates.filter((at) => at + offsetAt(zone, at) === wanted)
    const [next] = (shown.length > 0 ? shown : [Math.max(...candidates)]).filter((at) => at > time).sort((a, b) => a - b)
    if (next !== undefined) return next
  }
}

/** Whether the person's quiet hours hold at a time; those that begin and end together never do. */
export function isQuiet(preferences: Pick<Preferences, 'quiet' | 'timeZone'>, time: number, otherZone = 'UTC'): boolean {
  const { quiet } = preferences
  if (!quiet || quiet.from === quiet.to) return false
  const now = minutesIn(zoneOf(preferences.timeZone, otherZone), time)
  return quiet.from < quiet.to ? now >= quiet.from && now < quiet.to : now >= quiet.from || now < quiet.to
}

/** The time, or the end of the quiet hours in which it lies. */
export function afterQuiet(preferences: Pick<Preferences, 'quiet' | 'timeZone'>, time: number, otherZone = 'UTC'): number {
  const { quiet } = preferences
  return quiet && isQuiet(preferences, time, otherZone) ? nextClock(zoneOf(preferences.timeZone, otherZone), quiet.to, time) : time
}

type Moment = { now: number; urgent: boolean; otherZone?: string }

type MailMoment = Moment & { last: number | undefined; gather?: number; between?: number }
/** When the next mail of a person goes out. `last`: when the one before was made. */
export function mailDue(
  preferences: Preferences,
  { now, urgent, otherZone = 'UTC', last, gather = gatherTime, between = betweenMails }: MailMoment,
): number {
  if (urgent) return now
  const soonest = now + gather
  const zone = zoneOf(preferences.timeZone, otherZone)
  const due =
    preferences.digest === 'daily'
      ? nextClock(zone, preferences.digestHour * 60, now)
      : preferences.digest === 'hourly'
        ? nextFullHour(zone, now)
        : Math.max(soonest, (last ?? Number.NEGATIVE_INFINITY) + between)
  return afterQuiet(preferences, due, otherZone)
}

/** By the clock of the zone: some zones are half an hour off. */
function nextFullHour(zone: string, now: number): number {
  const past = minutesIn(zone, now) % 60
  return Math.floor(now / minute) * minute + (60 - past) * minute
}

/** Milliseconds in which push messages of one person are gathered, and between two of them. */
const gatherPushTime = 3000
const betweenPushes = minute

export function pushDue(preferences: Preferences, { now, urgent, otherZone = 'UTC', last }: Moment & { last: number | undefined }): number {
  if (urgent) return now
  return afterQuiet(preferences, Math.max(now + gatherPushTime, (last ?? Number.NEGATIVE_INFINITY) + betweenPushes), otherZone)
}
