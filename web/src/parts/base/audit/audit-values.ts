// The values of an audit line in words: what was changed, from what to what.
import { type Locale, localeNames, type Translate, textKeys, translateIfPresent } from '../../../i18n.ts'
import { dateTime, list } from '../../../ui/format.ts'

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
export type Change = { field: string; from: string | undefined; to: string | undefined }

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

/** The changed fields, without those that were empty and still are. `texts` names fields whose text is not kept. */
export function changesOf(t: T, { before, after }: Line, names: Names): Change[] {
  const { texts, ...now } = after ?? {}
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])].filter(
    (field) => !(isNothing(before?.[field]) && isNothing(now[field])),
  )
  const value = (from: Record<string, unknown> | null, field: string) =>
    from && field in from ? valueText(t, from[field], names) : undefined
  return [
    ...fields.map((field) => ({ field: fieldText(field), from: value(before, field), to: value(now, field) })),
    ...(Array.isArray(texts) ? texts.map((field) => ({ field: fieldText(String(field)), from: undefined, to: t('newText') })) : []),
  ]
}

/** The name of what was changed, where it is neither a person nor a course of the line: a department, a class. */
export function subjectText({ subject, person, course }: Line, names: Names): string | undefined {
  const id = subject.slice(subject.indexOf(':') + 1)
  return id === person || id === course ? undefined : names[id]
}
