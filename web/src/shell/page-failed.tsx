// A page whose code or route failed. Code that is gone (an old release) is cured by loading the page again.
import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { isGone } from '../parts/errors/error-text.ts'
import { loadAnew, tellFault } from '../parts/errors/faults.ts'
import { useTexts } from '../i18n.ts'
import { timeWithSeconds } from '../ui/format.ts'
import { Failed } from '../ui/states.tsx'

export function PageFailed() {
  const error = useRouteError()
  const t = useTexts('shell')
  useEffect(() => {
    console.error(error)
    if (isGone(error)) void loadAnew()
    else tellFault(error)
  }, [error])
  // Failed for want of a connection: the page comes by itself when that is back.
  useEffect(() => {
    const again = () => window.location.reload()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  return (
    <main className="mx-auto max-w-[640px] p-6">
      <Failed title={t('pageFailed')} at={timeWithSeconds(Date.now())} onRetry={() => window.location.reload()} />
    </main>
  )
}
