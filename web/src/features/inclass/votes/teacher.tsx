// Votes for who teaches: a new one, the answers of the open one as they come, its close, its results and those of the votes before.
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Plus, RotateCcw, Square } from 'lucide-react'
import { useId, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { plainText } from '../../../question-types/parts/plain-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { number, sentences, time } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { attemptChange } from '../queries.ts'
import type { TeacherProps } from '../tools.ts'
import { useVoteFiles } from './files.ts'
import { NewVote } from './new-vote.tsx'
import { VoteQuestion } from './question.tsx'
import { VoteResults } from './results.tsx'
import { changeVote, resultsOf, type Vote, votesOf } from './vote-calls.ts'

export default function TeacherVote({ session }: TeacherProps) {
  const t = useTexts('votes')
  /** The vote that is looked at: the last one, an earlier one, or none for a new one. */
  const [choice, setChoice] = useState<{ id: string | 'new'; last: string | undefined }>()
  const { data: votes } = useQuery(votesOf(session.id))
  const last = session.vote
  // one that was opened since is looked at
  const chosen = choice && choice.last === last?.id ? choice.id : undefined
  const setChosen = (id: string | 'new') => setChoice({ id, last: last?.id })
  const vote = last?.state === 'open' ? last : chosen === 'new' ? null : (votes?.items.find(({ id }) => id === chosen) ?? last)
  const rest = (votes?.items ?? []).filter(({ id }) => id !== vote?.id && (last?.state !== 'open' || id !== last.id))
  return (
    <div className="space-y-6">
      {vote ? (
        <Current key={vote.id} vote={vote} last={vote.id === last?.id} onNew={() => setChosen('new')} />
      ) : (
        <NewVote key={last?.id ?? 'first'} session={session.id} course={session.course_id} />
      )}
      {rest.length > 0 && last?.state !== 'open' && (
        <section className="space-y-2">
          <h3 className="text-section font-semibold">{t('earlier')}</h3>
          <ul className="surface-card divide-y divide-line">
            {rest.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => setChosen(one.id)}
                  className="flex min-h-11 w-full items-center gap-3 px-3.5 py-2 text-left hover:bg-hover"
                >
                  <span className="tabular text-text-3">{number(one.n)}</span>
                  <span className="min-w-0 flex-1 truncate">{plainText(one.stem) || t('spoken')}</span>
                  <span className="tabular text-text-3">{time(one.opened_at)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Current({ vote, last, onNew }: { vote: Vote; last: boolean; onNew: () => void }) {
  const t = useTexts('votes')
  const id = useId()
  const [busy, setBusy] = useState<string>()
  const results = useQuery(resultsOf(vote.id))
  const files = useVoteFiles(vote)
  const change = async (name: string, changes: Parameters<typeof changeVote>[1]) => {
    setBusy(name)
    await attemptChange(vote.session_id, () => changeVote(vote, changes))
    setBusy(undefined)
  }
  const { data } = results
  const isOpen = vote.state === 'open'
  return (
    <section aria-labelledby={id} className="space-y-4">
      <VoteQuestion vote={vote} id={id} files={files} />
      <p role="status" className="tabular min-h-[1lh] text-section font-semibold">
        {data && t('answered', { n: number(data.n), asked: number(data.asked) })}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {isOpen ? (
          <Button variant="primary" icon={Square} busy={busy === 'close'} onClick={() => void change('close', { state: 'closed' })}>
            {t('close')}
          </Button>
        ) : (
          <Button variant="primary" icon={Plus} onClick={onNew}>
            {t('another')}
          </Button>
        )}
        <Button
          icon={vote.results_shown ? EyeOff : Eye}
          busy={busy === 'show'}
          onClick={() => void change('show', { results_shown: !vote.results_shown })}
        >
          {vote.results_shown ? t('hideResults') : t('showResults')}
        </Button>
        {!isOpen && !vote.anonymous && last && (
          <Button icon={RotateCcw} busy={busy === 'again'} onClick={() => void change('again', { state: 'open' })}>
            {t('again')}
          </Button>
        )}
        {vote.keyed && (
          <Switch
            label={t('markRight')}
            checked={vote.right_shown}
            busy={busy === 'right'}
            onChange={(right_shown) => void change('right', { right_shown })}
          />
        )}
      </div>
      <p className="text-small text-text-3">
        {sentences(vote.results_shown ? t('resultsShown') : t('resultsYours'), isOpen && vote.anonymous && t('anonymousHelp'))}
      </p>
      {results.error && !data ? (
        <ReadFailed title={t('failed')} error={results.error} at={results.errorUpdatedAt} onRetry={() => void results.refetch()} />
      ) : data ? (
        <VoteResults vote={vote} results={data} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </section>
  )
}
