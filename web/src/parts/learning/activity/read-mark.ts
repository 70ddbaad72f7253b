// Reports of an activity that I have not read yet: that it is open.
import { useEffect } from 'react'
import { type Answer, call } from '../../../client.ts'
import type { Activity } from '../course/content.ts'
import { cacheMyProgress } from './progress-cache.ts'

type Report = (id: string, signal: AbortSignal) => Promise<Answer<'POST /api/course/activities-read/:id'>>
const read: Report = (id, signal) => call('POST /api/course/activities-read/:id', { params: { id }, signal })
/** Exams have a call of their own, which refuses who may not see the exam yet. */
const opened: Report = (id, signal) => call('POST /api/course/activities-read/exam/:id', { params: { id }, signal })

/** Marks an unread activity as read once its page has been open for 1.5 s. A failed attempt is repeated when it is opened again. */
export const useReadMark = (activity: Activity, enabled = true) => useReport(read, activity, enabled)
export const useOpened = (activity: Activity, enabled: boolean) => useReport(opened, activity, enabled)

function useReport(report: Report, activity: Activity, enabled: boolean) {
  const { id } = activity
  const unread = activity.my.read_at === null
  useEffect(() => {
    if (!enabled || !unread) return
    const aborter = new AbortController()
    // Paging past an activity is not reading it.
    const timer = setTimeout(() => {
      report(id, aborter.signal)
        .then((my) => cacheMyProgress(activity, my))
        .catch(() => {})
    }, 1500)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [id, unread, enabled])
}
