// With two markers: that the other one is not shown yet, then both side by side and the decision.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { DraftNote } from '../../parts/base/drafts/draft-note.tsx'
import { useDraft } from '../../parts/base/drafts/use-draft.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { pointsOf, typedScore } from '../../parts/learning/rubrics/points.ts'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/fields/field.tsx'
import { focusFirstFault } from '../../ui/dialogs/first-fault.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type MarkedWork, patchMarking, patchRow, type Rubric } from './queries.ts'

type Both = {
  id: string
  /** Of a work, whose criteria a decision can take over. */
  slot?: number
  points: string | null
  comment: string
  criteria?: MarkedWork['others'][number]['criteria']
  marker: { name: string } | null
}
/** `from`: the slot of the marking whose criteria count. Resolves to the points that count now; `show` puts them on the page. */
type Decide = (points: string | null, comment: string, from?: number) => Promise<{ points: string | null; show: () => void }>

export function SecondMarking({ submission, rubric }: { submission: MarkedWork; rubric: Rubric | null }) {
  const { marking, others, decision, done, taken } = submission
  const both = [...(marking ? [marking] : []), ...others].sort((a, b) => a.slot - b.slot)
  return (
    <TwoMarkers
      thing={submission.id}
      taken={taken}
      done={done}
      mineDone={marking?.state === 'done'}
      both={both}
      rubric={rubric}
      decision={decision}
      max={submission.max}
      onDecide={async (points, comment, from) => {
        try {
          const decided = await call('PUT /api/submissions/:id/decision', {
            params: { id: submission.id },
            body: { n: submission.versions[0]?.n ?? 1, points, comment, ...(from && { from }), version: decision?.version ?? 0 },
          })
          const show = () => {
            patchMarking(submission.id, { decision: decided })
            patchRow(submission.activity_id, submission.id, { marking: 'done', points: decided.points })
          }
          return { points: decided.points, show }
        } catch (failure) {
          await invalidate('GET /api/submissions/:id/marking')
          throw failure
        }
      }}
    />
  )
}

export function TwoMarkers({
  thing,
  taken,
  done,
  mineDone,
  both,
  rubric = null,
  decision,
  max,
  onDecide,
}: {
  /** Names the draft of the decision. */
  thing: string
  /** Two others mark it. */
  taken: boolean
  /** The number of finished ones. */
  done: number
  mineDone: boolean
  both: readonly Both[]
  rubric?: Rubric | null
  decision: { points: string | null; comment: string; version: number } | null
  max: string | null
  onDecide: Decide
}) {
  const t = useTexts('marking')
  if (taken) return <p className="bg-info-soft px-4 py-2 text-small text-info-text">{t('slotsTaken')}</p>
  if (done < 2) return <p className="bg-info-soft px-4 py-2 text-small text-info-text">{mineDone ? t('waitsForOther') : t('blind')}</p>
  return (
    <SideBySide key={decision?.version ?? 0} thing={thing} both={both} rubric={rubric} decision={decision} max={max} onDecide={onDecide} />
  )
}

function SideBySide({
  thing,
  both,
  rubric,
  decision,
  max,
  onDecide,
}: {
  thing: string
  both: readonly Both[]
  rubric: Rubric | null
  decision: { points: string | null; comment: string; version: number } | null
  max: string | null
  onDecide: Decide
}) {
  const t = useTexts('marking')
  const start = { points: decision?.points ?? '', comment: decision?.comment ?? '', from: null as number | null }
  const draft = useDraft('decision', thing, decision?.version ?? 0, start, {
    title: t('decision'),
    send: () => void decide(),
    write: (): Promise<unknown> | undefined => ('points' in score ? onDecide(score.points, comment, from ?? undefined) : undefined),
  })
  const { points, comment, from } = draft.value
  const [busy, setBusy] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const score = typedScore(points, max)
  const error = 'error' in score ? score.error : undefined
  const decide = async () => {
    setSubmitted(true)
    if ('error' in score) return focusFirstFault()
    setBusy(true)
    try {
      const decided = await onDecide(score.points, comment, from ?? undefined)
      // what is shown next finds no draft
      await draft.discard()
      decided.show()
      toast({ text: t('decided', { points: decided.points ?? '–' }) })
    } catch (failure) {
      toast({ text: problemText(failure, 'points'), error: true })
    }
    setBusy(false)
  }
  return (
    <section aria-label={t('bothMarkings')} className="space-y-3 px-4 py-3">
      <DraftNote draft={draft} show={({ points: kept, comment: text }) => [kept, text].filter(Boolean).join(' · ')} />
      <div className="grid grid-cols-2 gap-2">
        {both.map((one) => (
          <div key={one.id} className="flex min-w-0 flex-col gap-1 rounded-control border border-line p-2">
            <p className="truncate text-caption text-text-2">{one.marker?.name ?? t('somebody')}</p>
            <p className="tabular text-section font-bold">{one.points ?? '–'}</p>
            {rubric && one.criteria && <CriteriaOf rubric={rubric} criteria={one.criteria} />}
            <p className="flex-1 text-small wrap-break-word whitespace-pre-wrap">{one.comment}</p>
            {one.slot !== undefined && (
              <Button
                size="sm"
                aria-pressed={from === one.slot}
                onClick={() => draft.change({ from: one.slot ?? null, points: one.points ?? '', comment: one.comment })}
              >
                {t('takeOver')}
              </Button>
            )}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-2 [&>button]:beside-field">
        <TextField
          label={t('decision')}
          inputMode="decimal"
          value={points}
          onChange={(next) => draft.change({ points: next })}
          error={submitted && error ? t(error, { max: max ?? '100' }) : undefined}
          className="w-28"
        />
        {both.map((one) =>
          one.points === null ? null : (
            <Button key={one.id} size="sm" onClick={() => draft.change({ points: one.points ?? '' })}>
              {one.points}
            </Button>
          ),
        )}
      </div>
      <TextArea label={t('comment')} rows={2} maxLength={20_000} value={comment} onChange={(next) => draft.change({ comment: next })} />
      <Button variant="primary" busy={busy} onClick={() => void decide()}>
        {t('decide')}
      </Button>
    </section>
  )
}

function CriteriaOf({ rubric, criteria }: { rubric: Rubric; criteria: NonNullable<Both['criteria']> }) {
  return (
    <ul className="space-y-0.5 text-caption text-text-2">
      {rubric.criteria.map((criterion) => {
        const given = criteria[criterion.id]
        return (
          <li key={criterion.id} className="wrap-break-word">
            {[`${criterion.title}: ${pointsOf(criterion, given) ?? '–'}`, given?.comment].filter(Boolean).join(' · ')}
          </li>
        )
      })}
    </ul>
  )
}
