// The form of my evaluation of a work, another one's or my own: the rubric or points, and a comment. It is saved as it is written; "done" makes it count.
import { Check, CloudOff } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { GradingConflict } from '../../parts/learning/rubrics/grading-conflict.tsx'
import type { Saved, SaveState } from '../../parts/learning/rubrics/grading-saver.ts'
import { typedScore } from '../../parts/learning/rubrics/points.ts'
import { usePartialRubric } from '../../parts/learning/rubrics/use-partial-rubric.tsx'
import { RubricButtons } from '../../parts/learning/rubrics/rubric-buttons.tsx'
import { type GradingPorts, useGrading } from '../../parts/learning/rubrics/use-grading.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/fields/field.tsx'
import { timeWithSeconds } from '../../ui/format.ts'
import { Spinner } from '../../ui/progress.tsx'

type Rubric = Answer<'GET /api/activities/:id/rubric'>

export function ReviewForm({
  id,
  start,
  rubric,
  max,
  open,
  ports,
}: {
  /** Names it on this device. */
  id: string
  start: Saved
  rubric: Rubric | null
  /** Of the activity; null: no points are given. */
  max: string | null
  open: boolean
  ports: GradingPorts<Saved>
}) {
  const t = useTexts('evaluation')
  const review = useGrading({ form: 'review', thing: id, stored: start, rubric, max }, ports)
  const partial = usePartialRubric({ rubric, given: review.given, max }, () => void review.finish())
  const { given, state, done, change } = review
  const [typed, setTyped] = useState<string>()
  const score = typed === undefined ? undefined : typedScore(typed, max)
  const wrong = score && 'error' in score
  const isEmpty = given.points === null && given.comment.trim() === ''
  return (
    <div className="space-y-3">
      {state.kind === 'conflict' && (
        <GradingConflict
          state={state}
          work={review}
          rubric={rubric}
          labels={{ points: t('points'), comment: t('comment') }}
          onChosen={() => setTyped(undefined)}
        />
      )}
      {rubric && rubric.criteria.length > 0 && (
        <div className="-mx-4">
          <RubricButtons rubric={rubric} given={given.criteria} readOnly={!open} onChange={(criteria) => change({ criteria })} />
        </div>
      )}
      {max !== null && (
        <TextField
          label={t('pointsOf', { max })}
          inputMode="decimal"
          value={typed ?? given.points ?? ''}
          readOnly={!open}
          onChange={(text) => {
            setTyped(text)
            const next = typedScore(text, max)
            if ('points' in next) change({ points: next.points })
          }}
          onBlur={() => {
            if (!wrong) setTyped(undefined)
          }}
          error={wrong ? t('atMost', { max }) : undefined}
          className="w-40"
        />
      )}
      <TextArea
        label={t('comment')}
        rows={5}
        maxLength={20_000}
        value={given.comment}
        readOnly={!open}
        onChange={(comment) => change({ comment })}
      />
      {open ? (
        <div className="flex flex-wrap items-center justify-end gap-3">
          <SaveLine state={state} />
          {done ? (
            <span className="inline-flex items-center gap-1.5 text-small font-medium text-ok-text">
              <Check aria-hidden size={16} strokeWidth={1.75} />
              {t('isDone')}
            </span>
          ) : (
            <Button
              variant="primary"
              icon={Check}
              off={wrong ? t('atMost', { max: max ?? '' }) : isEmpty ? t('nothingYet') : undefined}
              onClick={partial.finish}
            >
              {t('done')}
            </Button>
          )}
        </div>
      ) : (
        <p className="text-small text-text-2">{t(done ? 'closedDone' : 'closed')}</p>
      )}
      {partial.asks}
    </div>
  )
}

function SaveLine({ state }: { state: SaveState<Saved> }) {
  const t = useTexts('evaluation')
  return (
    <p role="status" className="tabular flex min-h-6 min-w-0 flex-1 items-center gap-1.5 text-small text-text-3">
      {state.kind === 'saving' ? (
        <>
          <Spinner size={14} />
          {t('saving')}
        </>
      ) : state.kind === 'saved' ? (
        t('savedAt', { time: timeWithSeconds(state.at) })
      ) : state.kind === 'device' ? (
        <>
          <CloudOff aria-hidden size={16} strokeWidth={1.75} />
          {t('onDevice')}
        </>
      ) : state.kind === 'refused' ? (
        <span className="text-bad-text">{problemText(state.error, 'points')}</span>
      ) : null}
    </p>
  )
}
