// State of a package that cannot be played yet, or never: the code and its meaning, for who teaches with the remedy.
import { useEffect } from 'react'
import { useTexts } from '../i18n.ts'
import { invalidate } from '../queries.ts'
import { usePackageFault } from '../viewer/package-faults.ts'

/** Milliseconds: hints of an upload reach its owner alone, and students wait for it too. */
const checkInterval = 5000

export function PackageState({ failed, message, teaches }: { failed: boolean; message: string | null; teaches: boolean }) {
  const t = useTexts('packages')
  const faultText = usePackageFault()
  useEffect(() => {
    if (failed) return
    const timer = setInterval(
      () => !document.hidden && void invalidate('GET /api/activities/:id/package', 'GET /api/activities/:id'),
      checkInterval,
    )
    return () => clearInterval(timer)
  }, [failed])
  return (
    <div className="surface-card max-w-[560px] p-4" role="status">
      <p className="text-body font-semibold">{t(failed ? 'unusable' : 'checking')}</p>
      {failed ? (
        <>
          <p className="mt-1 text-small text-text-2">{faultText(message ?? 'package.broken')}</p>
          <p className="mt-1 text-small text-text-2">{t(teaches ? 'replaceHint' : 'unusableStudent')}</p>
        </>
      ) : (
        <p className="mt-1 text-small text-text-2">{t('checkingText')}</p>
      )}
    </div>
  )
}
