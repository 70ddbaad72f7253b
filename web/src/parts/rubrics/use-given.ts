// Hook of what a marker or a reviewer gives a work or an answer: shown at once, saved as it happens, kept on this device while there is no connection.
import { useEffect, useMemo, useRef, useState } from 'react'
import { dropDraft, keyOf, readDrafts, storeDraft } from '../drafts/drafts.ts'
import { createSaver, emptyGiven, failureOf, type Given, givenOf, type Ports, type Saved, type SaveState } from './given-saver.ts'
import { rubricScore, sameDecimal } from './points.ts'

type Rubric = Parameters<typeof rubricScore>[0]

/** `updated_at`: of what somebody else may write too, so that their newer one is shown. */
export type Kept = Saved & { updated_at?: string }
/** Those of the first render of a thing serve until another one is shown. */
export type GivenPorts<M extends Kept> = Pick<Ports<M>, 'write' | 'read' | 'onSaved'>
export type About<M extends Kept> = {
  /** Name it on this device. */
  form: string
  thing: string
  tab: string
  /** What the server has. */
  stored: M | null
  /** The points follow it until somebody types others. */
  rubric: Rubric | null
  max: string | null
}

export function useGiven<M extends Kept>({ form, thing, tab, stored, rubric, max }: About<M>, { write, read, onSaved }: GivenPorts<M>) {
  const savedAt = (of: M | null): SaveState<M> =>
    of?.updated_at === undefined ? { kind: 'clean' } : { kind: 'saved', at: Date.parse(of.updated_at) }
  const [given, setGiven] = useState<Given>(stored ? givenOf(stored) : emptyGiven)
  const [state, setState] = useState(savedAt(stored))
  const [done, setDone] = useState(stored?.state === 'done')
  const saver = useMemo(
    () =>
      createSaver<M>(
        {
          write,
          read,
          failureOf,
          onState: setState,
          onSaved: (saved) => {
            setDone(saved.state === 'done')
            onSaved(saved)
          },
          keep: (value, version) => {
            if (value) storeDraft(form, thing, tab, { version, base: null, value })
            else void dropDraft(keyOf(form, thing, tab))
          },
        },
        { given: stored ? givenOf(stored) : emptyGiven, version: stored?.version ?? 0, state: savedAt(stored) },
      ),
    [thing],
  )
  useEffect(() => {
    let alive = true
    void readDrafts(form, thing)
      .then(([kept]) => {
        if (!alive || !kept?.value) return
        const value = kept.value as Given
        setGiven(value)
        saver.change(value)
      })
      .catch(() => {})
    return () => {
      alive = false
      saver.close()
    }
  }, [saver])
  const show = (theirs: M) => {
    setGiven(givenOf(theirs))
    setDone(theirs.state === 'done')
  }
  // another one's newer is shown while nothing of mine waits
  useEffect(() => {
    if (stored?.updated_at !== undefined && saver.follow(stored, savedAt(stored))) show(stored)
  }, [stored?.version])
  const change = (part: Partial<Given>) => {
    const next = { ...given, ...part }
    if (part.criteria && rubric) {
      const before = rubricScore(rubric, given.criteria, max)
      if (given.points === null || sameDecimal(given.points, before)) next.points = rubricScore(rubric, part.criteria, max)
    }
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
    keepMine: (theirs: M) => void saver.keepMine(theirs.version),
    takeTheirs: (theirs: M) => {
      saver.takeTheirs(theirs)
      show(theirs)
    },
  }
}

/** What a port reads anew at each write: the newest of a value that renders bring. */
export function useNewest<T>(value: T): { readonly current: T } {
  const newest = useRef(value)
  newest.current = value
  return newest
}
