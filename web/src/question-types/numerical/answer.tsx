// A number.
import { useTexts } from '../../i18n.ts'
import type { AnswerProps } from '../definition.ts'
import { LineInput } from '../parts/line-input.tsx'
import { decimalSign } from '../../ui/numbers.ts'
import { differentReading, shownNumber } from '../parts/shown-numbers.ts'

export function NumericalAnswer({ content, answer, onAnswer, labelledBy, review }: AnswerProps<'numerical'>) {
  const t = useTexts('questions')
  const solution = review?.solution?.text
  return (
    <LineInput
      labelledBy={labelledBy}
      hint={t('numberHere')}
      most={100}
      number
      unit={content.unit}
      value={answer?.text ?? ''}
      onChange={onAnswer && ((text) => onAnswer(text.trim() ? { text, decimal: decimalSign() } : undefined))}
      verdict={review && Object.values(review.parts)[0]}
      solution={solution === undefined ? undefined : shownNumber(solution)}
      reading={answer && differentReading(answer.text, content.unit, answer.decimal)}
    />
  )
}
