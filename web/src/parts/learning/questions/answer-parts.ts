// The answers of a question in short: what it offers, and what of it is right. Of every type by the shapes of content and key. Pure.

export type AnswerPart = { text: string; right: boolean }
type Part = { id: string; text: string }
type Words = { true: string; false: string }
type Plain = (html: string) => string
type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPart = (value: unknown): value is Part => isObject(value) && typeof value.id === 'string' && typeof value.text === 'string'
const idsIn = (value: unknown): string[] => [value].flat().filter((id): id is string => typeof id === 'string')

/** Accepted texts and numbers, wherever the key holds them; options of a blank are named in its content. */
function acceptedIn(value: unknown, plain: Plain): AnswerPart[] {
  if (Array.isArray(value)) return value.flatMap((inner) => acceptedIn(inner, plain))
  if (!isObject(value)) return []
  const { text, value: number, percent } = value
  const said = typeof text === 'string' ? text : typeof number === 'string' ? number : undefined
  if (typeof percent === 'string' && said !== undefined) return [{ text: plain(said), right: Number(percent) === 100 }]
  return Object.entries(value).flatMap(([name, inner]) => (name === 'feedback' ? [] : acceptedIn(inner, plain)))
}

/** In the order of the question; empty where a person reads the answer, as of an essay. `plain` is the text of an HTML. */
export function answerPartsOf(content: Json, key: Json, words: Words, plain: Plain): AnswerPart[] {
  const texts = new Map<string, string>()
  const collect = (value: unknown): void => {
    if (isPart(value)) texts.set(value.id, plain(value.text))
    if (Array.isArray(value)) value.forEach(collect)
    else if (isObject(value)) Object.values(value).forEach(collect)
  }
  collect(content)
  const named = (id: string) => texts.get(id) ?? ''
  if (isObject(key.pairs))
    return Object.entries(key.pairs).map(([item, choice]) => ({ text: `${named(item)} → ${named(String(choice))}`, right: true }))
  if (Array.isArray(key.order)) return [{ text: idsIn(key.order).map(named).join(' → '), right: true }]
  if (typeof key.right === 'boolean') return [{ text: words[key.right ? 'true' : 'false'], right: true }]
  const right = new Set(idsIn(key.right))
  const blanks = isObject(key.blanks) ? Object.values(key.blanks) : []
  for (const blank of blanks)
    if (isObject(blank) && isObject(blank.options))
      for (const [id, share] of Object.entries(blank.options)) if (Number(share) === 100) right.add(id)
  const parts = [...texts].map(([id, text]) => ({ text, right: right.has(id) })).filter(({ text }) => text !== '')
  return [...parts, ...acceptedIn(key, plain)]
}
