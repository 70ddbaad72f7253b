// Hook of a paper that is written: each change is saved by itself, over the version that was seen, and stays on this device until it is.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallFailed, call } from '../../../client.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { openTabDraft, type TabDraft } from '../../base/drafts/tab-draft.ts'
import { bodyOf, draftOf, keyedAnew, type Paper, type Section, whatIsKept } from './paper-draft.ts'

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
    /** Another person has written it since: nothing is sent before it is said whose stays. */
    held: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    device: undefined as TabDraft | undefined,
  })
  const read = query('GET /api/activities/:id/paper', { params: { id: activity } })
  const keep = () => {
    const { device, version, sections } = work.current
    void device?.keep({ version, base: null, value: sections })
  }
  const follow = (saved: Paper) => {
    const now = work.current
    now.version = saved.version
    now.dirty = false
    void now.device?.keep(undefined)
    now.sections = draftOf(saved, now.sections)
    setPaper(saved)
    setSections(now.sections)
    setState({ kind: 'saved', at: Date.now() })
  }
  const save = useEffectEvent(async () => {
    const now = work.current
    if (now.running || !now.dirty || now.held) return
    now.running = true
    now.dirty = false
    setState({ kind: 'saving' })
    try {
      const saved = await call('PUT /api/activities/:id/paper', { params: { id: activity }, body: bodyOf(now.sections, now.version) })
      queryClient.setQueryData(read.queryKey, saved)
      // what shows it elsewhere is read anew when it is opened
      void invalidate('GET /api/activities/:id/paper/preview', 'GET /api/video-quizzes/:id', 'GET /api/video-quizzes/:id/subjects')
      // what was typed meanwhile stays
      if (!now.dirty) return follow(saved)
      now.version = saved.version
      setPaper(saved)
      keep()
    } catch (error) {
      const lost =
        !(error instanceof CallFailed) || error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 401
      // a save whose answer was lost has arrived all the same
      const newer = error instanceof CallFailed && error.problem.code === 'paper.newer'
      const theirs = newer ? await queryClient.fetchQuery({ ...read, staleTime: 0 }).catch(() => undefined) : undefined
      if (theirs && whatIsKept(now, theirs) === 'nothing') return follow(theirs)
      now.held = newer
      now.dirty = lost || now.held || now.dirty
      setState(lost ? { kind: 'device' } : now.held ? { kind: 'conflict' } : { kind: 'refused', error })
      if (lost) now.timer = setTimeout(() => void save(), retryAfter)
    } finally {
      now.running = false
    }
    if (now.dirty && !now.timer) void save()
  })
  const restore = useEffectEvent(async (device: TabDraft) => {
    const [found] = await device.found().catch(() => [])
    if (!found || work.current.device !== device) return
    const kept = whatIsKept({ version: found.version, sections: found.value as Section[] }, first)
    if (kept === 'nothing') return void (await device.keep(undefined))
    const draft = await device.adopt(found)
    const now = work.current
    if (now.dirty) return void (await device.makeRoom(draft))
    Object.assign(now, { sections: keyedAnew(draft.value as Section[]), version: draft.version, dirty: true, held: kept === 'conflict' })
    setSections(now.sections)
    setState({ kind: now.held ? 'conflict' : 'saving' })
    void save()
  })
  useEffect(() => {
    const device = openTabDraft('paper', activity)
    work.current.device = device
    void restore(device)
    const leaving = (event: BeforeUnloadEvent) => {
      const { dirty, running, held } = work.current
      if (held || (!dirty && !running)) return
      void save()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', leaving)
    return () => {
      window.removeEventListener('beforeunload', leaving)
      clearTimeout(work.current.timer)
      work.current.timer = undefined
      // what is on its way still drops its draft
      void save()
      void device.close()
    }
  }, [activity])
  const change = (next: readonly Section[]) => {
    const now = work.current
    now.sections = next
    now.dirty = true
    setSections(next)
    keep()
    if (now.held) return
    setState({ kind: 'saving' })
    clearTimeout(now.timer)
    now.timer = setTimeout(() => {
      now.timer = undefined
      void save()
    }, pause)
  }
  /** After another person has written it. Resolves to what the other choice would have left. */
  const choose = async (mine: boolean): Promise<readonly Section[]> => {
    const theirs = await queryClient.fetchQuery({ ...read, staleTime: 0 })
    const now = work.current
    const [before, after] = [now.sections, draftOf(theirs)]
    Object.assign(now, { version: theirs.version, held: false, dirty: mine, sections: mine ? before : after })
    setPaper(theirs)
    setSections(now.sections)
    setState({ kind: 'clean' })
    if (mine) change(before)
    else void now.device?.keep(undefined)
    return mine ? after : before
  }
  return { paper, sections, state, change, choose }
}
