// Hook of a document that is read page by page: reports the pages in view of an open play session.
import { useEffect, useRef } from 'react'
import { CallFailed, call } from '../../../client.ts'
import type { Activity } from '../course/content.ts'
import { createPageSession, type PageSession } from './page-session.ts'
import { cacheMyProgress } from './progress-cache.ts'
import { sendWhileLeaving } from '../../base/page/send-while-leaving.ts'
import type { Play } from './use-play.ts'

const isTransient = (error: unknown) => !(error instanceof CallFailed) || error.status === 0 || error.status === 429 || error.status >= 500

/** Receives the pages in view. `play`: missing while the document is not open, or where its pages are not asked for. */
export function usePages(activity: Activity, play: Play | undefined, reopen: () => void): (pages: readonly number[]) => void {
  const session = useRef<PageSession>(undefined)
  const visible = useRef<readonly number[]>([])
  const latest = useRef({ activity, reopen })
  latest.current = { activity, reopen }
  const id = play?.play_session_id
  useEffect(() => {
    if (!play) return
    const body = (pages: number[]) => ({ play_session_id: play.play_session_id, pages })
    const opened = createPageSession(
      {
        report: async (pages) => {
          const { seen, ...my } = await call('POST /api/activities/:id/pages-read', { params: { id: activity.id }, body: body(pages) })
          cacheMyProgress(latest.current.activity, my)
          return seen
        },
        leave: (pages) => sendWhileLeaving(`/api/activities/${activity.id}/pages-read`, body(pages)),
        now: () => performance.now(),
        isTransient: (error) => {
          if (error instanceof CallFailed && error.problem.code === 'play.over') latest.current.reopen()
          return isTransient(error)
        },
      },
      play.pages_seen,
    )
    session.current = opened
    const show = () => opened.show(document.hidden ? [] : visible.current)
    show()
    const timer = setInterval(opened.tick, 500)
    const flush = () => void opened.flush()
    const onVisibility = () => {
      show()
      if (document.hidden) flush()
    }
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', opened.leave)
    window.addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', opened.leave)
      window.removeEventListener('online', flush)
      flush()
      session.current = undefined
    }
  }, [id])
  return (pages) => {
    visible.current = pages
    session.current?.show(pages)
  }
}
