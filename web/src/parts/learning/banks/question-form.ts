// The fields of a question as they are written, and what its calls take of them.
import type { ContentOf, KeyOf, QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { translateIfPresent } from '../../../i18n.ts'
import type { Question } from './queries.ts'
import { questionTypeOf } from '../../../question-types.ts'

export type QuestionForm = {
  title: string
  stem: string
  content: Record<string, unknown>
  key: Record<string, unknown>
  feedback: string
  points: string
  tags: string[]
  /** '' for none. */
  folder: string
  /** The text that it belongs to; '' for none. */
  stimulus: string
}

export const formOf = ({ title, stem, content, key, feedback, points, tags, folder_id, stimulus_id }: Question): QuestionForm => ({
  title,
  stem,
  content,
  key,
  feedback,
  points,
  tags,
  folder: folder_id ?? '',
  stimulus: stimulus_id ?? '',
})

export function freshForm(type: QuestionTypeName, folder: string): QuestionForm {
  const { content, key } = questionTypeOf(type).fresh()
  return {
    title: '',
    stem: '',
    content: content as Record<string, unknown>,
    key: key as Record<string, unknown>,
    feedback: '',
    points: type === 'stimulus' ? '0' : '1',
    tags: [],
    folder,
    stimulus: '',
  }
}

/** Without options that were left empty, as long as two stay: a new question begins with more rows than many need. Those that its key names stay,
 *  so that their fault is shown. */
function withoutEmptyOptions(content: Record<string, unknown>, key: Record<string, unknown>): Record<string, unknown> {
  const { options } = content as { options?: unknown }
  if (!Array.isArray(options)) return content
  const named = JSON.stringify(key)
  const kept = (options as { id: string; text: string }[]).filter(({ id, text }) => text.trim() !== '' || named.includes(`"${id}"`))
  return kept.length < 2 ? content : { ...content, options: kept }
}

export const draftOf = (form: QuestionForm) => {
  const { folder, stimulus, tags, content, ...rest } = form
  return {
    ...rest,
    content: withoutEmptyOptions(content, form.key),
    tags: [...tags],
    folder_id: folder || null,
    stimulus_id: stimulus || null,
  }
}

type Refused = Record<string, readonly { code: string; params: object }[]>
/** The errors of a question that was not added, by field; their texts are those of `errors`. */
export const faultTexts = (errors: Refused): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, [first]]) => [
      field,
      first && translateIfPresent('errors', first.code as never, first.params as Record<string, string | number>),
    ]),
  )

/** Parts that students arrange, in another order than that of their writer: the server stores one of its own. */
export function arranged(type: QuestionTypeName, content: Record<string, unknown>): Record<string, unknown> {
  const mixed = <P extends { id: string }>(parts: readonly P[]) => parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (type === 'ordering') return { items: mixed((content as ContentOf<'ordering'>).items) }
  if (type === 'matching') return { ...content, choices: mixed((content as ContentOf<'matching'>).choices) }
  return content
}

export type AnyKey = KeyOf<QuestionTypeName>
export type AnyContent = ContentOf<QuestionTypeName>
