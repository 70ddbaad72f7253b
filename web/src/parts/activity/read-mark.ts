// Read mark of an activity: reports that I have opened it.
import { useEffect } from 'react'
import { call } from '../../client.ts'
import type { Activity } from '../course/content.ts'
import { cacheMyProgress } from './progress-cache.ts'

/** Marks the activity as read after 1.5 s on the screen: once per opening, again only after a failed attempt. */
export function useReadMark(activity: Activity, enabled = true) {
  const { id } = activity
  const unread = activity.my.read_at === null
  useEffect(() => {
    if (!enabled || !unread) return
    const aborter = new AbortController()
    // Paging past an activity is not reading it.
    const timer = setTimeout(() => {
      call('POST /api/course/activities-read/:id', { params: { id }, signal: aborter.signal })
        .then((my) => cacheMyProgress(activity, my))
        .catch(() => {})
    }, 1500)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [id, unread, enabled])
}
