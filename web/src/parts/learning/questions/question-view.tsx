// A question as who answers it sees it: what it is about, its text with sounds and films, the answer; with how it was marked where that is shown.
import type { ReactNode } from 'react'
import { questionTypeOf } from '../../../question-types.ts'
import type { AnswerProps, Files } from '../../../question-types/definition.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import type { PaperItem } from '../attempts/paper.ts'

type AnswerValue = Record<string, unknown>
type ShownReview = { parts: Readonly<Record<string, 'right' | 'wrong' | 'partly'>>; solution: AnswerValue | null }

export function QuestionView({
  item: { type, stem, content },
  labelledBy,
  stemless = false,
  files,
  media,
  answer,
  onAnswer,
  review,
  uploadFile,
  filesField,
  filesShown,
}: {
  item: Pick<PaperItem, 'type' | 'stem' | 'content'>
  labelledBy: string
  /** Its text stands elsewhere on the page. */
  stemless?: boolean
  files?: Files | undefined
  /** Between the text and the answer. */
  media?: ReactNode
  answer: AnswerValue | undefined
  onAnswer?: ((answer: AnswerValue | undefined) => void) | undefined
  review?: ShownReview | undefined
} & Pick<AnswerProps, 'uploadFile' | 'filesField' | 'filesShown'>) {
  const { Answer, stemInside } = questionTypeOf(type)
  return (
    <>
      {!stemInside && !stemless && stem && <RichText html={stem} files={files} className="mb-4" />}
      {media}
      <Answer
        stem={stem}
        content={content as AnswerProps['content']}
        labelledBy={labelledBy}
        answer={answer as AnswerProps['answer']}
        {...(onAnswer && { onAnswer: onAnswer as NonNullable<AnswerProps['onAnswer']> })}
        {...(review && { review: review as NonNullable<AnswerProps['review']> })}
        files={files}
        uploadFile={uploadFile}
        filesField={filesField}
        filesShown={filesShown}
      />
    </>
  )
}
