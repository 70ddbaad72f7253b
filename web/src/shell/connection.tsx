// The banner of a lost connection: stored drafts and uploads wait, and work goes on. A device without a network reports it itself; an
// unreachable server shows in calls without an answer, and is polled every 5 s.
import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { queryClient } from '../queries.ts'
import { Banner } from '../ui/banner.tsx'
import { list, sentences } from '../ui/format.ts'
import { connectionState, watchConnection } from '../connection-state.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function Connection() {
  const t = useTexts('shell')
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const { lost, uploads, forms } = useSyncExternalStore(watchConnection, connectionState)
  useEffect(() => {
    if (!lost || !online) return
    const timer = setInterval(() => {
      // An answer has set the state back to online by now; visible data may be stale.
      call('GET /d/version').then(
        () => queryClient.invalidateQueries(),
        () => {},
      )
    }, 5000)
    return () => clearInterval(timer)
  }, [lost, online])
  if (online && !lost) return null
  const unsent = [...(uploads ? [t('waitingFiles', { count: uploads })] : []), ...(forms ? [t('waitingForms', { count: forms })] : [])]
  return (
    <Banner tone="warn" icon={WifiOff} strip urgent rank="offline">
      {sentences(t('offline'), unsent.length > 0 && t('waiting', { what: list(unsent) }))}
    </Banner>
  )
}
