// A paper that is tried: its answers stay in the page and are sent nowhere.
import { type ComponentProps, useState } from 'react'
import { QuestionList } from './question-list.tsx'

type Props = Omit<ComponentProps<typeof QuestionList>, 'answers' | 'onAnswer'>
export function TriedPaper(props: Props) {
  const [answers, setAnswers] = useState<ReadonlyMap<number, Record<string, unknown>>>(new Map())
  return (
    <QuestionList
      {...props}
      answers={answers}
      onAnswer={(slot, answer) =>
        setAnswers((before) => {
          const next = new Map(before)
          if (answer) next.set(slot, answer)
          else next.delete(slot)
          return next
        })
      }
    />
  )
}
