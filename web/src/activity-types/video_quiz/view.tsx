// View of a video quiz: the film stops at each moment, asks, tells what became of the answer, and goes on or back.
import { useQuery } from '@tanstack/react-query'
import { Check, Circle, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { usePaperFiles } from '../../parts/learning/questions/paper-files.ts'
import type { PlayerHandle } from '../../player/player.tsx'
import { invalidate, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { clock, sentences } from '../../ui/format.ts'
import type { ViewProps } from '../definition.ts'
import { Film } from './film.tsx'
import { barrierOf, reached } from './moments.ts'
import { type Subject, quizQuery, subjectsQuery } from './queries.ts'
import { SubjectPanel } from './subject-panel.tsx'

/** Seconds between two reports of a film that plays, at most; more is a seek. */
const stride = 2

export default function VideoQuizView({ activity, teaches }: ViewProps) {
  const t = useTexts('video-quiz')
  const { id } = activity
  const player = useRef<PlayerHandle>(null)
  const last = useRef(-1)
  const { data: quiz, refetch: readQuiz } = useQuery(quizQuery(id))
  const read = subjectsQuery(id)
  const { data: loaded, refetch, isFetching } = useQuery(read)
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<string>()
  const files = usePaperFiles(id, loaded?.value.upload_ids.join())
  const all = loaded?.value.subjects ?? []
  const subjects = all.filter(({ type }) => type !== 'stimulus')
  const open = subjects.find((one) => one.id === asked)
  const barrier = barrierOf(subjects)
  const ask = (subject: Subject) => {
    player.current?.pause()
    if (document.fullscreenElement) void document.exitFullscreen()
    setAsked(subject.id)
  }
  const follow = (position: number) => {
    const before = last.current
    const isSeek = position < before || position - before > stride
    last.current = position
    if (open) {
      // it stays at its question
      if (!isSeek) player.current?.pause()
      return
    }
    const next = reached(subjects, isSeek ? position - 0.05 : before, position, passed)
    if (next) ask(next)
  }
  const goOn = (to?: number) => {
    if (!open) return
    setPassed(new Set([...passed, open.id]))
    // several may stand at one moment
    const next =
      to === undefined && subjects.find((one) => one.at === open.at && one.id !== open.id && one.answer === null && !passed.has(one.id))
    if (next) return setAsked(next.id)
    setAsked(undefined)
    if (to !== undefined) player.current?.seek(to)
    player.current?.play()
  }
  const onAnswered = (subject: string, part: Partial<Subject>) => {
    queryClient.setQueryData(
      read.queryKey,
      (before) =>
        before && {
          ...before,
          value: { ...before.value, subjects: before.value.subjects.map((one) => (one.id === subject ? { ...one, ...part } : one)) },
        },
    )
    void readQuiz()
    void invalidate('GET /api/activities/:id', 'GET /api/courses/:id/content')
  }
  const info = quiz?.value
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {teaches && <Banner tone="note">{t('preview')}</Banner>}
      {(loaded?.failed || quiz?.failed) && (
        <Banner
          tone="warn"
          urgent
          action={
            <Button
              size="sm"
              icon={RotateCw}
              busy={isFetching}
              onClick={() => {
                void refetch()
                void readQuiz()
              }}
            >
              {t('retry')}
            </Button>
          }
        >
          {t('failed')}
        </Banner>
      )}
      <Film ref={player} activity={activity} teaches={teaches} limit={barrier?.at} onPosition={follow} />
      {open && (
        <SubjectPanel
          key={open.id}
          activity={id}
          subject={open}
          number={subjects.indexOf(open) + 1}
          files={files}
          shared={all.filter(({ type, section }) => type === 'stimulus' && section === open.section)}
          onAnswered={(part) => onAnswered(open.id, part)}
          onGoOn={goOn}
        />
      )}
      {info && info.questions > 0 && (
        <p role="status" className="tabular text-body">
          {sentences(
            t('answeredOf', {
              count: info.questions,
              // nothing of a trial is kept
              answered: teaches ? subjects.filter(({ answer }) => answer !== null).length : info.answered,
            }),
            info.earned !== null && info.points !== null && t('earned', { earned: info.earned, points: info.points }),
          )}
        </p>
      )}
      {subjects.length > 0 && (
        <section aria-label={t('moments')} className="surface-card p-4">
          <h2 className="mb-1 text-section font-semibold">{t('moments')}</h2>
          <ol className="divide-y divide-line">
            {subjects.map((subject, at) => {
              const shut = barrier !== undefined && barrier.id !== subject.id && subject.at >= barrier.at && subject.answer === null
              const Mark = subject.answer ? Check : Circle
              return (
                <li key={subject.id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 text-body">
                  <Mark aria-hidden size={16} strokeWidth={1.75} className={subject.answer ? 'text-ok' : 'text-text-3'} />
                  <span className="min-w-0 flex-1">
                    {t('question', { number: at + 1 })}
                    <span className="text-text-3"> · {t(subject.answer ? 'isAnswered' : 'notAnswered')}</span>
                  </span>
                  <Button
                    variant="quiet"
                    off={shut ? t('mustFirst', { time: clock(barrier.at) }) : undefined}
                    onClick={() => {
                      player.current?.seek(subject.at)
                      ask(subject)
                    }}
                  >
                    {clock(subject.at)}
                  </Button>
                </li>
              )
            })}
          </ol>
        </section>
      )}
    </div>
  )
}
