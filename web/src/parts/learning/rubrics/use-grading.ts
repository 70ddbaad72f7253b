// Hook of the grading of a work or an answer, by a marker or a reviewer: shown at once, saved as it happens, kept on this device while there is no connection.
import { useEffect, useMemo, useRef, useState } from 'react'
import { openTabDraft, type TabDraft } from '../../base/drafts/tab-draft.ts'
import { createSaver, emptyGrading, failureOf, type Grading, gradingOf, type Ports, type Saved, type SaveState } from './grading-saver.ts'
import { rubricScore, sameDecimal } from './points.ts'

type Rubric = Parameters<typeof rubricScore>[0]

/** `updated_at`: of what somebody else may write too, so that their newer one is shown. */
export type Kept = Saved & { updated_at?: string }
/** Those of the first render of a thing serve until another one is shown. */
export type GradingPorts<M extends Kept> = Pick<Ports<M>, 'write' | 'read' | 'onSaved'>
export type About<M extends Kept> = {
  /** Name it on this device. */
  form: string
  thing: string
  /** The server's version. */
  stored: M | null
  /** The points follow it until somebody types others. */
  rubric: Rubric | null
  max: string | null
}

export function useGrading<M extends Kept>({ form, thing, stored, rubric, max }: About<M>, { write, read, onSaved }: GradingPorts<M>) {
  const savedAt = (of: M | null): SaveState<M> =>
    of?.updated_at === undefined ? { kind: 'clean' } : { kind: 'saved', at: Date.parse(of.updated_at) }
  const [given, setGiven] = useState<Grading>(stored ? gradingOf(stored) : emptyGrading)
  const [state, setState] = useState(savedAt(stored))
  const [done, setDone] = useState(stored?.state === 'done')
  const newest = useNewest(stored)
  const { saver, device } = useMemo(() => {
    const place: { draft?: TabDraft; touched?: boolean } = {}
    const created = createSaver<M>(
      {
        write,
        read,
        failureOf,
        onState: setState,
        onSaved: (saved) => {
          setDone(saved.state === 'done')
          onSaved(saved)
        },
        keep: (value, version) => void place.draft?.keep(value && { version, base: null, value }),
      },
      { given: stored ? gradingOf(stored) : emptyGrading, version: stored?.version ?? 0, state: savedAt(stored) },
    )
    return { saver: created, device: place }
  }, [thing])
  useEffect(() => {
    let alive = true
    const draft = openTabDraft(form, thing)
    device.draft = draft
    const restore = async () => {
      const [found] = await draft.found()
      if (!alive || !found?.value) return
      const kept = await draft.adopt(found)
      if (!alive) return
      // what is typed already is not replaced
      if (device.touched) return draft.makeRoom(kept)
      setGiven(kept.value as Grading)
      saver.restore(kept.value as Grading, kept.version, newest.current)
    }
    void restore().catch(() => {})
    return () => {
      alive = false
      // until it is sent it is no other editor's
      void saver.close().finally(draft.close)
    }
  }, [saver])
  const show = (theirs: M) => {
    setGiven(gradingOf(theirs))
    setDone(theirs.state === 'done')
  }
  // another one's newer is shown while nothing of mine waits
  useEffect(() => {
    if (stored?.updated_at !== undefined && saver.follow(stored, savedAt(stored))) show(stored)
  }, [stored?.version])
  const change = (part: Partial<Grading>) => {
    const next = { ...given, ...part }
    if (part.criteria && rubric) {
      const before = rubricScore(rubric, given.criteria, max)
      if (given.points === null || sameDecimal(given.points, before)) next.points = rubricScore(rubric, part.criteria, max)
    }
    device.touched = true
    setGiven(next)
    saver.change(next)
  }
  return {
    given,
    state,
    done,
    change,
    finish: saver.finish,
    flush: saver.flush,
    /** Mine, or what was made of both. */
    keepMine: (theirs: M, both?: Grading) => {
      if (both) setGiven(both)
      setDone(theirs.state === 'done')
      void saver.keepMine(theirs, both)
    },
  }
}

/** A value that a port reads anew at each write: the newest of a value that renders bring. */
export function useNewest<T>(value: T): { readonly current: T } {
  const newest = useRef(value)
  newest.current = value
  return newest
}
