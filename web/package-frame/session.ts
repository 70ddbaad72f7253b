// Session of a sco: the functions that it finds in a window above its own. Each value that is set leaves in the same task, by its number, and stays in the
// mirror until the page has kept it.
import { navigationOf, names } from './editions.ts'
import type { Library } from './library.ts'
import { type Edition, type Entry, longest, sizeOf, type ToPage } from './messages.ts'
import type { Mirror } from './mirror.ts'

export type Numbers = { next: () => number; kept: number; saved: number; last: number }
export type Ports = { send: (message: ToPage) => void; mirror: Pick<Mirror, 'put'>; now: () => number; numbers: Numbers }
type Functions = Record<string, (...given: unknown[]) => string>

/** The functions of the edition. A value that is longer than a message is refused as too long. */
export function createSession(kind: Edition, sco: string, library: Library, { send, mirror, now, numbers }: Ports): Functions {
  const word = names[kind]
  const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
  /** Whether the last entry is on this device. */
  let held = true
  /** The error of the last call, where it is not the library's. */
  let fault: string | undefined
  let ended = false
  const keep = (entry: Entry) => {
    held = mirror.put(entry)
  }
  const safe = () => held || numbers.kept >= numbers.last
  const refuses = (code: string | undefined) => {
    fault = code
    return code !== undefined
  }
  const get = (element: string): string => (refuses(ended ? word.faults.get : undefined) ? '' : library.get(element))
  const set = (element: string, value: string): string => {
    const tooLong = sizeOf({ what: 'set', seq: Number.MAX_SAFE_INTEGER, sco, set: { [element]: value }, at: now() }) > longest
    if (refuses(ended ? word.faults.set : tooLong ? word.faults.long : undefined)) return 'false'
    const answer = library.set(element, value)
    if (answer !== 'true' || element.startsWith('adl.nav.')) return answer
    // each comment of 1.2 is added to those before
    const whole = kind === 'scorm12' && element === 'cmi.comments' ? library.get(element) || value : value
    const entry = { seq: numbers.next(), sco, at: now(), set: { [element]: whole }, end: false }
    send({ what: 'set', seq: entry.seq, sco, set: entry.set, at: entry.at })
    keep(entry)
    return answer
  }
  const finish = (): string => {
    refuses(undefined)
    const request = library.request()
    const answer = library.finish()
    if (answer !== 'true' || ended) return answer
    ended = true
    const entry = { seq: numbers.next(), sco, at: now(), set: {}, end: true }
    send({ what: 'end', sco, seq: entry.seq, at: entry.at })
    keep(entry)
    const item = navigationOf(request)
    if (item) send({ what: 'go', item })
    return answer
  }
  const commit = (): string => {
    if (refuses(ended ? word.faults.commit : undefined)) return 'false'
    const answer = library.commit()
    if (answer !== 'true') return answer
    send({ what: 'commit', sco, seq: numbers.last, at: now() })
    return safe() ? 'true' : 'false'
  }
  const diagnostic = (code: string): string => {
    if (code !== '' && code !== '0') return library.diagnostic(code)
    if (numbers.saved >= numbers.last) return 'saved'
    return safe() ? 'kept on this device' : 'not kept yet'
  }
  return {
    [word.initialize]: () => {
      refuses(undefined)
      return library.initialize()
    },
    [word.finish]: finish,
    [word.get]: (element) => get(text(element)),
    [word.set]: (element, value) => set(text(element), text(value)),
    [word.commit]: commit,
    [word.lastError]: () => fault ?? library.lastError(),
    [word.errorString]: (code) => library.errorString(text(code)),
    [word.diagnostic]: (code) => diagnostic(text(code)),
  }
}
