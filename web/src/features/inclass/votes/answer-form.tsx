// The answer of a student: changed until the close, kept on this device until it has arrived.
import { useId } from 'react'
import { useTexts } from '../../../i18n.ts'
import { QuestionView } from '../../../parts/learning/questions/question-view.tsx'
import { useSecondsLeft } from '../clock.ts'
import type { ClassState } from '../queries.ts'
import { useVoteFiles } from './files.ts'
import { VoteQuestion } from './question.tsx'
import { useVoteAnswer } from './use-vote-answer.ts'
import type { Vote } from './vote-calls.ts'

export function AnswerForm({ vote, session: { mine, can } }: { vote: Vote; session: ClassState }) {
  const t = useTexts('votes')
  const id = useId()
  const { value, state, change } = useVoteAnswer(vote.id, vote.state === 'open', mine.vote)
  const files = useVoteFiles(vote)
  const left = useSecondsLeft(vote.closes_at)
  const open = vote.state === 'open' && left !== 0 && can.take_part
  return (
    <section aria-labelledby={id} className="space-y-4">
      <VoteQuestion vote={vote} id={id} files={files} />
      <QuestionView
        item={vote}
        stemless
        files={files?.addresses}
        labelledBy={id}
        answer={value}
        {...(open && { onAnswer: (next) => change(next, vote.type === 'short_answer') })}
      />
      <p role="status" className="min-h-[1lh] text-text-2">
        {t(`state.${!open && state === 'none' ? 'missed' : state}`)}
      </p>
      {open && vote.anonymous && <p className="text-small text-text-3">{t('anonymousMine')}</p>}
    </section>
  )
}
