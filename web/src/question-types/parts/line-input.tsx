// A line of an answer, with its verdict and what would have been right below.
import { useId } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { box } from '../../ui/fields/field.tsx'
import { Verdict, type VerdictOf } from './verdict.tsx'

export function LineInput({
  labelledBy,
  hint,
  value,
  onChange,
  most,
  number = false,
  unit,
  verdict,
  solution,
  reading,
}: {
  labelledBy: string
  /** Read out after the question: what kind of answer it takes. */
  hint: string
  value: string
  onChange?: ((value: string) => void) | undefined
  most: number
  number?: boolean
  unit?: string | undefined
  verdict?: VerdictOf | undefined
  solution?: string | undefined
  /** A number as it is read, where that differs from what was typed. */
  reading?: string | undefined
}) {
  const t = useTexts('questions')
  const id = useId()
  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          dir="auto"
          type="text"
          inputMode={number ? 'decimal' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-labelledby={labelledBy}
          aria-describedby={reading === undefined ? id : `${id} ${id}-reading`}
          maxLength={most}
          value={value}
          readOnly={!onChange}
          onChange={(event) => onChange?.(event.target.value)}
          className={classes(box, '!min-h-11 text-read', number && 'tabular max-w-64')}
        />
        {reading !== undefined && (
          <span id={`${id}-reading`} className="tabular shrink-0 text-body text-text-2">
            = {reading}
          </span>
        )}
        {unit && <span className="shrink-0 text-body text-text-2">{unit}</span>}
        <Verdict of={verdict} />
      </div>
      <span id={id} className="screen-reader">
        {[hint, unit].filter(Boolean).join(' ')}
      </span>
      {solution !== undefined && verdict !== 'right' && (
        <p className="mt-1 text-caption text-text-2">{t('solution', { text: solution })}</p>
      )}
    </div>
  )
}
