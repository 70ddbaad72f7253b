// Texts: one file per language and feature, loaded with the page that needs it. Keys are typed by the English file, so a missing key
// does not compile; `npm run i18n -- check` compares the languages. Error texts are a file per first segment of their codes, loaded as one.
import { joinWithCjkSpacing } from '@lyceum/kit/text/cjk-spacing'
import { inIsolation } from '@lyceum/kit/text/direction'
import { groupedNumber } from '@lyceum/kit/text/grouped-number'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { Texts } from './i18n/texts.ts'
import { storePreference } from './device/theme.ts'

export const locales = ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'ms'] as const
export type Locale = (typeof locales)[number]
/** The languages' own names. */
export const localeNames: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  th: 'ไทย',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
}

type Feature = keyof Texts
type Stem<K> = K extends `${infer S}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? S : K
export type TextKey<F extends Feature> = Stem<keyof Texts[F] & string>
type Values = Record<string, string | number>
export type Translate<F extends Feature> = (key: TextKey<F>, values?: Values) => string

type Entries = Record<string, string>
const frames = import.meta.glob<Record<string, Entries>>('./i18n/*/frame.ts', { import: 'default' })
const files = import.meta.glob<Record<string, () => Promise<Entries>>>('./i18n/*/files.ts', { import: 'default' })
const loaded = new Map<string, Promise<void>>()
/** Texts embedded in index.html: those of the frame and of the opened page, in one language. */
let embedded: { lang?: string; of?: Record<string, Entries> } = {}

/** Loads the texts of features in the current language; a page waits for it beside its code. */
export const texts = (...features: Feature[]) => Promise.all(features.map((feature) => load(i18next.language as Locale, feature)))

function load(locale: Locale, feature: Feature) {
  const key = `${locale}/${feature}`
  let pending = loaded.get(key)
  if (!pending) {
    pending = readEntries(locale, feature).then((entries) => {
      i18next.addResourceBundle(locale, feature, entries, false, true, { skipCopy: true })
    })
    pending.catch(() => loaded.delete(key))
    loaded.set(key, pending)
  }
  return pending
}

const readEntries = async (locale: Locale, feature: Feature): Promise<Entries> => {
  const entries = locale === embedded.lang && embedded.of?.[feature]
  if (entries) return entries
  if (feature === 'ui' || feature === 'shell') return (await frames[`./i18n/${locale}/frame.ts`]?.())?.[feature] ?? {}
  const ofFeatures = await files[`./i18n/${locale}/files.ts`]?.()
  return (await ofFeatures?.[feature === 'errors' ? './errors.ts' : `./${feature}.json`]?.()) ?? {}
}

/** The supported locale of a language tag: zh-HK and every zh-Hant are zh-TW; `in` is the old code of Indonesian. */
export function localeOf(tag: string | null | undefined): Locale | undefined {
  const lower = (tag ?? '').toLowerCase()
  if (/^zh\b.*(hant|tw|hk|mo)/.test(lower)) return 'zh-TW'
  const short = lower.split('-')[0] ?? ''
  return short === 'zh' ? 'zh-CN' : short === 'in' ? 'id' : locales.find((locale) => locale === short)
}

/** Numbers that count nothing. */
const ungrouped = new Set(['code'])
/** The values as a text shows them: numbers with the thousands of the language, 12,345. Undefined: as they are. */
function groupedValues(values: Values): Values | undefined {
  const large = Object.entries(values).filter(
    ([name, value]) => typeof value === 'number' && Math.abs(value) >= 1000 && !ungrouped.has(name),
  )
  if (large.length === 0) return undefined
  const grouped = large.map(([name, value]) => [name, groupedNumber(value as number, i18next.language)])
  return { ...values, ...Object.fromEntries(grouped) }
}

const mark = '\u0001'
const interpolate = (key: string, ns: Feature, values?: Values) => {
  // most texts have no placeholder, and this path is some ten times faster than i18next
  const plain = values ? undefined : (i18next.getResource(i18next.language, ns, key) as string | undefined)
  if (plain !== undefined && !plain.includes('{{')) return plain
  // a page loads the texts of what it shows (tools/check/page-texts.ts); what slips through comes a little later, and never as its key
  if (!i18next.hasResourceBundle(i18next.language, ns)) {
    texts(ns).catch(() => {})
    return ''
  }
  // the form of a text still goes by the number
  const replace = values && groupedValues(values)
  const text = i18next.t(key, { ns, ...values, ...(replace && { replace }) }) as string
  return text.includes(mark) ? joinWithCjkSpacing(i18next.language, text.split(mark)) : text
}

export async function startTexts(locale: Locale) {
  // setting the same value again would recompute the styles of the whole document
  if (document.documentElement.lang !== locale) document.documentElement.lang = locale
  embedded = JSON.parse(document.getElementById('texts')?.textContent ?? '{}')
  await i18next.init({
    lng: locale,
    resources: {},
    fallbackLng: false,
    ns: [],
    keySeparator: false,
    nsSeparator: false,
    // nothing is escaped: the values are only marked, so that the spacing of a Chinese text can follow them, and isolated
    interpolation: {
      escapeValue: true,
      escape: (value) => (i18next.language.startsWith('zh') ? mark + inIsolation(value) + mark : inIsolation(value)),
    },
  })
  i18next.store.on('added', (_: string, feature: string) => {
    translators.delete(feature)
    notify()
  })
  await texts('ui', 'shell')
}

/** Switches the language of the page once its texts are loaded. */
export async function changeLocale(locale: Locale) {
  storePreference('locale', locale)
  if (i18next.language === locale) return
  const features = [...new Set([...loaded.keys()].map((key) => key.slice(key.indexOf('/') + 1)))] as Feature[]
  await Promise.all(features.map((feature) => load(locale, feature)))
  document.documentElement.lang = locale
  await i18next.changeLanguage(locale)
}

export const currentLocale = () => i18next.language as Locale

/** By feature; replaced when the language or the feature's texts change, so that only the components using them render again. */
let translators = new Map<string, Translate<Feature>>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}
i18next.on('languageChanged', () => {
  translators = new Map()
  notify()
})
const translatorOf = (feature: Feature) => {
  let translator = translators.get(feature)
  if (!translator) {
    translator = ((key: string, values?: Values) => interpolate(key, feature, values)) as Translate<Feature>
    translators.set(feature, translator)
  }
  return translator
}

/** The texts of a feature: `const t = useTexts('courses')`, `t('count', { count: 3 })`. */
export const useTexts = <F extends Feature>(feature: F): Translate<F> =>
  useSyncExternalStore(subscribe, () => translatorOf(feature)) as unknown as Translate<F>
/** useTexts outside components. */
export const translate = <F extends Feature>(feature: F, key: TextKey<F>, values?: Values) => interpolate(key as string, feature, values)
/** A text that may be missing (a problem's code), else undefined. */
export const translateIfPresent = (feature: Feature, key: string, values?: Values) =>
  i18next.exists(key, { ...values, ns: feature }) ? interpolate(key, feature, values) : undefined
/** The keys of a feature's loaded texts that begin with `start`, without it, in the order of the file. */
export const textKeys = (feature: Feature, start: string): string[] =>
  Object.keys(i18next.getResourceBundle(i18next.language, feature) ?? {}).flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  )
