// Hook that renews an expired grant of a recording.
import { useEffect, useRef } from 'react'

/** Calls `onRenew` once for an expired grant (401, 403, 410); a fault within the next 30 s is final. Returns true while the new grant is awaited. */
export function useGrantRenewal(fault: { status?: number } | undefined, onRenew: () => void): boolean {
  const renewedAt = useRef(0)
  const grantEnded = fault !== undefined && [401, 403, 410].includes(fault.status ?? 0)
  useEffect(() => {
    if (!grantEnded || Date.now() - renewedAt.current < 30_000) return
    renewedAt.current = Date.now()
    onRenew()
  }, [grantEnded])
  return grantEnded && Date.now() - renewedAt.current < 5000
}
