// Note of how far a grading is saved: on the server, on this device, or refused and why.
import { Check, CloudOff } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/progress.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import type { Saved, SaveState } from './grading-saver.ts'

/** `marks`: of what is drawn on the work beside it. Texts of the `marking` feature. */
export function SaveNote({ state, marks = 'sent' }: { state: SaveState<Saved>; marks?: 'sent' | 'sending' | 'device' }) {
  const t = useTexts('marking')
  const device = state.kind === 'device' || marks === 'device'
  const saving = state.kind === 'saving' || marks === 'sending'
  return (
    <span
      role="status"
      className={classes('tabular ml-auto flex min-h-6 items-center gap-1.5 text-caption', device ? 'text-warn-text' : 'text-text-2')}
    >
      {device ? (
        <>
          <CloudOff aria-hidden size={14} className="shrink-0" />
          {t('onDevice')}
        </>
      ) : state.kind === 'refused' ? (
        <span className="text-bad-text">{problemText(state.error, 'points')}</span>
      ) : state.kind === 'conflict' ? (
        <span className="text-bad-text">{t('notSaved')}</span>
      ) : saving ? (
        <>
          <Spinner size={12} />
          {t('saving')}
        </>
      ) : state.kind === 'saved' ? (
        <>
          <Check aria-hidden size={14} className="shrink-0" />
          {t('savedAt', { time: timeWithSeconds(state.at) })}
        </>
      ) : null}
    </span>
  )
}
