// Hook of a play session: opens it, sends its beats, renews its grant.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Answer, CallFailed, call } from '../../../client.ts'
import { invalidate } from '../../../queries.ts'
import { cacheProgress } from './progress-cache.ts'
import { sendWhileLeaving } from '../../base/page/send-while-leaving.ts'
import { beatEvery, createPlaySession, type PlaySession, type PlayState } from './play-session.ts'

export type Play = Answer<'POST /api/activities/:id/play'>
export type Playing = { play: Play; session: PlaySession }
type State = { playing?: Playing; error?: unknown; updatedAt: number }

const isTransient = (error: unknown) => !(error instanceof CallFailed) || error.status === 0 || error.status === 429 || error.status >= 500
const codeOf = (error: unknown) => (error instanceof CallFailed ? error.problem.code : 'internal')
/** The play session has ended or belongs to an earlier sign-in: a new one is opened. */
const isSessionOver = (error: unknown) => ['play.over', 'playSession.notFound'].includes(codeOf(error))
/** The activity may no longer be opened: it has ended, is hidden or deleted, or the course is closed or left. */
const isClosed = (error: unknown) => error instanceof CallFailed && [403, 404].includes(error.status) && !isSessionOver(error)

/** Opens a play session of one file of an activity as soon as `ready`, and sends its beats. `reopen` starts a new one, with a new grant. */
export function usePlay(
  activity: { id: string; course_id: string; my: { percent: number; completed: boolean } },
  upload: string | undefined,
  ready: boolean,
) {
  const [state, setState] = useState<State>({ updatedAt: 0 })
  const [attempt, setAttempt] = useState(0)
  const initialProgress = useRef(activity.my)
  const { id } = activity
  const reopen = () => setAttempt((count) => count + 1)
  /** Reads the activity again, so that the page shows its present state. */
  const refetchActivity = () => invalidate('GET /api/activities/:id', 'GET /api/courses/:id/content')

  useEffect(() => {
    if (!ready) return
    const stop = new AbortController()
    let session: PlaySession | undefined
    call('POST /api/activities/:id/play', { params: { id }, body: upload ? { upload_id: upload } : {}, signal: stop.signal }).then(
      (play) => {
        if (stop.signal.aborted) return
        session = createPlaySession(
          {
            beat: async (beat) => {
              const answer = await call('POST /api/play-sessions/:id/heartbeat', { params: { id: play.play_session_id }, body: beat })
              cacheProgress(activity, answer)
              return answer
            },
            leave: (beat) => sendWhileLeaving(`/api/play-sessions/${play.play_session_id}/heartbeat`, beat),
            now: () => Date.now(),
            isTransient,
            refusalCode: (error) => {
              if (isSessionOver(error)) reopen()
              else if (isClosed(error)) void refetchActivity()
              return codeOf(error)
            },
            isFinal: (error) => isSessionOver(error) || isClosed(error),
          },
          { watched: play.watched, ...initialProgress.current },
        )
        setState({ playing: { play, session }, updatedAt: Date.now() })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (isClosed(error)) void refetchActivity()
        setState({ error, updatedAt: Date.now() })
      },
    )
    return () => {
      stop.abort()
      void session?.flush()
    }
    // Progress comes from the session from here on: a refetched activity must not open another one.
  }, [id, upload, ready, attempt])

  const session = state.playing?.session
  useEffect(() => {
    if (!session) return
    const timer = setInterval(
      () => void session.flush(),
      beatEvery(state.playing?.play.heartbeat_seconds ?? 15, state.playing?.play.upload.duration ?? null) * 1000,
    )
    const flushWhenHidden = () => {
      if (document.hidden) void session.flush()
    }
    const flushNow = () => void session.flush()
    document.addEventListener('visibilitychange', flushWhenHidden)
    window.addEventListener('pagehide', session.leave)
    window.addEventListener('online', flushNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', flushWhenHidden)
      window.removeEventListener('pagehide', session.leave)
      window.removeEventListener('online', flushNow)
      void session.flush()
    }
  }, [session, state.playing])
  return { ...state, reopen }
}

export const usePlayState = (session: PlaySession): PlayState => useSyncExternalStore(session.subscribe, session.snapshot)
