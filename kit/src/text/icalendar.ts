// Writes iCalendar (RFC 5545): lines folded at 75 bytes, texts escaped, zones with the changes of their clocks.
import { clockChanges, offsetAt } from './time-zones.ts'

/** A line of a component: its name with parameters, and its value. */
export type IcalLine = readonly [name: string, value: string]

export const icalText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')

const two = (value: number) => String(value).padStart(2, '0')
/** 20261124 of a day as YYYY-MM-DD. */
export const icalDay = (day: string): string => day.replaceAll('-', '')
/** 20261124T090000Z of a time. */
export const icalTime = (time: Date | number | string): string => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
/** 20261124T090000 of a local time (ms, as if it were UTC). */
export const icalLocal = (local: number): string => icalTime(local).slice(0, -1)

const encoder = new TextEncoder()
/** At most 75 bytes a line; those that follow begin with a blank, and no letter is cut in two. */
export function foldLine(line: string): string {
  if (line.length <= 25 || encoder.encode(line).length <= 75) return line
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += letter
    bytes += size
  }
  parts.push(part)
  return parts.join('\r\n ')
}

/** A component with its lines, and those within it. */
export const icalComponent = (name: string, lines: readonly IcalLine[], within: readonly string[] = []): string =>
  [`BEGIN:${name}`, ...lines.map(([key, value]) => foldLine(`${key}:${value}`)), ...within, `END:${name}`].join('\r\n')

const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** A zone with every change of its clocks in these years, so that a reader who does not know it shows the right hour. */
export function icalZone(zone: string, firstYear: number, lastYear: number): string {
  const first = offsetAt(zone, Date.UTC(firstYear, 0, 1))
  const observance = (before: number, after: number, local: number) =>
    icalComponent(after > before ? 'DAYLIGHT' : 'STANDARD', [
      ['DTSTART', icalLocal(local)],
      ['TZOFFSETFROM', offsetText(before)],
      ['TZOFFSETTO', offsetText(after)],
    ])
  const changes = Array.from({ length: lastYear - firstYear + 1 }, (_, n) => clockChanges(zone, firstYear + n)).flat()
  return icalComponent(
    'VTIMEZONE',
    [['TZID', zone]],
    [observance(first, first, Date.UTC(1970, 0, 1)), ...changes.map(({ at, before, after }) => observance(before, after, at + before))],
  )
}

export const icalCalendar = (lines: readonly IcalLine[], components: readonly string[]): string =>
  `${icalComponent('VCALENDAR', [['VERSION', '2.0'], ['PRODID', '-//Lyceum//Calendar//EN'], ['CALSCALE', 'GREGORIAN'], ...lines], components)}\r\n`
