import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Answer, CallFailed, call, currentScope, newKey } from '../../client.ts'
import { outdate } from '../../queries.ts'
import { showProgress } from './progress.ts'
import { createPlaySession, type PlaySession, type Standing } from './play-session.ts'

export type Play = Answer<'POST /api/activities/:id/play'>
export type Playing = { play: Play; session: PlaySession }
type State = { playing?: Playing; error?: unknown; at: number }

const passing = (error: unknown) => !(error instanceof CallFailed) || error.status === 0 || error.status === 429 || error.status >= 500
const codeOf = (error: unknown) => (error instanceof CallFailed ? error.problem.code : 'internal')
/** The session is over or belongs to an ended sign-in: a new one is opened. */
const over = (error: unknown) => ['play.over', 'playSession.notFound'].includes(codeOf(error))
/** The activity may no longer be opened: ended, hidden, deleted, the course closed or left. */
const closed = (error: unknown) => error instanceof CallFailed && [403, 404].includes(error.status) && !over(error)

/** Opens a play session of an activity's file and keeps it in step with the server. `reopen` gets a new grant (the old one has ended). */
export function usePlay(
  activity: { id: string; course_id: string; my: { percent: number; completed: boolean } },
  upload: string | undefined,
  ready: boolean,
) {
  const [state, setState] = useState<State>({ at: 0 })
  const [attempt, setAttempt] = useState(0)
  const first = useRef(activity.my)
  const { id } = activity
  const reopen = () => setAttempt((now) => now + 1)
  /** The page asks for the activity again and shows in its place what it is now. */
  const showClosed = () => outdate('GET /api/activities/:id', 'GET /api/courses/:id/all-activities')

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
              showProgress(activity, answer)
              return answer
            },
            leave: (beat) => leave(play.play_session_id, beat),
            now: () => Date.now(),
            passing,
            refusal: (error) => {
              if (over(error)) reopen()
              else if (closed(error)) void showClosed()
              return codeOf(error)
            },
            over: (error) => over(error) || closed(error),
          },
          { watched: play.watched, ...first.current },
        )
        setState({ playing: { play, session }, at: Date.now() })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (closed(error)) void showClosed()
        setState({ error, at: Date.now() })
      },
    )
    return () => {
      stop.abort()
      void session?.flush()
    }
    // Progress comes from the session itself from now on: a refetch must not open another one.
  }, [id, upload, ready, attempt])

  const session = state.playing?.session
  useEffect(() => {
    if (!session) return
    const every = setInterval(() => void session.flush(), (state.playing?.play.heartbeat_seconds ?? 15) * 1000)
    const hidden = () => {
      if (document.hidden) void session.flush()
    }
    const online = () => void session.flush()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', session.leave)
    window.addEventListener('online', online)
    return () => {
      clearInterval(every)
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', session.leave)
      window.removeEventListener('online', online)
      void session.flush()
    }
  }, [session, state.playing])
  return { ...state, reopen }
}

export const useStanding = (session: PlaySession): Standing => useSyncExternalStore(session.subscribe, session.snapshot)

/** The last words of a page that goes: the browser sends them after it is gone. */
function leave(session: string, beat: object) {
  const scope = currentScope()
  if (!scope) return
  void fetch(`/api/play-sessions/${session}/heartbeat`, {
    method: 'POST',
    keepalive: true,
    body: JSON.stringify(beat),
    headers: { 'content-type': 'application/json', 'request-scope': scope.org, 'lyceum-person': scope.person, 'idempotency-key': newKey() },
  }).catch(() => {})
}
