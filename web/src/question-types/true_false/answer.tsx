// True or false.
import { useTexts } from '../../i18n.ts'
import type { AnswerProps } from '../definition.ts'
import { Choices } from '../parts/choices.tsx'

export function TrueFalseAnswer({ answer, onAnswer, review, labelledBy }: AnswerProps<'true_false'>) {
  const t = useTexts('questions')
  const given = answer && String(answer.value)
  return (
    <Choices
      many={false}
      labelledBy={labelledBy}
      options={[
        { id: 'true', text: t('true') },
        { id: 'false', text: t('false') },
      ]}
      chosen={given ? [given] : []}
      onChoose={onAnswer && (([choice]) => onAnswer({ value: choice === 'true' }))}
      verdictOf={
        review &&
        ((id) =>
          given === id ? Object.values(review.parts)[0] : review.solution && String(review.solution.value) === id ? 'missed' : undefined)
      }
    />
  )
}
