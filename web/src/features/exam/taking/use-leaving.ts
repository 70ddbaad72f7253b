// Hook that tells the server when the page of an exam is left and when it is back: it is logged, and only logged; the front page says so.
import { useEffect } from 'react'
import { call } from '../../../client.ts'
import { deviceId } from '../../../parts/attempts/device-answers.ts'

export function useLeaving(attempt: string, on: boolean) {
  useEffect(() => {
    if (!on) return
    let last: 'left' | 'back' = 'back'
    const tell = () => {
      const kind = document.hidden ? 'left' : 'back'
      if (kind === last) return
      last = kind
      // losing one is harmless
      void call('POST /api/attempts/:id/events', { params: { id: attempt }, body: { device: deviceId(), kind } }).catch(() => {})
    }
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [attempt, on])
}
