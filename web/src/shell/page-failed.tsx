// The page shown when a page's code or route failed. Code missing on the server (of an old release) is cured by a reload.
import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { isGone } from '../device/error-text.ts'
import { reloadPage, reportFault } from '../device/faults.ts'
import { reloadNow, useOnline } from '../device/use-online.ts'
import { useTexts } from '../i18n.ts'
import { timeWithSeconds } from '../ui/format.ts'
import { Failed } from '../ui/states.tsx'

/** `inside`: in the frame of the pages, which is the landmark. */
export function PageFailed({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const t = useTexts('shell')
  useEffect(() => {
    console.error(error)
    if (isGone(error)) void reloadPage()
    else reportFault(error)
  }, [error])
  useOnline(reloadNow)
  const Frame = inside ? 'div' : 'main'
  return (
    <Frame className="mx-auto max-w-[640px] p-6">
      <Failed title={t('pageFailed')} at={timeWithSeconds(Date.now())} onRetry={reloadNow} />
    </Frame>
  )
}
