// The sentence of a notification, in the reader's language: the one that the page shows too. tools/generate.mjs makes the table from
// web/src/i18n/<locale>/notifications.json.
import { fill, flat } from '@lyceum/kit/messages/letter'
import type { Payload } from '../notifications/api.ts'
import { registry } from '../registry/registry.ts'
import table from '../generated/sentences.json' with { type: 'json' }

export type Message = { type: string; count: number; payload: Payload; sender: string | null }
type Sentences = Record<string, string>

const sentences: Record<string, Sentences> = table
export const asLocale = (locale: string): string => (Object.hasOwn(sentences, locale) ? locale : 'en')

/** A text in the plural that its language has for the number. */
export const pluralOf = (texts: Sentences, locale: string, key: string, count: number): string =>
  texts[`${key}_${new Intl.PluralRules(locale).select(count)}`] ?? texts[`${key}_other`] ?? ''

/** The sentence as plain text in one line. */
export function sentenceOf(locale: string, { type, count, payload, sender }: Message): string {
  const texts = sentences[asLocale(locale)] ?? {}
  const { many } = (Object.hasOwn(registry, type) ? registry[type] : undefined) ?? {}
  const textOf = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)
  const single = textOf(`${type}_${payload.params.what}`) ?? textOf(type)
  const unnamed = texts[`${type}_unnamed`]
  const named = single && (sender !== null || !single.includes('{person}')) && (payload.subject.title !== '' || !single.includes('{title}'))
  const text =
    (count > 1 && many && pluralOf(texts, locale, many, count)) ||
    (named && single) ||
    unnamed ||
    // nobody to be named: the sentence is that of several people
    (many && pluralOf(texts, locale, many, Math.max(1, count))) ||
    (payload.course ? texts.unknownInCourse : texts.unknown) ||
    ''
  const values = { course: payload.course?.name ?? '', title: payload.subject.title, person: sender ?? '' }
  // the parts of the sentence are in single braces: the page sets them in bold
  const parts = text.replace(/(?<!\{)\{(course|title|person)\}(?!\})/g, '{{$1}}')
  return flat(fill(locale, parts, { ...values, count }))
}
