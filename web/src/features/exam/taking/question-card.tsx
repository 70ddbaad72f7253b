// A question of an exam: its number, what it is worth, where its answer is now, the mark to look at it again; text, sound and film; the answer.
import { Check, CircleAlert, Flag, HardDrive } from 'lucide-react'
import { lazy, memo, type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { texts, translateIfPresent, useTexts } from '../../../i18n.ts'
import type { KeptAnswer, Slot, SlotState } from '../../../parts/learning/attempts/answer-keeper.ts'
import type { Question } from '../../../parts/learning/attempts/paper.ts'
import { RubricLevels, useRubric } from '../../../parts/learning/rubrics/rubric-shown.tsx'
import { questionTypeOf } from '../../../question-types.ts'
import { QuestionView } from '../../../parts/learning/questions/question-view.tsx'
import { uploadTextFile } from '../../../parts/base/rich-text/pictures.ts'
import type { Files } from '../../../question-types/definition.ts'
import { classes } from '../../../ui/class-names.ts'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/progress.tsx'

const byPerson = (type: Question['item']['type']) => !questionTypeOf(type).solution

const AnswerFilesField = lazy(async () => {
  const [module] = await Promise.all([import('../../../parts/learning/questions/answer-files-field.tsx'), texts('course', 'upload')])
  return module
})

export const QuestionCard = memo(function QuestionCard({
  question,
  slot,
  marked,
  files,
  media,
  focus,
  readOnly,
  activity,
  onAnswer,
  onMark,
  onEnter,
  onLeave,
}: {
  question: Question
  slot: Slot | undefined
  marked: boolean
  files: Files | undefined
  /** Sounds and films of the question's text. */
  media: ReactNode
  /** Its heading takes the focus. */
  focus: boolean
  readOnly: boolean
  /** The exam: its rubric marks what no key does. */
  activity: string
  onAnswer: (slot: number, answer: KeptAnswer) => void
  onMark: (slot: number) => void
  /** The focus is in it. */
  onEnter: (slot: number) => void
  /** The focus has left it. */
  onLeave: () => void
}) {
  const t = useTexts('exam')
  const q = useTexts('questions')
  const r = useTexts('rubrics')
  const { data: rubric } = useRubric(activity, byPerson(question.item.type))
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { item, number } = question
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <section
      aria-labelledby={id}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
      onFocus={() => onEnter(item.slot)}
      className="scroll-mt-28"
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
        <h2 ref={heading} id={id} tabIndex={-1} className="min-w-0 flex-1 basis-40 text-small text-text-2 outline-none">
          <b className="font-semibold text-text">{t('question', { number })}</b>
          {` · ${q(`type.${item.type}`)}`}
          {Number(item.points) > 0 && ` · ${t('points', { count: Number(item.points), points: item.points })}`}
        </h2>
        <SaveState state={slot?.state} />
        <button
          type="button"
          aria-pressed={marked}
          onClick={() => onMark(item.slot)}
          className="inline-flex min-h-(--control-sm) items-center gap-1.5 rounded-control px-1.5 font-medium text-text-2 hover:bg-hover pointer-coarse:min-h-11"
        >
          <Flag aria-hidden size={16} strokeWidth={1.75} className={classes('shrink-0', marked && 'fill-bad text-bad')} />
          {t(marked ? 'marked' : 'mark')}
        </button>
      </div>
      <QuestionView
        item={item}
        labelledBy={id}
        files={files}
        media={media}
        answer={slot?.answer ?? undefined}
        onAnswer={readOnly ? undefined : (answer) => onAnswer(item.slot, answer ?? null)}
        uploadFile={uploadTextFile}
        filesField={(field) => (
          <Suspense>
            <AnswerFilesField {...field} />
          </Suspense>
        )}
      />
      {rubric && rubric.criteria.length > 0 && (
        <details className="mt-4 rounded-card border border-line bg-sunken px-4 py-2">
          <summary className="min-h-6 cursor-pointer text-small font-medium">{r('howMarked')}</summary>
          <RubricLevels activity={activity} />
        </details>
      )}
    </section>
  )
})

/** The place of an answer: words and a time, never a colour alone. */
function SaveState({ state }: { state: SlotState | undefined }) {
  const t = useTexts('exam')
  const look = 'tabular inline-flex min-h-6 items-center gap-1.5'
  return (
    <span role="status" className="min-w-0 max-tablet:order-last max-tablet:basis-full max-tablet:empty:hidden">
      {state?.kind === 'saving' && (
        <span className={classes(look, 'text-text-3')}>
          <Spinner size={12} />
          {t('saving')}
        </span>
      )}
      {state?.kind === 'saved' && (
        <span className={classes(look, 'text-text-2')}>
          <Check aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ok" />
          {t('savedAt', { time: timeWithSeconds(state.at) })}
        </span>
      )}
      {state?.kind === 'device' && (
        <span className={classes(look, 'font-medium text-warn-text')}>
          <HardDrive aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {t('onDeviceAt', { time: timeWithSeconds(state.at) })}
        </span>
      )}
      {state?.kind === 'late' && (
        <span className={classes(look, 'font-medium text-warn-text')}>
          <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {t('late')}
        </span>
      )}
      {state?.kind === 'refused' && (
        <span className={classes(look, 'font-medium text-bad-text')}>
          <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {translateIfPresent('errors', state.code) ?? t('refused')}
        </span>
      )}
    </span>
  )
}
