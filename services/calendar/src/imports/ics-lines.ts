// Lines of a calendar file: those that are none and entries that cannot be parsed are left out and named, the others become components.
import ICAL from 'ical.js'

/** A line that is none, or the first line of an entry that cannot be read, with its text or title. */
export type IcsBadEntry = { line: number; text: string }

type Line = { at: number; text: string }
/** A name, its parameters, a colon. */
const isLine = /^[A-Za-z0-9-]+(?:;.*)?:/
const begins = (text: string) => /^BEGIN:VEVENT\s*$/i.test(text)
const ends = (text: string) => /^END:VEVENT\s*$/i.test(text)

/** The calendars of a file, the line at which each of their events begins, and what is bad. Throws for what is no calendar. */
export function parsedCalendars(text: string): { calendars: ICAL.Component[]; lines: number[]; bad: IcsBadEntry[] } {
  const bad: IcsBadEntry[] = []
  const name = (at: number, words: string) => bad.push({ line: at, text: words.slice(0, 100) })
  const all = unfolded(text)
  let lines = all.filter(({ text }) => isLine.test(text))
  for (const line of all) if (!isLine.test(line.text)) name(line.at, line.text)
  let parsed: ICAL.Component[]
  try {
    parsed = parse(lines)
  } catch {
    lines = withoutBad(lines, name)
    parsed = parse(lines)
  }
  return { calendars: parsed, lines: lines.filter(({ text }) => begins(text)).map(({ at }) => at), bad }
}

/** Lines as they were before they were folded, with their numbers in the file; empty ones are none. */
function unfolded(text: string): Line[] {
  const lines: { at: number; parts: string[] }[] = []
  for (const [n, line] of text.split(/\r\n|\n|\r/).entries())
    if (/^[ \t]/.test(line) && lines.length > 0) lines.at(-1)!.parts.push(line.slice(1))
    else if (line.trim() !== '') lines.push({ at: n + 1, parts: [line] })
  return lines.map(({ at, parts }) => ({ at, text: parts.join('') }))
}

function parse(lines: readonly Line[]): ICAL.Component[] {
  const tree = ICAL.parse(lines.map(({ text }) => text).join('\r\n')) as unknown[]
  // several calendars in one file are a list of them
  const list = (typeof tree[0] === 'string' ? [tree] : tree) as ConstructorParameters<typeof ICAL.Component>[0][]
  return list.map((one) => new ICAL.Component(one))
}

/** The lines without the events that cannot be parsed by themselves. */
function withoutBad(lines: readonly Line[], name: (at: number, words: string) => void): Line[] {
  const kept: Line[] = []
  let event: Line[] | null = null
  for (const line of lines) {
    if (begins(line.text)) event = []
    if (!event) kept.push(line)
    else event.push(line)
    if (!event || !ends(line.text)) continue
    try {
      parse(event)
      kept.push(...event)
    } catch {
      name(event[0]!.at, /^SUMMARY[^:]*:(.*)/im.exec(event.map(({ text }) => text).join('\n'))?.[1] ?? '')
    }
    event = null
  }
  return kept
}

const dates = ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate']
const isReal = (value: string): boolean => {
  const [, day = '', h = '0', m = '0', s = '0'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d):(\d\d)Z?)?$/.exec(value) ?? []
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && Number(h) < 24 && Number(m) < 60 && Number(s) <= 60
}

/** Whether its dates are days and hours that there are: a parser moves 32 December to January. */
export const datesAreReal = (component: ICAL.Component): boolean =>
  dates.every((name) =>
    component
      .getAllProperties(name)
      .every((property) => (property.toJSON() as unknown[]).slice(3).every((value) => typeof value !== 'string' || isReal(value))),
  )
