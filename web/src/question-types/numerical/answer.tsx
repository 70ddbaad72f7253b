// A number.
import { useTexts } from '../../i18n.ts'
import type { AnswerProps } from '../definition.ts'
import { LineInput } from '../parts/line-input.tsx'

export function NumericalAnswer({ content, answer, onAnswer, labelledBy, review }: AnswerProps<'numerical'>) {
  const t = useTexts('questions')
  return (
    <LineInput
      labelledBy={labelledBy}
      hint={t('numberHere')}
      most={100}
      number
      unit={content.unit}
      value={answer?.text ?? ''}
      onChange={onAnswer && ((text) => onAnswer(text.trim() ? { text } : undefined))}
      verdict={review && Object.values(review.parts)[0]}
      solution={review?.solution?.text}
    />
  )
}
