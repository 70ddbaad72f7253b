// Times as PostgreSQL has them, in the years that JavaScript and its replies can write. A row that was stored before times had bounds, or by hand,
// may hold year 10000, year 0 or infinity: it is read as the nearest time of these years, so that it stands in a list and does not break it.

const withinYears = /^(19|2[0-2])\d\d-/
const earliest = '1900-01-01 00:00:00+00'
const latest = '2299-12-31 23:59:59+00'

/** The text of a time as PostgreSQL writes it, within the years 1900 to 2299. */
export function readableTime(text: string): string {
  const before = text.endsWith('BC')
  if (withinYears.test(text) && !before) return text
  return before || text.startsWith('-') || /^[01]\d{3}-/.test(text) ? earliest : latest
}

/** The same of a day. */
export const readableDay = (text: string): string => readableTime(text).slice(0, 10)

const [first, last] = [Date.parse(earliest), Date.parse(latest)]
/** A time that stands as a text or in milliseconds in JSON, of the database or of settings, within the same years. */
export function storedTime(at: string | number): Date {
  const time = typeof at === 'number' ? at : Date.parse(readableTime(at))
  return new Date(Number.isNaN(time) ? last : Math.min(Math.max(time, first), last))
}
