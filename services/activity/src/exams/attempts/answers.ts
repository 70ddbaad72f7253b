// Answers: whether they fit their question, what of them is kept, and which of them count. Pure.
import { cleanHtml } from '@lyceum/kit/text/clean-html'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { checked } from '@lyceum/kit/calls/validation'
import { questionTypeOf } from '../../questions/question-types.ts'
import type { KeptVersion } from '../../questions/papers/kept-papers.ts'
import { questionSchemas } from '../../questions/question-types/api.ts'
import type { AnswerFileFacts } from '../../questions/question-types/definition.ts'

export type StoredAnswer = Record<string, unknown>

/** The answer as it is kept: texts cleaned; null: taken away. Undefined where it does not fit its question. */
export function cleanAnswer(
  { type, content }: Pick<KeptVersion, 'type' | 'content'>,
  answer: StoredAnswer | null,
): StoredAnswer | null | undefined {
  if (type === 'stimulus') return undefined
  if (answer === null) return null
  try {
    checked(questionSchemas[type].answer, answer, 'answer')
    if (!questionTypeOf(type).fits(content as never, answer as never)) return undefined
    if (type !== 'essay' || content.format !== 'rich') return answer
    return { ...answer, text: cleanHtml('answer', String(answer.text)) }
  } catch {
    return undefined
  }
}

/** Whether the question takes such files. */
export const takesFiles = ({ type, content }: Pick<KeptVersion, 'type' | 'content'>, files: readonly AnswerFileFacts[]): boolean =>
  files.every((file) => questionTypeOf(type).takesFile?.(content as never, file) ?? true)

/** Nothing was answered. */
export const isBlankAnswer = ({ type, content }: { type: string; content: unknown }, answer: StoredAnswer | null | undefined): boolean =>
  answer === null || answer === undefined || questionTypeOf(type).isBlank(answer as never, content as never)

/** The files of an answer, those in its text too. */
export function uploadsOfAnswer(answer: StoredAnswer | null): string[] {
  if (!answer) return []
  const listed = Array.isArray(answer.upload_ids) ? (answer.upload_ids as string[]) : []
  return [...new Set([...listed, ...(typeof answer.text === 'string' ? filesIn(answer.text) : [])])]
}

/** Whether a late answer `l` is another one than what counts of its question, `w`: one that was given again on the other device is the same. */
export const isApart = 'w.answer is distinct from l.answer'
