// The lost connection, said once and at once: what is kept, and that work goes on.
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'

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
  return online ? null : (
    <Banner tone="warn" icon={WifiOff} strip urgent rank="offline">
      {t('offline')}
    </Banner>
  )
}
