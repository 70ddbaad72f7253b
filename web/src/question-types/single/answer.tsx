// One option of several.
import type { AnswerProps } from '../definition.ts'
import { Choices } from '../parts/choices.tsx'

export const SingleAnswer = ({ content, answer, onAnswer, review, ...rest }: AnswerProps<'single'>) => (
  <Choices
    {...rest}
    many={false}
    options={content.options}
    chosen={answer ? [answer.choice] : []}
    onChoose={onAnswer && (([choice]) => onAnswer(choice ? { choice } : undefined))}
    verdictOf={review && ((id) => review.parts[id] ?? (review.solution?.choice === id ? 'missed' : undefined))}
  />
)
