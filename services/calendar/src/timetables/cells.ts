// Cells of a timetable file as spreadsheets of six languages save them: days, times and weekdays. A cell that can be read in two ways is not guessed.
import { Day } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'

/** The code of its refusal, and what the refusal names. */
export type CellFault = { code: string; params: Record<string, string> }
export type DateOrder = 'day_first' | 'month_first'
/** `order`: of numbers that could be day and month either way, `buddhist`: years over 2400 are of the Buddhist era; both as chosen for the file. `serial`: the
 *  column holds a spreadsheet's numbers of days. */
export type DateReading = { order?: DateOrder | undefined; buddhist?: boolean | undefined; serial?: boolean }

const locales = ['en', 'zh-CN', 'zh-TW', 'th-u-ca-gregory', 'id', 'ms']
const key = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.'’]/g, '')

/** The words of a thing of the calendar in every language, long and short. */
function wordsOf(part: 'month' | 'weekday', days: readonly Date[], more: readonly string[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const locale of locales)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DateTimeFormat(locale, { [part]: style, timeZone: 'UTC' })
      for (const [nth, day] of days.entries()) words.set(key(names.format(day)), nth + 1)
    }
  for (const [nth, others] of more.entries()) for (const word of others.split(' ').filter(Boolean)) words.set(key(word), nth + 1)
  return words
}
const months = wordsOf(
  'month',
  Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(2026, n, 15))),
  ['', 'peb', 'mac', '', 'may', '', '', 'aug ags agt agu ogo', 'sept', 'oct', '', 'dec des dis'],
)
// 7 December 2026 was a Monday; beside the names of Intl those that people write
const weekdays = wordsOf(
  'weekday',
  Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2026, 11, 7 + n))),
  [
    '礼拜一 禮拜一 จันทร์ จ',
    'tues 礼拜二 禮拜二 อังคาร อ',
    '礼拜三 禮拜三 พุธ พ',
    'thur thurs 礼拜四 禮拜四 พฤหัสบดี พฤหัส พฤ',
    'jumat 礼拜五 禮拜五 ศุกร์ ศ',
    '礼拜六 禮拜六 เสาร์ ส',
    '星期天 礼拜天 礼拜日 禮拜天 禮拜日 周天 週天 อาทิตย์ อา',
  ],
)

/** In plain width, with digits of one script. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .trim()

const two = (text: string | number) => String(text).padStart(2, '0')
const written = (year: number, month: number, date: number) => `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
const wrong: CellFault = { code: 'timetable.dayWrong', params: {} }

/** The last year that is taken as it stands, and how far the Buddhist era is ahead. */
const lastYear = 2400
const era = 543

/** Day 1 of a spreadsheet is 1 January 1900; it counts a 29 February 1900 that there was not. */
const ofSerial = (serial: number) => new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
const isSerial = (text: string) => /^[1-9]\d{4}(\.0+)?$/.test(text)

type Parts = { year: string; day: number; month: number; buddhist: boolean }
/** The two numbers of a date whose order its sign does not tell, and its year. */
const slashed = (text: string) => /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(text)

/** The text of a day: without a midnight, and without the word of the era. */
function dayText(cell: string): { text: string; buddhist: boolean } {
  const text = plain(cell).replace(/[ T]+0?0:00(:00)?(\.0+)?$/, '')
  const without = text.replace(/\s*(พ\.?\s?ศ\.?|\bB\.?E\.?)(?=\s|\d|$)\s*/i, ' ').trim()
  return { text: without, buddhist: without !== text }
}

/** Day, month and year in their places; undefined: no date. */
function partsOf(text: string, buddhist: boolean, order: DateOrder): Parts | undefined {
  const big = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? /^(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日?$/.exec(text)
  if (big) return { year: big[1]!, month: Number(big[2]), day: Number(big[3]), buddhist }
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{2}|\d{4})$/.exec(text)
  if (dotted) return { year: dotted[3]!, month: Number(dotted[2]), day: Number(dotted[1]), buddhist }
  const either = slashed(text)
  if (either) {
    const [a, b] = [Number(either[1]), Number(either[2])]
    const monthFirst = b > 12 || (a <= 12 && order === 'month_first')
    return { year: either[3]!, month: monthFirst ? a : b, day: monthFirst ? b : a, buddhist }
  }
  const named =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]*([^\d\s,-]+)[\s,-]*(\d{2}|\d{4})$/i.exec(text) ??
    /^([^\d\s,-]+)[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{2}|\d{4})$/i.exec(text)
  if (!named) return undefined
  const [day, word] = /^\d/.test(named[1]!) ? [named[1]!, named[2]!] : [named[2]!, named[1]!]
  const month = months.get(key(word))
  return month === undefined ? undefined : { year: named[3]!, month, day: Number(day), buddhist }
}

