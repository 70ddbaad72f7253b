// Hook that tells who else has a work open for marking, and tells them.
import { useEffect, useState } from 'react'
import { type Answer, call, currentScope } from '../../client.ts'
import { sendWhileLeaving } from '../../parts/base/page/send-while-leaving.ts'

/** Milliseconds between two reports while the window is visible. */
const interval = 20_000

export function usePresence(submission: string | undefined): readonly Answer<'POST /api/submissions/:id/presence'>['people'][number][] {
  const [people, setPeople] = useState<Answer<'POST /api/submissions/:id/presence'>['people']>([])
  useEffect(() => {
    setPeople([])
    if (!submission) return
    let alive = true
    const report = () => {
      if (document.hidden) return
      call('POST /api/submissions/:id/presence', { params: { id: submission }, body: { open: true } }).then(
        (answer) => {
          const me = currentScope()?.person
          if (alive) setPeople(answer.people.filter(({ id }) => id !== me))
        },
        // the next report may succeed, and nothing depends on it
        () => {},
      )
    }
    // who only leafs through the works is not told of
    const first = setTimeout(report, 800)
    const timer = setInterval(report, interval)
    const close = () => sendWhileLeaving(`/api/submissions/${submission}/presence`, { open: false }, 'POST')
    window.addEventListener('pagehide', close)
    return () => {
      alive = false
      clearTimeout(first)
      clearInterval(timer)
      window.removeEventListener('pagehide', close)
      call('POST /api/submissions/:id/presence', { params: { id: submission }, body: { open: false } }).catch(() => {})
    }
  }, [submission])
  return people
}
