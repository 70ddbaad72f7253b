// Reads that failed for want of a connection are repeated when the connection returns.
import { useEffect, useEffectEvent } from 'react'
import { flushDrafts } from './device-drafts.ts'

export const reloadNow = () => void flushDrafts().finally(() => window.location.reload())

export function useOnline(act: () => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    const again = () => latest()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
}
