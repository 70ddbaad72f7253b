// Hook that tells the server when the page of an exam is left and when it is back: it is logged, and only logged; the front page says so.
import { useEffect } from 'react'
import { call } from '../../../client.ts'
import { deviceId } from '../../../parts/learning/attempts/device-answers.ts'
import { watchLeaving } from '../../../parts/learning/attempts/leaving.ts'

export function useLeaving(attempt: string, on: boolean) {
  useEffect(() => {
    if (!on) return
    // losing one is harmless
    return watchLeaving(
      (kind) => void call('POST /api/attempts/:id/events', { params: { id: attempt }, body: { device: deviceId(), kind } }).catch(() => {}),
    )
  }, [attempt, on])
}
