// A day as a heading: "Tuesday 24 November". Gregorian in every language.

/** Formats the day of a moment in a language. `timeZone` is an IANA name, by default the zone of the runtime. */
export function dayTitles(locale: string, timeZone?: string): (when: Date) => string {
  const tag = locale === 'en' ? 'en-GB' : locale === 'th' ? 'th-u-ca-gregory-nu-latn' : locale
  const format = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  // some browsers write a comma in English
  return (when) => (locale === 'en' ? format.format(when).replace(',', '') : format.format(when))
}
