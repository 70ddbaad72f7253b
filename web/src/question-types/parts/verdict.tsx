// Beside a part of an answer: whether it is right, as an icon with its word.
import { Check, CircleDashed, X } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'

export type VerdictOf = 'right' | 'wrong' | 'partly' | 'missed'
const icons = { right: Check, wrong: X, partly: CircleDashed, missed: Check }

/** `missed`: it would have been right. */
export function Verdict({ of, word = false }: { of: VerdictOf | undefined; word?: boolean }) {
  const t = useTexts('questions')
  if (!of) return null
  const Icon = icons[of]
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-1 text-caption',
        of === 'right' ? 'text-ok-text' : of === 'wrong' ? 'text-bad-text' : 'text-warn-text',
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={2} />
      <span className={word ? undefined : 'screen-reader'}>{t(`verdict.${of}`)}</span>
    </span>
  )
}
