// Several options of several.
import type { AnswerProps } from '../definition.ts'
import { Choices } from '../parts/choices.tsx'

export const MultipleAnswer = ({ content, answer, onAnswer, review, ...rest }: AnswerProps<'multiple'>) => (
  <Choices
    {...rest}
    many
    most={content.most}
    options={content.options}
    chosen={answer?.choices ?? []}
    onChoose={onAnswer && ((choices) => onAnswer(choices.length > 0 ? { choices } : undefined))}
    verdictOf={
      review &&
      ((id) => (answer?.choices.includes(id) ? review.parts[id] : review.solution?.choices.includes(id) ? ('missed' as const) : undefined))
    }
  />
)
