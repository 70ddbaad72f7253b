// A student's own scores in a course: the result, and the tree that says why it is what it is; beside each score its comment and, where the teacher
// shows it, how the class did.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Distribution } from '../../../parts/learning/scores/distribution.tsx'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { type MyScores, myScoresQuery } from '../../../parts/learning/scores/queries.ts'
import { ResultLine } from '../../../parts/learning/scores/result-line.tsx'
import { ResultTree } from '../../../parts/learning/scores/result-tree.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { dateTime, sentences } from '../../../ui/format.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'
import { isOpen, possibleOf, TrialField, TrialResult, useSettled } from './score-trial.tsx'

export default function MyCourseScores({ course }: { course: Course }) {
  const t = useTexts('scores')
  const { data, error, errorUpdatedAt, refetch } = useQuery(myScoresQuery(course.id))
  return (
    <div className="max-w-[860px] p-6 pt-4 pb-20 max-tablet:p-4 max-tablet:pb-24">
      {error && !data ? (
        <ReadFailed title={t('mineFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t('mineEmpty')} text={t('mineEmptyText')} />
      ) : (
        <Mine course={course.id} scores={data} />
      )}
    </div>
  )
}

function Mine({ course, scores }: { course: string; scores: MyScores }) {
  const t = useTexts('scores')
  /** Possible points as they are typed; undefined: nothing is tried. They live here alone. */
  const [trial, setTrial] = useState<Readonly<Record<string, string>>>()
  const put = (id: string, points: string) => setTrial((before) => ({ ...before, [id]: points }))
  const possible = useSettled(trial && possibleOf(trial, scores.items))
  const tried = useQuery({
    ...myScoresQuery(course, possible),
    enabled: trial !== undefined && possible !== undefined && Object.keys(possible).length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const triedScores = trial && possible && Object.keys(possible).length > 0 ? tried.data : undefined
  const byItem = new Map(scores.items.map((item) => [item.item_id, item]))
  return (
    <>
      <section aria-label={t('result')} className="surface-card mb-4 p-4">
        <ResultLine result={scores.result} final={scores.final} large />
        <p className="mt-1 text-small text-text-2">{t(scores.final ? 'mineFinal' : 'mineSoFar')}</p>
        {scores.pass_percent !== null && (
          <p className="text-small text-text-3">{t('passFrom', { percent: pointsText(String(scores.pass_percent)) })}</p>
        )}
      </section>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-section font-semibold">{t('tree')}</h2>
        {!scores.final && scores.items.some(isOpen) && (
          <Button aria-expanded={trial !== undefined} onClick={() => setTrial(trial ? undefined : {})}>
            {t(trial ? 'trialEnd' : 'trialBegin')}
          </Button>
        )}
      </div>
      {trial && <TrialResult tried={triedScores} failed={tried.isError} />}
      <ResultTree
        tree={(triedScores ?? scores).tree}
        partsOf={(id) => {
          const item = byItem.get(id)
          if (!item) return {}
          return {
            ...(item.activity_id && { link: paths.activity(course, item.activity_id) }),
            percent: item.percent,
            ...(item.work && {
              note: <span className={item.work === 'rework' ? 'text-warn-text' : 'text-info-text'}>{t(`work.${item.work}`)}</span>,
            }),
            ...(trial &&
              isOpen(item) && { points: <TrialField item={item} value={trial[id] ?? ''} onChange={(points) => put(id, points)} /> }),
            below: <Detail item={item} />,
          }
        }}
      />
      {scores.scale && (
        <details className="surface-card mt-4 p-3.5">
          <summary className="cursor-pointer font-medium">{scores.scale.name}</summary>
          <dl className="tabular mt-2 max-w-60 text-small">
            {scores.scale.levels.map(({ name, percent }) => (
              <div key={name} className="flex min-h-6 justify-between gap-4">
                <dt>{name}</dt>
                <dd className="text-text-2">{t('levelFrom', { percent: pointsText(percent) })}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function Detail({ item }: { item: MyScores['items'][number] }) {
  const t = useTexts('scores')
  return (
    <>
      {item.late_points !== null && (
        <p className="text-small text-warn-text">
          {t('lateTaken', { points: pointsText(item.late_points), earned: pointsText(item.earned ?? item.points ?? '0') })}
        </p>
      )}
      {item.overridden && (
        <p className="text-small text-text-2">
          {sentences(t('mineByHand'), item.reason !== '' && t('reasonWas', { reason: item.reason }))}
        </p>
      )}
      {item.comment && (
        <p className="mt-1 rounded-control bg-sunken px-2.5 py-1.5 text-small wrap-break-word whitespace-pre-line">{item.comment}</p>
      )}
      {item.released_at && <p className="text-caption text-text-3">{t('releasedOn', { time: dateTime(item.released_at) })}</p>}
      {item.distribution && (
        <details className="mt-1">
          <summary className="inline-block cursor-pointer text-small text-accent-text">
            {t('howClassDid', { count: item.distribution.count })}
          </summary>
          <div className="max-w-80 pt-2">
            <Distribution of={item.distribution} max={item.max} mark={item.points} />
          </div>
        </details>
      )}
    </>
  )
}
