// The fields of a question as they are written, and what its calls take of them.
import type { ContentOf, KeyOf, QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import type { Question } from '../../parts/learning/banks/queries.ts'
import { questionTypeOf } from '../../question-types.ts'

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

export const draftOf = (form: QuestionForm) => {
  const { folder, stimulus, tags, ...rest } = form
  return { ...rest, tags: [...tags], folder_id: folder || null, stimulus_id: stimulus || null }
}

/** Parts that students arrange, in another order than that of their writer: the server stores one of its own. */
export function arranged(type: QuestionTypeName, content: Record<string, unknown>): Record<string, unknown> {
  const mixed = <P extends { id: string }>(parts: readonly P[]) => parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (type === 'ordering') return { items: mixed((content as ContentOf<'ordering'>).items) }
  if (type === 'matching') return { ...content, choices: mixed((content as ContentOf<'matching'>).choices) }
  return content
}

export type AnyKey = KeyOf<QuestionTypeName>
export type AnyContent = ContentOf<QuestionTypeName>
