// Hook that tells the server, once, that I have opened an exam.
import { useEffect } from 'react'
import { call } from '../../client.ts'
import { cacheMyProgress } from '../../parts/activity/progress-cache.ts'
import type { Activity } from '../../parts/course/content.ts'

export function useOpened(activity: Activity, enabled: boolean) {
  const { id } = activity
  const unread = activity.my.read_at === null
  useEffect(() => {
    if (!enabled || !unread) return
    const aborter = new AbortController()
    // paging past it is not opening it
    const timer = setTimeout(() => {
      call('POST /api/course/activities-read/exam/:id', { params: { id }, signal: aborter.signal })
        .then((my) => cacheMyProgress(activity, my))
        .catch(() => {})
    }, 1500)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [id, unread, enabled])
}
