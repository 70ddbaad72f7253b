// The vote for everybody: on phones to answer, on the screen of the hall with the number of answers; its results once they are shown.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTexts } from '../../../i18n.ts'
import { QuestionView } from '../../../parts/learning/questions/question-view.tsx'
import { number } from '../../../ui/format.ts'
import type { ShownProps } from '../tools.ts'
import { AnswerForm } from './answer-form.tsx'
import { useVoteFiles } from './files.ts'
import { VoteQuestion } from './question.tsx'
import { VoteResults } from './results.tsx'
import { resultsOf, type Vote } from './vote-calls.ts'

export default function ShownVote({ session, hall }: ShownProps) {
  const t = useTexts('votes')
  const { vote, vote_results: results } = session
  if (!vote) return <p className="py-16 text-center text-text-2">{t('none')}</p>
  return (
    <div className="space-y-6">
      {hall ? <HallQuestion key={vote.id} vote={vote} /> : <AnswerForm key={vote.id} vote={vote} session={session} />}
      {results ? (
        <VoteResults vote={vote} results={results} height={hall ? 360 : 240} />
      ) : (
        vote.state === 'closed' && <p className="text-text-2">{t('resultsLater')}</p>
      )}
    </div>
  )
}

function HallQuestion({ vote }: { vote: Vote }) {
  const t = useTexts('votes')
  const id = useId()
  const files = useVoteFiles(vote)
  const { data } = useQuery(resultsOf(vote.id))
  return (
    // read from the last row: the texts of question and options follow these sizes, which each element has from its language
    <section aria-labelledby={id} className="mx-auto max-w-[1100px] space-y-6 **:[--fs-read:28px]! **:[--lh-read:40px]!">
      <VoteQuestion vote={vote} id={id} files={files} />
      {!vote.results_shown && vote.type !== 'short_answer' && (
        <QuestionView item={vote} stemless files={files?.addresses} labelledBy={id} answer={undefined} />
      )}
      <p role="status" className="tabular min-h-[1lh] text-title font-semibold">
        {data && t('answered', { n: number(data.n), asked: number(data.asked) })}
      </p>
    </section>
  )
}
