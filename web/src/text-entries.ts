// The texts that are loaded, and what a count and values make of them. i18n.ts loads them, and tells those who show them.
export type Entries = Record<string, string>

let language: string | undefined
/** By language and feature. */
const loaded = new Map<string, Entries>()
const plurals = new Map<string, Intl.PluralRules>()

/** undefined until the page has begun. */
export const currentLanguage = () => language
export function setLanguage(next: string) {
  language = next
}

export function addEntries(locale: string, feature: string, entries: Entries) {
  loaded.set(`${locale}/${feature}`, entries)
}

/** The text of a key, in the form for `count` where it has forms; undefined where there is none. */
export function entryOf(feature: string, key: string, count?: unknown): string | undefined {
  const entries = loaded.get(`${language}/${feature}`)
  if (!entries) return undefined
  const own = (name: string) => (Object.hasOwn(entries, name) ? entries[name] : undefined)
  return (typeof count === 'number' ? own(`${key}_${formOf(count)}`) : undefined) ?? own(key)
}

function formOf(count: number): string {
  const locale = language ?? 'en'
  let rules = plurals.get(locale)
  if (!rules) plurals.set(locale, (rules = new Intl.PluralRules(locale)))
  return rules.select(count)
}

/** The text with its values, each passed through `show`; a placeholder without a value stays as it is. */
export const withValues = (text: string, values: Record<string, unknown>, show: (value: string) => string): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? show(String(values[name] ?? '')) : placeholder,
  )
