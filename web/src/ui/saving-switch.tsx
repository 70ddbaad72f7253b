// A switch that saves itself: it moves at once, says when it was saved, and goes back with the reason when it could not be.
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Switch } from './checkbox.tsx'
import { timeWithSeconds } from './format.ts'

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
  const [wish, setWish] = useState<boolean>()
  const [saved, setSaved] = useState<Date>()
  const [failed, setFailed] = useState(false)
  const turn = useRef(0)
  const save = async (next: boolean) => {
    const mine = ++turn.current
    setWish(next)
    setFailed(false)
    setSaved(undefined)
    const worked = await onSave(next).then(
      () => true,
      () => false,
    )
    // Turned again meanwhile: the last turn has the word.
    if (mine !== turn.current) return
    setWish(undefined)
    setFailed(!worked)
    if (worked) setSaved(new Date())
  }
  return (
    <Switch
      label={label}
      help={help}
      checked={wish ?? checked}
      onChange={(next) => void save(next)}
      busy={wish !== undefined}
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
