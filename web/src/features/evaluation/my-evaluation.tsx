// My evaluation of a task: what makes its points, what I say of my own work, the works of others that I review, and what became of mine.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { activityHref } from '../../activity-types.ts'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import type { Saved } from '../../parts/learning/rubrics/grading-saver.ts'
import { ResultCard } from '../../parts/learning/work/result-card.tsx'
import type { Assignment } from '../../parts/learning/work/work-state.ts'
import { query, queryClient } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { near } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { PeerReviewWork } from './peer-review.tsx'
import { ReviewForm } from './review-form.tsx'
import { WeightsLine } from './weights-line.tsx'

type Mine = Answer<'GET /api/activities/:id/my-evaluation'>
const mineQuery = (id: string) => query('GET /api/activities/:id/my-evaluation', { params: { id } })

export function MyEvaluation({ activity }: { activity: Activity }) {
  const t = useTexts('evaluation')
  const { id } = activity
  const mine = useQuery(mineQuery(id))
  const work = useQuery(query('GET /api/activities/:id/my-submission', { params: { id } }))
  const peers = useQuery(query('GET /api/activities/:id/my-peer-reviews', { params: { id } }))
  const failed = [mine, work, peers].find(({ error, data }) => error && !data)
  if (failed) return <ReadFailed error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
  if (!mine.data || !work.data || !peers.data) return <SkeletonRows rows={4} />
  const { weights, due } = mine.data
  const { result, versions } = work.data
  const [last] = versions
  const asksSelf = Boolean(weights?.self)
  return (
    <div className="space-y-3.5">
      {(weights || due) && (
        <section aria-label={t('howItCounts')} className="surface-card space-y-1 p-4">
          {weights && <WeightsLine weights={weights} />}
          {due && <p className="text-small text-text-2">{t('dueAt', { when: near(due) })}</p>}
        </section>
      )}
      {result && <ResultCard activity={activity as Assignment} result={result} last={last} />}
      {asksSelf && (
        <section aria-label={t('self')} className="surface-card space-y-3 p-4">
          <h2 className="text-section font-semibold">{t('self')}</h2>
          {mine.data.self ? <Self activity={activity} mine={mine.data} self={mine.data.self} /> : <HandInFirst activity={activity} />}
        </section>
      )}
      {peers.data.each > 0 && <Peers activity={activity} peers={peers.data} handedIn={last !== undefined} />}
      {!asksSelf && peers.data.each === 0 && <Empty title={t('nothingAsked')} text={t('nothingAskedText')} />}
    </div>
  )
}

function HandInFirst({ activity }: { activity: Activity }) {
  const t = useTexts('evaluation')
  return (
    <p className="flex flex-wrap items-center gap-3 text-body text-text-2">
      <span className="min-w-0 flex-1 basis-60">{t('handInFirst')}</span>
      <Link to={activityHref(activity)} className={buttonLook('secondary')}>
        {t('toTask')}
      </Link>
    </p>
  )
}

function Self({ activity, mine, self }: { activity: Activity; mine: Mine; self: NonNullable<Mine['self']> }) {
  const t = useTexts('evaluation')
  const { id } = activity
  const take = (next: Mine): Saved => {
    queryClient.setQueryData(mineQuery(id).queryKey, next)
    return next.self ?? self
  }
  return (
    <>
      <p className="text-small text-text-2">{t('selfHelp')}</p>
      <ReviewForm
        key={id}
        id={`self-${id}`}
        start={self}
        rubric={self.rubric}
        max={mine.max}
        open={mine.open}
        ports={{
          write: async ({ points, criteria, comment }, version, done) =>
            take(
              await call('PUT /api/activities/:id/my-evaluation', {
                params: { id },
                body: { points, ...(self.rubric && { criteria }), comment, version, ...(done && { done }) },
              }),
            ),
          read: async () => (await queryClient.fetchQuery({ ...mineQuery(id), staleTime: 0 })).self,
          onSaved: () => {},
        }}
      />
    </>
  )
}

function Peers({
  activity,
  peers: { given_out, open, due, items, each },
  handedIn,
}: {
  activity: Activity
  peers: Answer<'GET /api/activities/:id/my-peer-reviews'>
  handedIn: boolean
}) {
  const t = useTexts('evaluation')
  const [chosen, setChosen] = useState<string>()
  const current = chosen ?? items.find(({ state }) => state !== 'done')?.id ?? items[0]?.id
  return (
    <section aria-label={t('peers')} className="surface-card space-y-3 p-4">
      <h2 className="text-section font-semibold">{t('peers')}</h2>
      <p className="text-small text-text-2">
        {given_out
          ? items.length > 0
            ? t(open ? 'peersHelp' : 'peersOver', { when: due ? near(due) : '' })
            : t(handedIn ? 'noneForYou' : 'noneWithoutWork')
          : t('peersLater', { count: each })}
      </p>
      {items.length > 0 && (
        <>
          <ul className="flex flex-wrap gap-2">
            {items.map(({ id, number, state }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={id === current}
                  onClick={() => setChosen(id)}
                  className={buttonLook(id === current ? 'primary' : 'secondary')}
                >
                  {state === 'done' && <StatusMark state="done" label={t('isDone')} size={16} />}
                  {t('work', { number })}
                </button>
              </li>
            ))}
          </ul>
          {current && <PeerReviewWork key={current} id={current} activity={activity.id} />}
        </>
      )}
    </section>
  )
}
