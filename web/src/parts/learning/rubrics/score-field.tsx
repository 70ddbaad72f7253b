// Field of the score of a grading, beside the points that it is out of.
import type { Ref } from 'react'
import { useTexts } from '../../../i18n.ts'

/** Texts of the `marking` feature. */
export function ScoreField({
  points,
  max,
  typed,
  onTyped,
  wrong,
  note,
  ref,
}: {
  points: string | null
  max: string | null
  /** The score as it is typed; undefined: as it is saved. */
  typed: string | undefined
  onTyped: (text: string | undefined) => void
  wrong: boolean
  /** The id of the element that says what is wrong. */
  note: string
  ref: Ref<HTMLInputElement>
}) {
  const t = useTexts('marking')
  return (
    <label className="flex items-center gap-2">
      <input
        ref={ref}
        aria-label={t('score')}
        aria-invalid={wrong || undefined}
        aria-describedby={note}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? points ?? ''}
        onChange={(event) => onTyped(event.target.value)}
        onBlur={() => {
          if (!wrong) onTyped(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        className="field-edge tabular min-h-11 w-[72px] !rounded-tile px-1 text-center text-title font-bold"
      />
      <span className="text-text-2">{t('ofPoints', { max: max ?? '100' })}</span>
    </label>
  )
}
