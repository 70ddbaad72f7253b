import { useEffect } from 'react'
import { call } from '../../client.ts'
import { outdate } from '../../queries.ts'
import type { Activity } from './activity-page.tsx'

/** Tells the server that I have opened it; once per opening, and again only if it could not be told. */
export function useReadMark(activity: Activity, when = true) {
  const { id } = activity
  const unread = activity.my.read_at === null
  useEffect(() => {
    if (!when || !unread) return
    const stop = new AbortController()
    // A glance while paging through is not reading.
    const timer = setTimeout(() => {
      call('POST /api/course/activities-read/:id', { params: { id }, signal: stop.signal })
        .then(() => outdate('GET /api/activities/:id', 'GET /api/courses/:id/all-activities', 'GET /api/my-courses'))
        .catch(() => {})
    }, 1500)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [id, unread, when])
}
