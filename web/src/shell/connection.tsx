// The lost connection, said once and at once: what is kept, what waits to be sent, and that work goes on. A device without a line knows it
// itself; a server that cannot be reached shows in calls that nobody answers, and is asked every 5 s whether it is back.
import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { queryClient } from '../queries.ts'
import { Banner } from '../ui/banner.tsx'
import { list, sentences } from '../ui/format.ts'
import { waitingNow, watchWaiting } from '../waiting.ts'

const watch = (tell: () => void) => {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

export function Connection() {
  const t = useTexts('shell')
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  const { lost, uploads, forms } = useSyncExternalStore(watchWaiting, waitingNow)
  useEffect(() => {
    if (!lost || !online) return
    const timer = setInterval(() => {
      // Answered: client.ts has told so by now, and what is shown may be old.
      call('GET /d/version').then(
        () => queryClient.invalidateQueries(),
        () => {},
      )
    }, 5000)
    return () => clearInterval(timer)
  }, [lost, online])
  if (online && !lost) return null
  const waits = [...(uploads ? [t('waitingFiles', { count: uploads })] : []), ...(forms ? [t('waitingForms', { count: forms })] : [])]
  return (
    <Banner tone="warn" icon={WifiOff} strip urgent rank="offline">
      {sentences(t('offline'), waits.length > 0 && t('waiting', { what: list(waits) }))}
    </Banner>
  )
}
