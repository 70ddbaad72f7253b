// A word or a short line.
import { useTexts } from '../../i18n.ts'
import type { AnswerProps } from '../definition.ts'
import { LineInput } from '../parts/line-input.tsx'

export function ShortAnswerAnswer({ answer, onAnswer, labelledBy, review }: AnswerProps<'short_answer'>) {
  const t = useTexts('questions')
  return (
    <LineInput
      labelledBy={labelledBy}
      hint={t('answerHere')}
      most={1000}
      value={answer?.text ?? ''}
      onChange={onAnswer && ((text) => onAnswer(text.trim() ? { text } : undefined))}
      verdict={review && Object.values(review.parts)[0]}
      solution={review?.solution?.text}
    />
  )
}
