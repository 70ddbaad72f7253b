// Numbers within sentences, with the thousands of a language: 12,345 in English, 12.345 in Indonesian.
const formatters = new Map<string, Intl.NumberFormat>()

/** `language` is a tag of BCP 47. Making a formatter takes longer than all else here, so each is kept. */
export function groupedNumber(value: number, language: string): string {
  let formatter = formatters.get(language)
  if (!formatter) {
    formatter = new Intl.NumberFormat(language)
    formatters.set(language, formatter)
  }
  return formatter.format(value)
}
