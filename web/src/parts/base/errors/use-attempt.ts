// Work of a dialog that may fail: while it goes on its buttons are busy, and the text of a failure stands in it.
import { useState } from 'react'
import { problemText } from './problem-text.ts'

/** `field`: the one whose fault is told instead of that of the whole call. */
export function useAttempt(field?: string) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(problemText(error, field))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, attempt }
}
