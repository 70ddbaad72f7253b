// A place on a scale.
import { useId } from 'react'
import { classes } from '../../ui/class-names.ts'
import type { AnswerProps } from '../definition.ts'

export function ScaleAnswer({ content: { from, to, low, high }, answer, onAnswer, labelledBy }: AnswerProps<'scale'>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="inline-block max-w-full">
      <div className="flex flex-wrap gap-2">
        {Array.from({ length: to - from + 1 }, (_, n) => from + n).map((value) => (
          <label
            key={value}
            className={classes(
              'tabular relative inline-flex size-11 items-center justify-center rounded-tile border text-read',
              answer?.value === value ? 'border-accent bg-accent text-accent-on' : 'border-line-strong bg-surface',
              onAnswer && answer?.value !== value && 'hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={answer?.value === value}
              aria-disabled={!onAnswer || undefined}
              aria-label={value === from && low ? `${value}, ${low}` : value === to && high ? `${value}, ${high}` : String(value)}
              onChange={() => onAnswer?.({ value })}
              className="absolute inset-0 cursor-pointer appearance-none rounded-tile"
            />
            {value}
          </label>
        ))}
      </div>
      {(low || high) && (
        <div aria-hidden className="mt-1 flex justify-between gap-4 text-caption text-text-3">
          <span>{low}</span>
          <span className="text-right">{high}</span>
        </div>
      )}
    </div>
  )
}
