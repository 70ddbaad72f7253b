// State of a text that is written: saved, a draft at the server, or so far on this device alone.
import { Check, CloudAlert, CloudCheck, type LucideIcon } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { daysFromNow, near, time } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/progress.tsx'
import type { SaveState } from '../../base/drafts/autosave.ts'

/** `saved`: when the activity was last changed, where that is said; missing before it is made. */
export function TextState({ state, saved }: { state: SaveState; saved?: string | undefined }) {
  const t = useTexts('writing')
  const line = (): [LucideIcon | undefined, string] | undefined => {
    switch (state.kind) {
      case 'clean':
        return saved ? [Check, t('savedAt', { time: daysFromNow(saved) === 0 ? time(saved) : near(saved) })] : undefined
      case 'saving':
        return [undefined, t('saving')]
      case 'saved':
        return [CloudCheck, t('draftAt', { time: time(new Date(state.at)) })]
      case 'device':
      case 'conflict':
        return [CloudAlert, t('onDevice')]
      case 'refused':
        return [CloudAlert, problemText(state.error)]
    }
  }
  const [Icon, text] = line() ?? []
  return (
    <p role="status" className="tabular flex min-w-0 items-center gap-1.5 text-small text-text-3 max-tablet:flex-[1_1_6rem]">
      {state.kind === 'saving' ? <Spinner size={14} /> : Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
      <span className="line-clamp-2 max-tablet:text-caption">{text}</span>
    </p>
  )
}
