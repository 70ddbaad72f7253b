// Line on the state of what a package sets: saved with its time, on its way, or kept on this device.
import { useTexts } from '../i18n.ts'
import { timeWithSeconds } from '../ui/format.ts'
import type { SaveState } from './package-keeper.ts'

export function SaveLine({ save }: { save: SaveState }) {
  const t = useTexts('packages')
  return (
    <p role="status" className="tabular min-w-0 text-small text-text-2">
      {save.kind === 'saved' && t('savedAt', { time: timeWithSeconds(save.at) })}
      {save.kind === 'device' && t('keptHere')}
      {save.kind === 'saving' && t('saving')}
    </p>
  )
}
