// The score as it is typed: saved while it is one, and never a part of something else.
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Grading } from './grading-saver.ts'
import { sameDecimal, typedScore } from './points.ts'

type Work = { given: Grading; change: (part: Partial<Grading>) => void }

/** `mayLeave` is false while what is typed is no score. */
export function useTypedScore(work: Work, max: string | null, mayLeave?: RefObject<boolean>) {
  const [typed, setTyped] = useState<string>()
  /** The score before it was typed over: a beginning that leads to no score is none either. */
  const before = useRef<string | null>(null)
  const wrong = typed !== undefined && 'error' in typedScore(typed, max)
  const type = (text: string | undefined) => {
    if (typed === undefined) before.current = work.given.points
    setTyped(text)
    if (text === undefined) return
    const score = typedScore(text, max)
    const points = 'points' in score ? score.points : before.current
    if (!sameDecimal(points, work.given.points)) work.change({ points })
  }
  useEffect(() => {
    if (!mayLeave) return
    mayLeave.current = !wrong
    return () => {
      mayLeave.current = true
    }
  }, [wrong])
  return { typed, type, wrong }
}
