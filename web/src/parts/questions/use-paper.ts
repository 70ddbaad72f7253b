// Hook of a paper that is written: each change is saved by itself, over the version that was seen.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallFailed, call } from '../../client.ts'
import { query, queryClient } from '../../queries.ts'
import { bodyOf, draftOf, type Paper, type Section } from './paper-draft.ts'

export type PaperState =
  | { kind: 'clean' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  | { kind: 'device' }
  | { kind: 'conflict' }
  | { kind: 'refused'; error: unknown }

const pause = 800
const retryAfter = 4000

export function usePaper(activity: string, first: Paper) {
  const [paper, setPaper] = useState(first)
  const [sections, setSections] = useState<readonly Section[]>(() => draftOf(first))
  const [state, setState] = useState<PaperState>({ kind: 'clean' })
  const work = useRef({
    sections,
    version: first.version,
    dirty: false,
    running: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  })
  const read = query('GET /api/activities/:id/paper', { params: { id: activity } })
  const save = useEffectEvent(async () => {
    const now = work.current
    if (now.running || !now.dirty) return
    now.running = true
    now.dirty = false
    setState({ kind: 'saving' })
    try {
      const saved = await call('PUT /api/activities/:id/paper', { params: { id: activity }, body: bodyOf(now.sections, now.version) })
      now.version = saved.version
      setPaper(saved)
      queryClient.setQueryData(read.queryKey, saved)
      // what was typed meanwhile stays
      if (!now.dirty) {
        now.sections = draftOf(saved, now.sections)
        setSections(now.sections)
        setState({ kind: 'saved', at: Date.now() })
      }
    } catch (error) {
      const lost =
        !(error instanceof CallFailed) || error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 401
      now.dirty = lost || now.dirty
      setState(
        lost ? { kind: 'device' } : error instanceof CallFailed && error.status === 409 ? { kind: 'conflict' } : { kind: 'refused', error },
      )
      if (lost) now.timer = setTimeout(() => void save(), retryAfter)
    } finally {
      now.running = false
    }
    if (now.dirty && !now.timer) void save()
  })
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (!work.current.dirty && !work.current.running) return
      void save()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', leaving)
    return () => {
      window.removeEventListener('beforeunload', leaving)
      clearTimeout(work.current.timer)
      work.current.timer = undefined
      void save()
    }
  }, [])
  return {
    paper,
    sections,
    state,
    change(next: readonly Section[]) {
      const now = work.current
      now.sections = next
      now.dirty = true
      setSections(next)
      if (state.kind === 'conflict') return
      setState({ kind: 'saving' })
      clearTimeout(now.timer)
      now.timer = setTimeout(() => {
        now.timer = undefined
        void save()
      }, pause)
    },
    /** Another person has written it since: theirs replaces what is here. */
    async reload() {
      const theirs = await queryClient.fetchQuery({ ...read, staleTime: 0 })
      work.current = { ...work.current, sections: draftOf(theirs), version: theirs.version, dirty: false }
      setPaper(theirs)
      setSections(work.current.sections)
      setState({ kind: 'clean' })
    },
  }
}
