// Hook by which one tab of this browser writes an attempt: another one may take it over. Without Web Locks (plain http in a local network) every
// tab may, and the later answer counts.
import { useEffect, useState } from 'react'
import { tabLock } from './device-answers.ts'

export function useOneTab(attempt: string) {
  const [state, setState] = useState<'waiting' | 'mine' | 'other'>('locks' in navigator ? 'waiting' : 'mine')
  const [taking, setTaking] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each taking asks again
  useEffect(() => {
    if (!('locks' in navigator)) return
    let alive = true
    let release: (() => void) | undefined
    const name = tabLock(attempt)
    const hold = (lock: Lock | null) => {
      if (!alive) return
      if (!lock) {
        setState('other')
        return
      }
      setState('mine')
      return new Promise<void>((done) => {
        release = done
      })
    }
    const ask = async () => {
      if (taking > 0) return navigator.locks.request(name, { steal: true }, hold)
      // after a reload the page before it holds the lock for a moment
      for (let tries = 0; tries < 8 && alive; tries++) {
        const { held = [] } = await navigator.locks.query()
        if (!held.some((lock) => lock.name === name)) break
        await new Promise((done) => setTimeout(done, 80))
      }
      return navigator.locks.request(name, { ifAvailable: true }, hold)
    }
    ask().catch(() => {
      // another tab has taken it over
      if (alive) setState('other')
    })
    return () => {
      alive = false
      release?.()
    }
  }, [attempt, taking])
  return { mine: state === 'mine', waiting: state === 'waiting', take: () => setTaking((n) => n + 1) }
}
