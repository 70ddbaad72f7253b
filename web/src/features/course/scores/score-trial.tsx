// A trial of possible scores: points that a student types for what has no score yet, and the result that they would make. Nothing of it is stored.
import { decimalsOf } from '@lyceum/kit/text/decimals'
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { decimalOf, unitsOf } from '../../../parts/learning/rubrics/points.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import type { MyScores } from '../../../parts/learning/scores/queries.ts'
import { ResultLine } from '../../../parts/learning/scores/result-line.tsx'
import { classes } from '../../../ui/class-names.ts'

type Item = MyScores['items'][number]
type Trial = Readonly<Record<string, string>>

/** It has no score of its own yet: points of it may be tried. */
export const isOpen = ({ points, state }: Item) => state !== 'excused' && (points === null || state === 'missing')

const pointsOf = (text: string, { max }: Item): string | undefined => {
  const units = unitsOf(decimalsOf(text)[0])
  const most = unitsOf(max) ?? 0n
  // an item without points of its own only adds
  return units === undefined || (most > 0n && units > most) ? undefined : decimalOf(units)
}

/** The points of a trial as the call takes them, without those that are none yet. */
export const possibleOf = (trial: Trial, items: readonly Item[]): Trial =>
  Object.fromEntries(
    items.flatMap((item) => {
      const points = pointsOf(trial[item.item_id] ?? '', item)
      return points === undefined || !isOpen(item) ? [] : [[item.item_id, points]]
    }),
  )

/** Milliseconds without a key before the result is calculated. */
const settles = 300
/** The value once it has stood for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settles)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export function TrialField({ item, value, onChange }: { item: Item; value: string; onChange: (text: string) => void }) {
  const t = useTexts('scores')
  const wrong = value.trim() !== '' && pointsOf(value, item) === undefined
  return (
    <label className="flex items-center justify-end gap-1 text-small text-text-2">
      <input
        aria-label={t('trialOf', { title: item.title, max: pointsText(item.max) })}
        aria-invalid={wrong || undefined}
        title={wrong ? t('trialMost', { max: pointsText(item.max) }) : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classes('field-edge tabular h-8 w-14 px-1.5 text-right', wrong && '!border-bad')}
      />
      <span>{`/ ${pointsText(item.max)}`}</span>
    </label>
  )
}

/** The result with the possible points, beside the true one above it. */
export function TrialResult({ tried, failed }: { tried: MyScores | undefined; failed: boolean }) {
  const t = useTexts('scores')
  return (
    <section aria-label={t('trial')} className="mb-3 rounded-card border border-note-line bg-note-soft p-3.5">
      <p className="flex items-center gap-2 font-semibold text-note-text">
        <FlaskConical aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {t('trial')}
      </p>
      <p className="text-small">{t('trialText')}</p>
      <div role="status" className="mt-1 min-h-7">
        {failed ? t('trialFailed') : tried ? <ResultLine result={tried.result} final={false} /> : t('trialNone')}
      </div>
    </section>
  )
}
