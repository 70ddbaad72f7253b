// My attempts at an exam: begin or go on, why I cannot, and what became of those that are handed in.
import { useQuery } from '@tanstack/react-query'
import { CirclePlay, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { noteBegun } from '../../parts/learning/attempts/begun.ts'
import { deviceId } from '../../parts/learning/attempts/device-answers.ts'
import { dropCopiesOf } from '../../parts/learning/attempts/exam-copy.ts'
import { sendLeft } from '../../parts/learning/attempts/left-answers.ts'
import { LeftLines } from '../../parts/learning/attempts/left-lines.tsx'
import { isCountedDown, leftUntil } from '../../parts/learning/attempts/server-clock.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { paths } from '../../paths.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { dateTime, near, sentences } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import type { Exam, Mine } from './exam.ts'
import { Rules } from './rules.tsx'

export function MyAttempts({ activity }: { activity: Exam }) {
  const t = useTexts('exam')
  const { data, error, errorUpdatedAt, refetch, isFetching, isStale } = useQuery({
    ...query('GET /api/activities/:id/my-attempts', { params: { id: activity.id } }),
    // it opens, and is marked within seconds of being handed in
    refetchInterval: ({ state }) =>
      state.data?.why === 'not_started' || state.data?.attempts.some(({ state: one }) => one === 'submitted') ? 10_000 : false,
  })
  // an attempt's page leads here once it has ended, with answers that this device may still hold
  useEffect(() => void sendLeft(), [])
  // what was read long ago knows nothing of an attempt that another tab has begun
  const none = data && !data.running && !isFetching && !isStale
  useEffect(() => {
    if (none) void dropCopiesOf(activity.id)
  }, [none, activity.id])
  if (error && !data) return <ReadFailed title={t('attemptsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  return (
    <>
      <Rules activity={activity} mine={data} />
      {[...(data.running ? [data.running] : []), ...data.attempts].map(({ id }) => (
        <LeftLines key={id} attempt={id} />
      ))}
      <Start activity={activity} mine={data} />
      {data.attempts.some(({ state }) => state !== 'running') && <Attempts activity={activity} mine={data} />}
    </>
  )
}

function Start({ activity, mine }: { activity: Exam; mine: Mine }) {
  const t = useTexts('exam')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { running } = mine
  const asksCode = mine.needs_code && !running
  const codeFault = failure instanceof CallFailed && failure.problem.code.startsWith('attempt.code') ? problemText(failure) : undefined
  const begin = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const head = await call('POST /api/activities/:id/attempts', {
        params: { id: activity.id },
        body: { device: deviceId(), ...(asksCode && { code: code.trim() }) },
      })
      if (!running) noteBegun(head)
      queryClient.setQueryData<Mine>(
        query('GET /api/activities/:id/my-attempts', { params: { id: activity.id } }).queryKey,
        (before) => before && { ...before, running: head },
      )
      // no fact is of a beginning
      if (!running) void invalidate('GET /api/todo', 'GET /api/todo/courses')
      await navigate(paths.exam(activity.course_id, activity.id))
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (!(error instanceof CallFailed && error.problem.code.startsWith('attempt.code')))
        void invalidate('GET /api/activities/:id/my-attempts')
    }
  }
  if (!running && !mine.may_start) {
    const why = mine.why ?? 'ended'
    // handed in, and no attempt left: the list below says everything
    if (why === 'no_attempts' || (why === 'ended' && mine.attempts.length > 0)) return null
    return <Banner tone="info">{why === 'not_started' && mine.opens ? t('why.opens', { when: near(mine.opens) }) : t(`why.${why}`)}</Banner>
  }
  return (
    <section aria-label={t('start')} className="surface-card space-y-3 p-5 max-tablet:p-4">
      {running && <p className="tabular text-body">{t('runningSince', { when: dateTime(running.started_at) })}</p>}
      {asksCode && (
        <TextField
          label={t('code')}
          value={code}
          onChange={setCode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help={t('codeHelp')}
          error={codeFault}
          className="max-w-[320px]"
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          size="lg"
          icon={running ? RotateCcw : CirclePlay}
          busy={busy}
          off={asksCode && code.trim() === '' ? t('codeNeeded') : undefined}
          action="exam.start"
          onClick={() => void begin()}
        >
          {t(running ? 'goOnWriting' : mine.attempts.length > 0 ? 'startAgain' : 'startNow')}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-small text-text-2">
          {running
            ? sentences(!running.paused_at && isCountedDown(leftUntil(running.deadline)) && t('timeRuns'), t('goOnText'))
            : sentences(
                mine.limit_minutes !== null ? t('startText') : undefined,
                mine.attempts.length > 0 && mine.attempts_left !== null && t('attemptsLeft', { count: mine.attempts_left }),
              )}
        </p>
      </div>
      {failure !== undefined && !codeFault && (
        <Banner tone="bad" urgent>
          {problemText(failure)}
        </Banner>
      )}
    </section>
  )
}

function Attempts({ activity, mine }: { activity: Exam; mine: Mine }) {
  const t = useTexts('exam')
  const done = mine.attempts.filter(({ state }) => state !== 'running')
  return (
    <section aria-label={t('myAttempts')} className="surface-card p-5 max-tablet:p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-section font-semibold">{t('myAttempts')}</h2>
        {mine.counted !== null && (
          <p className="tabular text-section font-bold">
            {mine.points === null ? mine.counted : t('pointsOf', { points: mine.counted, max: mine.points })}
          </p>
        )}
      </div>
      <ul className="mt-2 divide-y divide-line">
        {done.map((attempt, at) => (
          <li key={attempt.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
            <div className="min-w-0 flex-1 basis-60">
              <p className="text-body font-medium">{t('attemptNumber', { number: at + 1 })}</p>
              <p className="tabular text-small text-text-2">
                {attempt.submitted_at &&
                  t(attempt.submitted_by === 'student' ? 'submittedAt' : 'submittedFor', { when: dateTime(attempt.submitted_at) })}
              </p>
              {attempt.late > 0 && <p className="text-small text-warn-text">{t('lateAnswers', { count: attempt.late })}</p>}
            </div>
            <span className="tabular text-body">
              {attempt.points !== null
                ? t('pointsOf', { points: attempt.points, max: attempt.max })
                : attempt.state === 'submitted'
                  ? t('beingMarked')
                  : attempt.released
                    ? t('noPointsShown')
                    : t('notReleased')}
            </span>
            {attempt.review && (
              <Link to={paths.examReview(activity.course_id, activity.id, attempt.id)} className={buttonLook('secondary')}>
                {t('seeResult')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
