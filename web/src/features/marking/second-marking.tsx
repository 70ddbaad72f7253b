// With two markers: that the other one is not shown yet, then both side by side and the decision.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { typedScore } from '../../parts/rubrics/points.ts'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { type MarkedWork, patchMarking, patchRow } from './queries.ts'

type Both = { id: string; points: string | null; comment: string; marker: { name: string } | null }

export function SecondMarking({ submission }: { submission: MarkedWork }) {
  const { marking, others, decision, done, taken } = submission
  const both = [...(marking ? [marking] : []), ...others].sort((a, b) => a.slot - b.slot)
  return (
    <TwoMarkers
      taken={taken}
      done={done}
      mineDone={marking?.state === 'done'}
      both={both}
      decision={decision}
      max={submission.max}
      onDecide={async (points, comment) => {
        try {
          const decided = await call('PUT /api/submissions/:id/decision', {
            params: { id: submission.id },
            body: { n: submission.versions[0]?.n ?? 1, points, comment, version: decision?.version ?? 0 },
          })
          patchMarking(submission.id, { decision: decided })
          patchRow(submission.activity_id, submission.id, { marking: 'done', points: decided.points })
          return decided.points
        } catch (failure) {
          await invalidate('GET /api/submissions/:id/marking')
          throw failure
        }
      }}
    />
  )
}

/** `onDecide` resolves to the points that count now. */
export function TwoMarkers({
  taken,
  done,
  mineDone,
  both,
  decision,
  max,
  onDecide,
}: {
  /** Two others mark it. */
  taken: boolean
  /** How many are done. */
  done: number
  mineDone: boolean
  both: readonly Both[]
  decision: { points: string | null; comment: string; version: number } | null
  max: string | null
  onDecide: (points: string | null, comment: string) => Promise<string | null>
}) {
  const t = useTexts('marking')
  if (taken) return <p className="bg-info-soft px-4 py-2 text-small text-info-text">{t('slotsTaken')}</p>
  if (done < 2) return <p className="bg-info-soft px-4 py-2 text-small text-info-text">{mineDone ? t('waitsForOther') : t('blind')}</p>
  return (
    <section aria-label={t('bothMarkings')} className="space-y-3 px-4 py-3">
      <div className="grid grid-cols-2 gap-2">
        {both.map((one) => (
          <div key={one.id} className="rounded-control border border-line p-2">
            <p className="truncate text-caption text-text-2">{one.marker?.name ?? t('somebody')}</p>
            <p className="tabular text-section font-bold">{one.points ?? '–'}</p>
            <p className="text-small wrap-break-word whitespace-pre-wrap">{one.comment}</p>
          </div>
        ))}
      </div>
      <Decision key={decision?.version ?? 0} decision={decision} both={both} max={max} onDecide={onDecide} />
    </section>
  )
}

function Decision({
  decision,
  both,
  max,
  onDecide,
}: {
  decision: { points: string | null; comment: string } | null
  both: readonly Both[]
  max: string | null
  onDecide: (points: string | null, comment: string) => Promise<string | null>
}) {
  const t = useTexts('marking')
  const [points, setPoints] = useState(decision?.points ?? '')
  const [comment, setComment] = useState(decision?.comment ?? '')
  const [busy, setBusy] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const score = typedScore(points, max)
  const error = 'error' in score ? score.error : undefined
  const decide = async () => {
    setSubmitted(true)
    if ('error' in score) return
    setBusy(true)
    try {
      toast({ text: t('decided', { points: (await onDecide(score.points, comment)) ?? '–' }) })
    } catch (failure) {
      toast({ text: problemText(failure, 'points'), error: true })
    }
    setBusy(false)
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={t('decision')}
          inputMode="decimal"
          value={points}
          onChange={setPoints}
          error={submitted && error ? t(error, { max: max ?? '100' }) : undefined}
          className="w-28"
        />
        {both.map((one) =>
          one.points === null ? null : (
            <Button key={one.id} size="sm" onClick={() => setPoints(one.points ?? '')}>
              {one.points}
            </Button>
          ),
        )}
      </div>
      <TextArea label={t('comment')} rows={2} maxLength={20_000} value={comment} onChange={setComment} />
      <Button variant="primary" busy={busy} onClick={() => void decide()}>
        {t('decide')}
      </Button>
    </div>
  )
}
