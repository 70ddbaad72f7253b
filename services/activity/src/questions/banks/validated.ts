// A question as it may be stored: checked by the schemas and the rules of its type, its texts cleaned.
import { type FieldError, Problem } from '@lyceum/kit/calls/errors'
import { checked } from '@lyceum/kit/calls/validation'
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { isKeyless, questionTypeOf } from '../question-types.ts'
import { type ContentOf, type KeyOf, questionSchemas, type QuestionTypeName } from '../question-types/api.ts'
import { isEmptyHtml, plainText } from '../question-types/plain-text.ts'
import type { QuestionDraft } from './shapes.ts'

type Draft = Pick<QuestionDraft, 'type' | 'title' | 'stem' | 'content' | 'key' | 'feedback' | 'points' | 'tags'>
/** `text`: its words, for the search. `uploads`: the files of its texts. */
export type Checked = Draft & { text: string; uploads: string[] }
export type Faults = Record<string, FieldError[]>

/** The most characters that are searched, and the most files in one question. */
const [searched, maxFiles] = [10_000, 50]

/** The question, or what is wrong with it by field. A number without a value is missing: the schemas would say that it is badly written. */
export function validated(draft: Draft): Checked | Faults {
  try {
    return check(draft)
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return renamed(error.fields, draft)
    throw error
  }
}
export const isFaults = (result: Checked | Faults): result is Faults => typeof result.text !== 'string'

function check({ type, title, stem, content, key, feedback, points, tags }: Draft): Checked {
  const of = questionTypeOf(type)
  const uploads = new Set<string>()
  const texts: string[] = []
  const clean = (field: string) => (html: string) => {
    const cleaned = cleanHtml(field, html)
    for (const id of filesIn(cleaned)) uploads.add(id)
    return cleaned
  }
  const keyless = isKeyless({ type, key }) ? of.keyless : undefined
  const fields = {
    stem: clean('stem')(stem),
    content: checked(questionSchemas[type].content, content, 'content') as ContentOf<QuestionTypeName>,
    key: keyless ?? (checked(questionSchemas[type].key, key, 'key') as KeyOf<QuestionTypeName>),
  }
  const cleanContent = clean('content')
  const stored = {
    stem: fields.stem,
    content: of.stored(
      of.texts(fields.content, (html) => {
        const cleaned = cleanContent(html)
        texts.push(plainText(cleaned))
        return cleaned
      }),
    ),
    key: keyless ? {} : of.keyTexts(fields.key, clean('key')),
  }
  // by the places that the writer knows: before the parts are put into an order that says nothing
  const faults: Faults = { ...of.faults({ ...fields, content: of.texts(fields.content, cleanContent) }) }
  if (keyless) delete faults['key.right']
  if (isEmptyHtml(stored.stem)) faults.stem = [{ code: 'field.required' }]
  if (uploads.size > maxFiles) faults.stem = [{ code: 'activity.tooManyPictures', params: { most: maxFiles } }]
  if (Object.keys(faults).length > 0) throw new Problem(400, 'invalid', { fields: faults })
  const words = plainText(stored.stem)
  const named = cleanTitle(title) || firstWords(words) || type
  const tagged = [...new Set(tags.map((tag) => cleanTitle(tag)).filter(Boolean))]
  return {
    type,
    title: named,
    stem: stored.stem,
    content: stored.content as Checked['content'],
    key: stored.key as Checked['key'],
    feedback: clean('feedback')(feedback),
    points: String(Number(points)),
    tags: tagged,
    text: [named, words, ...texts, ...tagged].join('\n').slice(0, searched),
    uploads: [...uploads],
  }
}

/** As many as a list shows in a line. */
const firstWords = (words: string) => (words.length <= 80 ? words : `${words.slice(0, 80).replace(/\s\S*$/, '')}…`)

/** An empty text, number or choice is missing, whatever pattern it does not have. */
function renamed(fields: Faults, draft: Draft): Faults {
  const valueAt = (field: string) =>
    field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], draft)
  return Object.fromEntries(
    Object.entries(fields).map(([field, list]) => [
      field,
      valueAt(field) === '' ? [{ code: field === 'key.right' ? ('question.noRight' as const) : ('field.required' as const) }] : list,
    ]),
  )
}
