// Options as cards with native radio buttons or checkboxes: arrow keys and Space work as in any group, and the card is the target.
import type { Part } from '@lyceum/activity/questions/question-types/shapes'
import { useId } from 'react'
import { useTexts } from '../../i18n.ts'
import { Check } from 'lucide-react'
import { classes } from '../../ui/class-names.ts'
import { RichText } from '../../ui/text/rich-text.tsx'
import type { Files } from '../definition.ts'
import { Verdict, type VerdictOf } from './verdict.tsx'

/** 0 is A, 26 is AA. */
export const letterOf = (n: number): string => (n < 26 ? '' : letterOf(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

export function Choices({
  options,
  chosen,
  many,
  most,
  onChoose,
  labelledBy,
  files,
  verdictOf,
}: {
  options: readonly Part[]
  chosen: readonly string[]
  many: boolean
  /** The greatest number of chosen options. */
  most?: number | undefined
  /** Without it nothing can be changed. */
  onChoose?: ((chosen: string[]) => void) | undefined
  labelledBy: string
  files?: Files | undefined
  verdictOf?: ((id: string) => VerdictOf | undefined) | undefined
}) {
  const t = useTexts('questions')
  const name = useId()
  const full = many && most !== undefined && chosen.length >= most
  const choose = (id: string) => {
    if (!many) return onChoose?.([id])
    if (chosen.includes(id)) return onChoose?.(chosen.filter((one) => one !== id))
    // in the order of the options: the order of clicks says nothing
    if (!full) onChoose?.(options.map((option) => option.id).filter((one) => one === id || chosen.includes(one)))
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div role={many ? 'group' : 'radiogroup'} aria-labelledby={labelledBy} className="flex flex-col gap-3">
      {many && most !== undefined && onChoose && <p className="text-caption text-text-3">{t('chooseMost', { count: most })}</p>}
      {options.map(({ id, text }, n) => {
        const isChosen = chosen.includes(id)
        const off = !onChoose || (full && !isChosen)
        return (
          <label
            key={id}
            className={classes(
              'flex min-h-12 items-center gap-3 rounded-tile border px-3.5 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              isChosen ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]' : 'border-line bg-surface',
              !off && !isChosen && 'hover:border-line-strong',
            )}
          >
            <span className="relative inline-flex size-6 shrink-0 items-center justify-center">
              <input
                type={many ? 'checkbox' : 'radio'}
                name={name}
                checked={isChosen}
                aria-disabled={off || undefined}
                aria-labelledby={`${name}-${n}-letter ${name}-${n}`}
                onChange={() => {
                  if (!off) choose(id)
                }}
                className={classes(
                  'size-5 appearance-none border bg-surface forced-colors:appearance-auto',
                  many ? 'rounded-mark checked:border-accent checked:bg-accent' : 'rounded-full checked:border-[6px] checked:border-accent',
                  off && !isChosen ? 'border-line' : 'border-line-strong',
                )}
              />
              {many && isChosen && <Check aria-hidden size={14} strokeWidth={3} className="pointer-events-none absolute text-accent-on" />}
            </span>
            <span id={`${name}-${n}`} className="min-w-0 flex-1">
              <RichText html={text} files={files} size="read" />
            </span>
            <Verdict of={verdictOf?.(id)} />
            <kbd
              id={`${name}-${n}-letter`}
              aria-hidden
              className="shrink-0 rounded-control border border-line bg-sunken px-1.5 text-caption text-text-3"
            >
              {letterOf(n)}
            </kbd>
          </label>
        )
      })}
    </div>
  )
}