/** Whether its numbers could be day and month in either order. */
const isEither = (text: string) => {
  const [, a, b] = slashed(text) ?? []
  return a !== undefined && b !== undefined && Number(a) <= 12 && Number(b) <= 12 && Number(a) !== Number(b)
}

/** The order that a cell proves: one of its numbers is no month. */
export function orderOf(cell: string): DateOrder | undefined {
  const [, a, b] = slashed(dayText(cell).text) ?? []
  if (a === undefined || b === undefined) return undefined
  return Number(a) > 12 && Number(b) <= 12 ? 'day_first' : Number(b) > 12 && Number(a) <= 12 ? 'month_first' : undefined
}

/** A day as YYYY-MM-DD, or why it is none. */
export function dayIn(cell: string, { order, buddhist: chosen, serial = false }: DateReading): string | CellFault {
  const { text, buddhist } = dayText(cell)
  if (isSerial(text)) {
    const day = ofSerial(Math.floor(Number(text)))
    return serial ? day : { code: 'timetable.daySerial', params: { text, day } }
  }
  if (serial) return wrong
  const parts = partsOf(text, buddhist, order ?? 'day_first')
  if (!parts) return wrong
  if (parts.year.length === 2) return { code: 'timetable.yearShort', params: { text } }
  const year = Number(parts.year)
  const inEra = (isBuddhist: boolean, { month, day }: Pick<Parts, 'month' | 'day'> = parts) =>
    written(isBuddhist ? year - era : year, month, day)
  const isLate = year > lastYear && !parts.buddhist
  if (order === undefined && isEither(text)) {
    const other = { month: parts.day, day: parts.month }
    const isBuddhist = isLate || parts.buddhist
    return { code: 'timetable.dayAmbiguous', params: { text, day_first: inEra(isBuddhist), month_first: inEra(isBuddhist, other) } }
  }
  if (isLate && !chosen) return { code: 'timetable.yearUnclear', params: { text, buddhist: inEra(true), gregorian: inEra(false) } }
  const day = inEra(isLate || parts.buddhist)
  return fits(Day, day) ? day : wrong
}

/** Minutes after midnight, or why it is no time. */
export function minuteIn(cell: string): number | CellFault {
  const text = plain(cell).replace(/\s*น\.?$/, '')
  const fault: CellFault = { code: 'timetable.timeWrong', params: {} }
  const match = /^(上午|下午)?\s*(\d{1,2})[:.](\d{2})(?::00(?:\.0+)?)?\s*(a\.?m\.?|p\.?m\.?|pg|ptg|上午|下午)?$/i.exec(text)
  // 0.33 is the third of a day in a spreadsheet
  if (!match || /^0\.\d+$/.test(text)) return fault
  const half = (match[1] ?? match[4] ?? '').toLowerCase()
  const [hour, minute] = [Number(match[2]), Number(match[3])]
  if (minute > 59 || hour > 23 || (half !== '' && (hour > 12 || (hour === 0 && half !== '上午')))) return fault
  const isLater = /^(p|下)/.test(half) && half !== 'pg'
  const ofDay = half === '' ? hour : (hour % 12) + (isLater ? 12 : 0)
  return ofDay * 60 + minute
}

/** Days from 1 (Monday) to 7 as a list of numbers, or why they are none; an empty cell stays empty. */
export function weekdaysIn(cell: string): string | CellFault {
  const words = plain(cell)
    .split(/[\s,;/|、&]+/)
    .filter((word) => word !== '')
  const days: number[] = []
  for (const word of words) {
    const day = /^[1-7]$/.test(word) ? Number(word) : weekdays.get(key(word))
    if (day === undefined) return { code: 'timetable.weekdayUnknown', params: { word } }
    days.push(day)
  }
  return days.join(',')
}
