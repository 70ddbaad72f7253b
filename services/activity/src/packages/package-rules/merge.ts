// The merge of entries into the state of a sco: in any order, twice or late they give the same. Pure.
import { longestElement, mostOfSco, type PackageKind } from '../package-attempts/api.ts'
import { type Fault, faultOf, meaningOf, numberIn, secondsIn } from './elements.ts'
import { type SessionTimes, withEnd, withLength } from './session-times.ts'

/** The parts of a sco's state on which its result hangs. Whatever was earned once is in it for good. */
export type Mark = {
  /** Ever reported. */
  completed?: true
  passed?: true
  /** Ever reported a status of its own, whatever it is. */
  spoke?: true
  /** The best. */
  raw?: number
  scaled?: number
  /** The number of the last entry that ended it. */
  ended?: number
  /** The last words. */
  status?: string
  success?: string
  max?: number
  times: SessionTimes
}
/** `seqs`: element → the number of its entry, and the letters of its value. */
export type ScoMemory = { seqs: Record<string, [number, number]>; mark: Mark }
export const emptyMemory = (): ScoMemory => ({ seqs: {}, mark: { times: [] } })

export type MergedEntry = { seq: number; set: Record<string, string>; end?: boolean | undefined }
export type Refused = { element: string; fault: Fault }
export type Merged = { memory: ScoMemory; patch: Record<string, string>; refused: Refused[] }

const suspendData = 'cmi.suspend_data'
const lettersOf = (seqs: ScoMemory['seqs']): number =>
  Object.entries(seqs).reduce((sum, [element, [, letters]]) => sum + (element === suspendData ? 0 : element.length + letters), 0)
/** All letters of a sco's state. */
export const sizeOf = ({ seqs }: ScoMemory): number => lettersOf(seqs) + (seqs[suspendData]?.[1] ?? 0)

/** PostgreSQL keeps neither. */
const kept = (value: string) => value.replaceAll('\u0000', '').toWellFormed()

/**
 * The state after an entry; `patch` has the elements that are newer than those of the state. Values that are none are refused one by one. `room`: letters
 * that the whole attempt still takes.
 */
export function merge(kind: PackageKind, memory: ScoMemory, { seq, set, end }: MergedEntry, room: number): Merged {
  const seqs = { ...memory.seqs }
  const mark = { ...memory.mark }
  const patch: Record<string, string> = {}
  const refused: Refused[] = []
  let letters = lettersOf(seqs)
  let left = room
  const most = maxOf(kind, set) ?? mark.max
  for (const [element, sent] of Object.entries(set)) {
    const value = kept(sent)
    const fault = faultOf(kind, element, value) ?? aboveMost(kind, element, value, most)
    if (fault) {
      refused.push({ element, fault })
      continue
    }
    const [before, length] = seqs[element] ?? [0, 0]
    const isNewer = seq > before
    const more = value.length - length + (before === 0 ? element.length : 0)
    const isLong = value.length > longestElement || (element !== suspendData && letters + more > mostOfSco) || more > left
    if (isNewer && isLong) {
      refused.push({ element, fault: 'tooLarge' })
      continue
    }
    note(kind, mark, { element, value, seq, isNewer })
    if (!isNewer) continue
    seqs[element] = [seq, value.length]
    patch[element] = value
    left -= more
    if (element !== suspendData) letters += more
  }
  if (end) {
    mark.ended = Math.max(mark.ended ?? 0, seq)
    mark.times = withEnd(mark.times, seq)
  }
  return { memory: { seqs, mark }, patch, refused }
}

const maxOf = (kind: PackageKind, set: Record<string, string>): number | undefined => {
  const element = Object.keys(set).find((name) => meaningOf(kind, name) === 'max')
  return element === undefined ? undefined : numberIn(set[element]!)
}
const aboveMost = (kind: PackageKind, element: string, value: string, most: number | undefined): Fault | undefined =>
  meaningOf(kind, element) === 'raw' && most !== undefined && most > 0 && (numberIn(value) ?? 0) > most ? 'range' : undefined

const finished = new Set(['completed', 'passed', 'failed'])
const unspoken = new Set(['not attempted', 'unknown'])

type Noted = { element: string; value: string; seq: number; isNewer: boolean }
function note(kind: PackageKind, mark: Mark, { element, value, seq, isNewer }: Noted): void {
  const meaning = meaningOf(kind, element)
  const number = numberIn(value)
  if (meaning === 'time') mark.times = withLength(mark.times, seq, secondsIn(kind, value)!)
  else if (meaning === 'raw' && number !== undefined) mark.raw = Math.max(mark.raw ?? 0, number)
  else if (meaning === 'scaled' && number !== undefined) mark.scaled = Math.max(mark.scaled ?? -1, number)
  else if (meaning === 'max' && isNewer && number !== undefined) mark.max = number
  else if (meaning === 'status' || meaning === 'completion') {
    if (finished.has(value)) mark.completed = true
    if (!unspoken.has(value)) mark.spoke = true
  }
  if (meaning === 'status' || meaning === 'success') {
    if (value === 'passed') mark.passed = true
    if (isNewer) mark.success = value
  }
  if ((meaning === 'status' || meaning === 'completion') && isNewer) mark.status = value
}
