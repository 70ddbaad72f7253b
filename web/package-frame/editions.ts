// Differences of the two editions: names of the functions and of the elements, forms of times.
import type { Edition } from './messages.ts'

export type Names = {
  /** The property of the window in which a sco looks for the functions. */
  window: 'API' | 'API_1484_11'
  initialize: string
  finish: string
  get: string
  set: string
  commit: string
  lastError: string
  errorString: string
  diagnostic: string
  exit: string
  /** Codes of errors that the library leaves out: of a value that is too long; after the end. */
  faults: { long: string; get: string; set: string; commit: string }
  /** Elements of one session, which a later one begins without. */
  ofSession: readonly string[]
}

export const names: Record<Edition, Names> = {
  scorm12: {
    window: 'API',
    initialize: 'LMSInitialize',
    finish: 'LMSFinish',
    get: 'LMSGetValue',
    set: 'LMSSetValue',
    commit: 'LMSCommit',
    lastError: 'LMSGetLastError',
    errorString: 'LMSGetErrorString',
    diagnostic: 'LMSGetDiagnostic',
    exit: 'cmi.core.exit',
    faults: { long: '405', get: '301', set: '301', commit: '301' },
    ofSession: ['cmi.core.exit', 'cmi.core.session_time'],
  },
  scorm2004: {
    window: 'API_1484_11',
    initialize: 'Initialize',
    finish: 'Terminate',
    get: 'GetValue',
    set: 'SetValue',
    commit: 'Commit',
    lastError: 'GetLastError',
    errorString: 'GetErrorString',
    diagnostic: 'GetDiagnostic',
    exit: 'cmi.exit',
    faults: { long: '406', get: '123', set: '133', commit: '143' },
    ofSession: ['cmi.exit', 'cmi.session_time'],
  },
}

/** Seconds as the edition writes a length of time. */
export function lengthOf(kind: Edition, seconds: number): string {
  const all = Math.round(Math.max(0, seconds))
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  if (kind === 'scorm2004') return `PT${hours}H${minutes}M${rest}S`
  return [String(Math.min(9999, hours)).padStart(2, '0'), ...[minutes, rest].map((part) => String(part).padStart(2, '0'))].join(':')
}

/** The entry of a session by the state that it begins with. One that never ended is gone on with, as if it had been suspended. */
export function entryOf(kind: Edition, data: Readonly<Record<string, string>> | undefined): 'ab-initio' | 'resume' | '' {
  if (!data || Object.keys(data).length === 0) return 'ab-initio'
  const exit = data[names[kind].exit]
  return exit === undefined || exit === 'suspend' ? 'resume' : ''
}

/** The navigation that a sco of 2004 asks for when it ends: an item, "next", "previous", "exit"; undefined: none. */
export function navigationOf(request: string): string | undefined {
  const target = /^\{target=([^}]{1,255})\}(?:choice|jump)$/.exec(request)?.[1]
  if (target) return target
  if (request === 'continue') return 'next'
  if (request === 'previous') return 'previous'
  return /^(?:exit|exitAll|abandon|abandonAll|suspendAll)$/.test(request) ? 'exit' : undefined
}
