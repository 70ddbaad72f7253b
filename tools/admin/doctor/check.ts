// A check of the doctor: its result, and the operator's next step.
import { setTimeout as sleep } from 'node:timers/promises'

export type State = 'ok' | 'warn' | 'fail'
export type Finding = { name: string; state: State; found: string; next?: string }

export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found })
export const warn = (name: string, found: string, next: string): Finding => ({ name, state: 'warn', found, next })
export const fail = (name: string, found: string, next: string): Finding => ({ name, state: 'fail', found, next })

/** Milliseconds for any check. */
const patience = 15_000

/** A check that throws or does not end in time has failed, with its error as the message. */
export async function look(name: string, next: string, work: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  const end = new AbortController()
  const late = sleep(patience, undefined, { signal: end.signal }).then(() => {
    throw new Error(`no answer within ${patience / 1000} s`)
  })
  try {
    return [await Promise.race([work(), late])].flat()
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return [fail(name, message || code || 'no answer', next)]
  } finally {
    end.abort()
    late.catch(() => {})
  }
}

/** 12 s, 5 min, 3 h, 2 days */
export function ago(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
