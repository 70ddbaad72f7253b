// The values of an audit line in words: what was changed, from what to what.
import { type Locale, localeNames, type Translate, textKeys, translateIfPresent } from '../../../i18n.ts'
import { dateTime, list } from '../../../ui/format.ts'
import { phraseOf } from './audit-phrases.ts'

export type Line = {
  id: string
  at: string
  actor: string | null
  address: string | null
  action: string
  subject: string
  person: string | null
  course: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
export type Names = Record<string, string>
/** A changed field by its name and values, or a phrase of its own. */
export type Change =
  | { phrase?: undefined; field: string; from: string | undefined; to: string | undefined }
  | { phrase: string; field?: undefined; from?: undefined; to?: undefined }

type T = Translate<'audit'>
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Without a text, of a newer server or an older line, the word itself. */
const worded = (key: string, word: string): string => translateIfPresent('audit', key) ?? word
export const actionText = (action: string): string => worded(`action.${action}`, action)
/** The actions that the filter offers are those with a text. */
export const actionNames = () => textKeys('audit', 'action.')
/** A field, a role that permissions were given to, or a kind of message. */
const fieldText = (field: string): string =>
  worded(`field.${field}`, worded(`value.${field}`, translateIfPresent('preferences', `type.${field}`) ?? field))
/** A word of a list such as roles, a permission, or a language. */
const wordText = (word: string): string =>
  localeNames[word as Locale] ?? worded(`value.${word}`, translateIfPresent('permissions', word) ?? word)

/** Names by their ids; times; on and off; words such as roles; what is nested as name and value. */
function valueText(t: T, value: unknown, names: Names): string {
  if (isNothing(value)) return t('nothing')
  if (typeof value === 'boolean') return t(value ? 'on' : 'off')
  if (Array.isArray(value)) return value.length === 0 ? t('nothing') : list(value.map((one) => valueText(t, one, names)))
  if (typeof value === 'object')
    return list(Object.entries(value ?? {}).map(([name, one]) => `${fieldText(name)} ${valueText(t, one, names)}`)) || t('nothing')
  const text = String(value)
  if (isTime.test(text)) return dateTime(text)
  return isId.test(text) ? (names[text] ?? `…${text.slice(-6)}`) : wordText(text)
}

/** An id of which no name is known says nothing to a reader. */
const isNameless = (value: unknown, names: Names): boolean => typeof value === 'string' && isId.test(value) && !names[value]

/** The changed fields, without those that were empty and still are and ids without a name. `texts` names fields whose text is not kept. */
export function changesOf(t: T, { before, after }: Line, names: Names): Change[] {
  const { texts, ...now } = after ?? {}
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])].filter((field) =>
    [before?.[field], now[field]].some((value) => !isNothing(value) && !isNameless(value, names)),
  )
  const value = (from: Record<string, unknown> | null, field: string) =>
    from && field in from ? valueText(t, from[field], names) : undefined
  const changeOf = (field: string): Change[] => {
    const phrase = phraseOf(t, field, now[field] ?? before?.[field])
    if (phrase === undefined) return [{ field: fieldText(field), from: value(before, field), to: value(now, field) }]
    return phrase === '' ? [] : [{ phrase }]
  }
  return [
    ...fields.flatMap(changeOf),
    ...(Array.isArray(texts) ? texts.map((field) => ({ field: fieldText(String(field)), from: undefined, to: t('newText') })) : []),
  ]
}

/** A change as a line of text. */
export function changeText(t: T, change: Change): string {
  if (change.phrase !== undefined) return change.phrase
  const { field, from, to } = change
  return t('line', { field, value: from === undefined || to === undefined ? (to ?? from ?? '') : t('fromTo', { from, to }) })
}

/** The name of what was changed, where it is neither a person nor a course of the line: a department, a class. */
export function subjectText({ subject, person, course }: Line, names: Names): string | undefined {
  const id = subject.slice(subject.indexOf(':') + 1)
  return id === person || id === course ? undefined : names[id]
}
