// State of a paper while it is written: saving, saved and when, or kept on this device.
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/progress.tsx'
import type { PaperState } from './use-paper.ts'

export function SaveLine({ state }: { state: PaperState }) {
  const t = useTexts('exam-work')
  const e = useTexts('exam')
  return (
    <p
      role="status"
      className={classes(
        'tabular flex min-h-6 items-center gap-1.5 text-small',
        state.kind === 'device' ? 'text-warn-text' : 'text-text-3',
      )}
    >
      {state.kind === 'saving' && <Spinner size={12} />}
      {state.kind === 'saving'
        ? e('saving')
        : state.kind === 'saved'
          ? e('savedAt', { time: timeWithSeconds(state.at) })
          : state.kind === 'device'
            ? t('notSaved')
            : null}
    </p>
  )
}
