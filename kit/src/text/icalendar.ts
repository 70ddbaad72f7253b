// Writes iCalendar (RFC 5545): lines folded at 75 bytes, texts escaped.

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

export const icalCalendar = (lines: readonly IcalLine[], components: readonly string[]): string =>
  `${icalComponent('VCALENDAR', [['VERSION', '2.0'], ['PRODID', '-//Lyceum//Calendar//EN'], ['CALSCALE', 'GREGORIAN'], ...lines], components)}\r\n`
