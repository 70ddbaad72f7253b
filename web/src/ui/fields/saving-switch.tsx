// A switch that saves by itself: it moves at once, shows the time of saving, and reverts with an error when saving fails.
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Switch } from './checkbox.tsx'
import { timeWithSeconds } from '../format.ts'

export function SavingSwitch({
  label,
  help,
  checked,
  onSave,
  off,
  className,
}: {
  label: string
  help?: string
  checked: boolean
  /** Resolves when it is saved. */
  onSave: (checked: boolean) => Promise<unknown>
  off?: string | undefined
  className?: string
}) {
  const t = useTexts('ui')
  const [pendingValue, setPendingValue] = useState<boolean>()
  const [saved, setSaved] = useState<Date>()
  const [failed, setFailed] = useState(false)
  const attempts = useRef(0)
  const save = async (next: boolean) => {
    const attempt = ++attempts.current
    setPendingValue(next)
    setFailed(false)
    setSaved(undefined)
    const succeeded = await onSave(next).then(
      () => true,
      () => false,
    )
    // The switch was turned again meanwhile: the last attempt counts.
    if (attempt !== attempts.current) return
    setPendingValue(undefined)
    setFailed(!succeeded)
    if (succeeded) setSaved(new Date())
  }
  return (
    <Switch
      label={label}
      help={help}
      checked={pendingValue ?? checked}
      onChange={(next) => void save(next)}
      busy={pendingValue !== undefined}
      off={off}
      error={failed ? t('notSavedSwitch') : undefined}
      className={className ?? ''}
      note={
        <span aria-live="polite" className="text-caption text-ok-text">
          {saved && (
            <span className="ml-2 inline-flex items-center gap-1">
              <Check aria-hidden size={14} strokeWidth={2} />
              {t('savedAt', { time: timeWithSeconds(saved) })}
            </span>
          )}
        </span>
      }
    />
  )
}
