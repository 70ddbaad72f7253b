// Texts of notification's mails and push messages, beside the sentences: src/i18n/<locale>/mails.json.
import { fill } from '@lyceum/kit/messages/letter'
import en from '../i18n/en/mails.json' with { type: 'json' }
import id from '../i18n/id/mails.json' with { type: 'json' }
import ms from '../i18n/ms/mails.json' with { type: 'json' }
import th from '../i18n/th/mails.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/mails.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/mails.json' with { type: 'json' }
import { asLocale, pluralOf } from './sentences.ts'

const textsOf: Record<string, Record<string, string>> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
type Plural<K> = K extends `${infer Name}_${'one' | 'other'}` ? Name : never
type Key = Exclude<keyof typeof en, `${string}_${'one' | 'other'}`>

/** The texts of a language, filled. */
export function textsIn(given: string) {
  const locale = asLocale(given)
  const texts = textsOf[locale] ?? en
  return {
    locale,
    text: (key: Key, values: Record<string, string | number> = {}) => fill(locale, texts[key] ?? '', values),
    several: (key: Plural<keyof typeof en>, count: number, values: Record<string, string | number> = {}) =>
      fill(locale, pluralOf(texts, locale, key, count), { ...values, count }),
  }
}
