// A question of a film below it: answered, told at once what became of it, then on with the film or back to where it is explained.
import { ArrowLeft, Check, Play, RotateCw } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { addressesOf, type PaperFiles } from '../../parts/learning/questions/paper-files.ts'
import { PaperMedia } from '../../parts/learning/questions/paper-media.tsx'
import { QuestionView } from '../../parts/learning/questions/question-view.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { clock } from '../../ui/format.ts'
import { RichText } from '../../ui/text/rich-text.tsx'
import type { Subject } from './queries.ts'

type Outcome = Answer<'POST /api/video-quizzes/:id/answers'>

export function SubjectPanel({
  activity,
  subject,
  number,
  files,
  shared,
  onAnswered,
  onGoOn,
}: {
  activity: string
  subject: Subject
  number: number
  files: PaperFiles | undefined
  /** Texts of its moment. */
  shared: readonly Subject[]
  onAnswered: (part: Partial<Subject>) => void
  /** On with the film, or back to a second of it. */
  onGoOn: (to?: number) => void
}) {
  const t = useTexts('video-quiz')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [answer, setAnswer] = useState<Record<string, unknown> | undefined>(subject.answer ?? undefined)
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const send = async () => {
    if (!answer) return
    setBusy(true)
    setFailure(undefined)
    try {
      const told = await call('POST /api/video-quizzes/:id/answers', {
        params: { id: activity },
        body: { subject_id: subject.id, answer },
      })
      setOutcome(told)
      onAnswered({ answer, right: told.right, tries_left: told.tries_left })
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  const told = useMemo(
    () => outcome && addressesOf(outcome.files, files?.bytesOrigin ?? window.location.origin),
    [outcome, files?.bytesOrigin],
  )
  const writes = !outcome && subject.tries_left > 0
  return (
    <section aria-labelledby={id} className="surface-card space-y-3 border-accent-line p-5 max-tablet:p-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="tabular text-section font-semibold outline-none">
        {t('question', { number })} · {clock(subject.at)}
      </h2>
      {subject.text && <RichText html={subject.text} files={files?.addresses} size="body" />}
      <PaperMedia html={subject.text} files={files} />
      {shared.map((one) => (
        <div key={one.id} className="rounded-card border border-line bg-sunken px-4 py-3">
          <RichText html={one.stem} files={files?.addresses} />
          <PaperMedia html={one.stem} files={files} />
        </div>
      ))}
      <QuestionView
        item={subject}
        labelledBy={id}
        files={files?.addresses}
        media={<PaperMedia html={subject.stem} files={files} />}
        answer={answer}
        onAnswer={writes ? setAnswer : undefined}
        review={outcome ? { parts: outcome.parts, solution: outcome.solution } : undefined}
      />
      {outcome && (
        <div role="status" className="space-y-2">
          <Banner tone={outcome.right ? 'ok' : 'warn'}>
            {t(outcome.right ? 'right' : outcome.share === '0' ? 'wrong' : 'partly')}
            {!outcome.right && outcome.tries_left > 0 && ` · ${t('triesLeft', { count: outcome.tries_left })}`}
          </Banner>
          {[...outcome.feedback, outcome.general_feedback].filter(Boolean).map((html) => (
            <RichText key={html} html={html} files={told} size="body" />
          ))}
        </div>
      )}
      {failure !== undefined && (
        <Banner tone="bad" urgent>
          {problemText(failure)}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {writes && (
          <Button variant="primary" icon={Check} busy={busy} off={answer ? undefined : t('answerFirst')} onClick={() => void send()}>
            {t('answer')}
          </Button>
        )}
        {outcome && !outcome.right && outcome.back_to !== null && (
          <Button icon={ArrowLeft} onClick={() => onGoOn(outcome.back_to ?? 0)}>
            {t('goBack', { time: clock(outcome.back_to) })}
          </Button>
        )}
        {outcome && !outcome.right && outcome.tries_left > 0 && (
          <Button icon={RotateCw} onClick={() => setOutcome(undefined)}>
            {t('again')}
          </Button>
        )}
        {(outcome || subject.answer !== null || !subject.must) && (
          <Button variant={outcome || !writes ? 'primary' : 'quiet'} icon={Play} onClick={() => onGoOn()}>
            {t(outcome || subject.answer !== null ? 'goOn' : 'skip')}
          </Button>
        )}
      </div>
    </section>
  )
}
