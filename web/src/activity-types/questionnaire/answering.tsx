// A questionnaire that is answered: its answers stay on this device until the server has them, and go to it in one piece.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, EyeOff, Send, UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Answer, CallFailed, call } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { questionsOf } from '../../parts/learning/attempts/paper.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { type PaperFiles, usePaperFiles } from '../../parts/learning/questions/paper-files.ts'
import { QuestionList } from '../../parts/learning/questions/question-list.tsx'
import { invalidate, query, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { near, sentences, timeWithSeconds } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { type Answers, type KeptAnswers, openAnswers, sameAnswers } from './kept-answers.ts'

const Results = lazy(() => Promise.all([import('./results.tsx'), texts('exam-work')]).then(([module]) => module))
type Questionnaire = Answer<'GET /api/activities/:id/questionnaire'>
const retryAfter = 4000
const mineQuery = (activity: string) => query('GET /api/activities/:id/responses/mine', { params: { id: activity } })
const answersOf = (mine: Answer<'GET /api/activities/:id/responses/mine'> | undefined): Answers =>
  new Map(mine?.answers.flatMap(({ slot, answer }) => (answer ? [[slot, answer] as const] : [])))

export function Answering({ activity }: { activity: Activity }) {
  const t = useTexts('questionnaire')
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/questionnaire', { params: { id: activity.id } }),
    refetchOnWindowFocus: false,
  })
  const mine = useQuery({ ...mineQuery(activity.id), enabled: data?.answered === true && !data.anonymous })
  const [changing, setChanging] = useState(false)
  const thanks = useRef<HTMLParagraphElement>(null)
  const [sent, setSent] = useState(false)
  // the button that sent the answers has left the page; what is read again may come later
  useEffect(() => {
    if (!sent || !thanks.current) return
    setSent(false)
    thanks.current.focus({ preventScroll: true })
  })
  const files = usePaperFiles(activity.id, data?.paper.upload_ids.join())
  /** Another window has answered: what is written in this one stays in sight. */
  const [elsewhere, setElsewhere] = useState(false)
  if (error && !data)
    return error instanceof CallFailed && error.problem.code === 'paper.empty' ? (
      <Empty title={t('noQuestions')} />
    ) : (
      <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
    )
  if (!data || (data.answered && !data.anonymous && mine.isPending)) return <SkeletonRows />
  const before = answersOf(mine.data)
  const writes = elsewhere || (data.may_answer && (!data.answered || changing))
  return (
    <>
      {data.answered && !changing && (
        <section aria-label={t('answered')} className="surface-card flex flex-wrap items-center gap-x-4 gap-y-2 p-5 max-tablet:p-4">
          <CircleCheck aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ok" />
          <div className="min-w-0 flex-1 basis-60">
            <p ref={thanks} tabIndex={-1} className="text-section font-semibold">
              {t('thanks')}
            </p>
            <p className="text-small text-text-2">
              {data.anonymous ? t('answeredAnonymous') : data.may_answer ? t('mayChange') : t('answeredText')}
            </p>
          </div>
          {data.may_answer && <Button onClick={() => setChanging(true)}>{t('change')}</Button>}
        </section>
      )}
      {!data.answered && !data.may_answer && <Banner tone="info">{t('closed')}</Banner>}
      {writes ? (
        <Writing
          key={String(changing)}
          activity={activity.id}
          data={data}
          before={before}
          files={files}
          elsewhere={elsewhere}
          onElsewhere={setElsewhere}
          onDone={() => {
            setChanging(false)
            setSent(true)
          }}
        />
      ) : (
        data.answered && !data.anonymous && !data.results && <QuestionList paper={data.paper} files={files} answers={before} />
      )}
      {data.results && !changing && (
        <Suspense fallback={<SkeletonRows />}>
          <Results activity={activity} />
        </Suspense>
      )}
    </>
  )
}

