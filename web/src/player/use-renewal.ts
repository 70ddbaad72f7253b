import { useEffect, useRef } from 'react'

/** A grant that has ended is renewed once by itself; what then still fails is shown. Answers true while the new one is on its way. */
export function useRenewal(trouble: { status?: number } | undefined, onRenew: () => void): boolean {
  const renewed = useRef(0)
  const ended = trouble !== undefined && [401, 403, 410].includes(trouble.status ?? 0)
  useEffect(() => {
    if (!ended || Date.now() - renewed.current < 30_000) return
    renewed.current = Date.now()
    onRenew()
  }, [ended])
  return ended && Date.now() - renewed.current < 5000
}
