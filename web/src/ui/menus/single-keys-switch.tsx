// The switch that turns single-key shortcuts on and off, in the keyboard help and in the settings.
import { useTexts } from '../../i18n.ts'
import { Switch } from '../fields/checkbox.tsx'
import { singleKeys } from './single-keys.ts'

export function SingleKeysSwitch() {
  const t = useTexts('ui')
  const enabled = singleKeys.use()
  return (
    <div>
      <Switch label={t('singleKeys')} checked={enabled} onChange={singleKeys.set} />
      <p className="text-caption text-text-3">{t('singleKeysHelp')}</p>
    </div>
  )
}