type WritingProps = {
  activity: string
  data: Questionnaire
  before: Answers
  files: PaperFiles | undefined
  elsewhere: boolean
  onElsewhere: (elsewhere: boolean) => void
  onDone: () => void
}
function Writing({ activity, data, before, files, elsewhere, onElsewhere, onDone }: WritingProps) {
  const t = useTexts('questionnaire')
  const [answers, setAnswers] = useState(before)
  const [keptAt, setKeptAt] = useState<number>()
  const [sending, setSending] = useState<'no' | 'now' | 'waiting'>('no')
  const [failure, setFailure] = useState<unknown>()
  const questions = useMemo(() => questionsOf(data.paper), [data.paper])
  const versions = useMemo(() => new Map(questions.map(({ item }) => [item.slot, item.version_id])), [questions])
  const kept = useRef<KeptAnswers>(undefined)
  const touched = useRef(false)
  /** These answers were sent, and what the server said of them was lost. */
  const unanswered = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; a question that changes later is left out below
  useEffect(() => {
    const opened = openAnswers(activity)
    kept.current = opened
    let alive = true
    void opened.read(versions, () => touched.current).then((found) => alive && found && setAnswers(found))
    return () => {
      alive = false
      void opened.close()
    }
  }, [activity])
  const shown = useRef(versions)
  useEffect(() => {
    const earlier = shown.current
    shown.current = versions
    const changed = [...earlier].filter(([slot, version]) => versions.get(slot) !== version).map(([slot]) => slot)
    if (changed.length > 0) setAnswers((present) => new Map([...present].filter(([slot]) => !changed.includes(slot))))
  }, [versions])
  const answer = (slot: number, given: Record<string, unknown> | undefined) => {
    const next = new Map(answers)
    if (given) next.set(slot, given)
    else next.delete(slot)
    touched.current = true
    unanswered.current = false
    setAnswers(next)
    setFailure(undefined)
    void kept.current?.keep(next, versions, setKeptAt)
  }
  const finish = async () => {
    await kept.current?.drop()
    await invalidate(
      'GET /api/activities/:id/questionnaire',
      'GET /api/activities/:id/responses/mine',
      'GET /api/activities/:id',
      'GET /api/courses/:id/content',
    )
  }
  /** Answers that were lost on their way back have arrived all the same; of anonymous ones nobody can look it up. */
  const haveArrived = async () =>
    unanswered.current &&
    (data.anonymous || sameAnswers(answers, answersOf(await queryClient.fetchQuery({ ...mineQuery(activity), staleTime: 0 }))))
  const send = async () => {
    setSending((now) => (now === 'waiting' ? now : 'now'))
    setFailure(undefined)
    try {
      await call('POST /api/activities/:id/responses', {
        params: { id: activity },
        body: { answers: [...answers].map(([slot, given]) => ({ slot, answer: given })) },
      }).catch(async (error: unknown) => {
        if (!(error instanceof CallFailed && error.problem.code === 'response.given')) throw error
        if (!(await haveArrived())) throw error
      })
    } catch (error) {
      if (error instanceof CallFailed && error.problem.code === 'response.given') {
        setSending('no')
        onElsewhere(true)
        return
      }
      const lost = !(error instanceof CallFailed) || error.status === 0 || error.status === 429 || error.status >= 500
      if (lost) unanswered.current = true
      setSending(lost ? 'waiting' : 'no')
      if (!lost) setFailure(error)
      return
    }
    await finish()
    onDone()
  }
  const again = useEffectEvent(() => void send())
  useEffect(() => {
    if (sending !== 'waiting') return
    const timer = setInterval(again, retryAfter)
    return () => clearInterval(timer)
  }, [sending])
  const count = questions.filter(({ item }) => answers.has(item.slot)).length
  const Whose = data.anonymous ? EyeOff : UserRound
  const faults =
    failure instanceof CallFailed
      ? new Map(
          [...answers.keys()].flatMap((slot, at) => (failure.problem.errors[`answers.${at}.answer`] ? [[slot, t('unfit')] as const] : [])),
        )
      : undefined
  return (
    <>
      <p className="flex gap-2.5 text-body">
        <Whose aria-hidden size={18} strokeWidth={1.75} className="mt-px shrink-0 text-text-3" />
        <span className="min-w-0 wrap-break-word">
          {sentences(
            t(data.anonymous ? 'isAnonymous' : 'isNamed'),
            data.changeable ? t('untilClose') : t('once'),
            data.closes !== null && t('closes', { when: near(data.closes) }),
          )}
        </span>
      </p>
      <QuestionList
        paper={data.paper}
        files={files}
        answers={answers}
        onAnswer={sending === 'no' && !elsewhere ? answer : undefined}
        {...(faults && { faults })}
      />
      {elsewhere ? (
        <Banner
          tone="warn"
          urgent
          action={
            <Button variant="link" onClick={() => void finish().then(() => onElsewhere(false))}>
              {t('discardThese')}
            </Button>
          }
        >
          {t('givenElsewhere')}
        </Banner>
      ) : (
        <section aria-label={t('send')} className="surface-card space-y-3 p-5 max-tablet:p-4">
          {data.show_progress && <ProgressBar label={t('progress')} value={questions.length > 0 ? (count / questions.length) * 100 : 0} />}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              variant="primary"
              size="lg"
              icon={Send}
              busy={sending === 'now'}
              off={count === 0 ? t('answerFirst') : undefined}
              onClick={() => void send()}
            >
              {t('send')}
            </Button>
            <p role="status" className="tabular min-w-0 flex-1 basis-52 text-small text-text-2">
              {sending === 'waiting'
                ? t('waits')
                : sentences(
                    t('answeredOf', { count: questions.length, answered: count }),
                    keptAt !== undefined && t('keptAt', { time: timeWithSeconds(keptAt) }),
                  )}
            </p>
          </div>
          {failure !== undefined && (
            <Banner tone="bad" urgent>
              {problemText(failure)}
            </Banner>
          )}
        </section>
      )}
    </>
  )
}
