// Texts: one file per language and feature, loaded with the page that needs it. Keys are typed by the English file, so a missing key
// does not compile; `npm run i18n -- check` compares the languages. Errors are a file for each first segment of a code, loaded as one.
import { spaced } from '@lyceum/kit/spacing'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { Texts } from './i18n/texts.ts'
import { remember } from './theme.ts'

export const locales = ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'ms'] as const
export type Locale = (typeof locales)[number]
/** Languages in their own words. */
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
export type Say<F extends Feature> = (key: TextKey<F>, values?: Values) => string

type Entries = Record<string, string>
type Frame = { default: Record<string, Entries>; files: Record<string, () => Promise<Entries>> }
const frames = import.meta.glob<Frame>('./i18n/*/frame.ts')
const loaded = new Map<string, Promise<void>>()
/** What index.html brought of its language: the texts of the frame and of the page that was opened. */
let brought: { lang?: string; of?: Record<string, Entries> } = {}

/** Loads the texts of features in the current language; a page waits for it beside its code. */
export const texts = (...features: Feature[]) => Promise.all(features.map((feature) => load(i18next.language as Locale, feature)))

function load(locale: Locale, feature: Feature) {
  const at = `${locale}/${feature}`
  let going = loaded.get(at)
  if (!going) {
    going = read(locale, feature).then((entries) => {
      i18next.addResourceBundle(locale, feature, entries, false, true, { skipCopy: true })
    })
    going.catch(() => loaded.delete(at))
    loaded.set(at, going)
  }
  return going
}

const read = async (locale: Locale, feature: Feature): Promise<Entries> => {
  const own = locale === brought.lang && brought.of?.[feature]
  if (own) return own
  const frame = await frames[`./i18n/${locale}/frame.ts`]?.()
  return frame?.default[feature] ?? (await frame?.files[feature === 'errors' ? './errors.ts' : `./${feature}.json`]?.()) ?? {}
}

/** zh-HK and every zh-Hant is read in traditional Chinese; `in` is the old code of Indonesian. */
export function localeOf(tag: string | null | undefined): Locale | undefined {
  const lower = (tag ?? '').toLowerCase()
  if (/^zh\b.*(hant|tw|hk|mo)/.test(lower)) return 'zh-TW'
  const short = lower.split('-')[0] ?? ''
  return short === 'zh' ? 'zh-CN' : short === 'in' ? 'id' : locales.find((locale) => locale === short)
}

const mark = '\u0001'
const filled = (key: string, ns: Feature, values?: Values) => {
  // most texts have no place for a value: i18next would take some ten times as long
  const plain = values ? undefined : (i18next.getResource(i18next.language, ns, key) as string | undefined)
  if (plain !== undefined && !plain.includes('{{')) return plain
  const text = i18next.t(key, { ns, ...values }) as string
  return text.includes(mark) ? spaced(i18next.language, text.split(mark)) : text
}

export async function startTexts(locale: Locale) {
  // said again it would cost the styles of everything
  if (document.documentElement.lang !== locale) document.documentElement.lang = locale
  brought = JSON.parse(document.getElementById('texts')?.textContent ?? '{}')
  await i18next.init({
    lng: locale,
    resources: {},
    fallbackLng: false,
    ns: [],
    keySeparator: false,
    nsSeparator: false,
    // nothing is escaped: the values are only marked, so that a Chinese text can be spaced by what they are
    interpolation: { escapeValue: true, escape: (value) => (i18next.language.startsWith('zh') ? mark + value + mark : value) },
  })
  i18next.store.on('added', (_: string, feature: string) => {
    sayers.delete(feature)
    tell()
  })
  await texts('ui', 'shell')
}

/** Shows everything in another language, after its texts have come. */
export async function changeLocale(locale: Locale) {
  remember('locale', locale)
  if (i18next.language === locale) return
  const features = [...new Set([...loaded.keys()].map((at) => at.slice(at.indexOf('/') + 1)))] as Feature[]
  await Promise.all(features.map((feature) => load(locale, feature)))
  document.documentElement.lang = locale
  await i18next.changeLanguage(locale)
}

export const currentLocale = () => i18next.language as Locale

/** A new one whenever the language or a feature's texts change, so that what hangs on them, and nothing else, is drawn anew. */
let sayers = new Map<string, Say<Feature>>()
const heard = new Set<() => void>()
const tell = () => {
  for (const listener of heard) listener()
}
function watchTexts(changed: () => void) {
  heard.add(changed)
  return () => void heard.delete(changed)
}
i18next.on('languageChanged', () => {
  sayers = new Map()
  tell()
})
const sayerOf = (feature: Feature) => {
  let sayer = sayers.get(feature)
  if (!sayer) {
    sayer = ((key: string, values?: Values) => filled(key, feature, values)) as Say<Feature>
    sayers.set(feature, sayer)
  }
  return sayer
}

/** The texts of a feature: `const t = useTexts('courses')`, `t('count', { count: 3 })`. */
export const useTexts = <F extends Feature>(feature: F): Say<F> =>
  useSyncExternalStore(watchTexts, () => sayerOf(feature)) as unknown as Say<F>
/** The same outside components. */
export const say = <F extends Feature>(feature: F, key: TextKey<F>, values?: Values) => filled(key as string, feature, values)
/** A text that may not be there (codes of problems). */
export const sayIfKnown = (feature: Feature, key: string, values?: Values) =>
  i18next.exists(key, { ns: feature }) ? filled(key, feature, values) : undefined
