// Contents of a package for its learner: items with their results, those that can be opened, and the one before and after.
import type { Entry, ScoState, Values } from '../../package-frame/messages.ts'
import { areMet } from './prerequisites.ts'

export type PackageItem = {
  id: string
  /** '' at the top. */
  parent: string
  title: string
  /** Path in the package with its parameters; null: a chapter. */
  launch: string | null
  sco: boolean
  visible?: boolean
  mastery: string | null
  max_time?: string | null
  time_limit_action?: string | null
  data_from_lms?: string | null
  prerequisites?: string | null
  completion_threshold?: Record<string, string> | null
  hidden_controls?: readonly string[]
}
export type ItemState = 'none' | 'incomplete' | 'completed' | 'passed' | 'failed'
export type SavedState = ScoState & { sco: string; status: string; success: string }
/** States by sco. */
export type States = ReadonlyMap<string, ScoState & { state: ItemState }>

/** A package cannot take back what was earned. */
const ranks: readonly ItemState[] = ['none', 'incomplete', 'failed', 'completed', 'passed']
const better = (one: ItemState, other: ItemState) => (ranks.indexOf(other) > ranks.indexOf(one) ? other : one)

function stateOf(data: Values, ended: boolean): ItemState {
  const status = data['cmi.core.lesson_status']
  if (status === 'passed' || status === 'failed' || status === 'completed' || status === 'incomplete') return status
  const success = data['cmi.success_status']
  if (success === 'passed' || success === 'failed') return success
  if (data['cmi.completion_status'] === 'completed') return 'completed'
  // a page that reports nothing, and an edition without a status at its end (1.2), count as completed
  if (ended && Object.keys(data).length === 0) return 'completed'
  if (ended && Object.keys(data).some((element) => element.startsWith('cmi.core.'))) return 'completed'
  return 'incomplete'
}

export function statesOf(saved: readonly SavedState[]): Map<string, ScoState & { state: ItemState }> {
  return new Map(
    saved.map(({ sco, data, time, status, success }) => {
      const earned: ItemState =
        success === 'passed' || success === 'failed'
          ? success
          : status === 'completed'
            ? 'completed'
            : status === 'not_attempted'
              ? 'none'
              : 'incomplete'
      return [sco, { data, time, state: earned }]
    }),
  )
}

/** The states after an entry. */
export function withEntry(states: States, { sco, set, end }: Pick<Entry, 'sco' | 'set' | 'end'>): States {
  const before = states.get(sco) ?? { data: {}, time: 0, state: 'none' as const }
  const data = { ...before.data, ...set }
  const time = before.time + (end ? secondsOf(data['cmi.core.session_time'] ?? data['cmi.session_time']) : 0)
  return new Map(states).set(sco, { data, time, state: better(before.state, stateOf(data, end)) })
}

/** Seconds of a length of time in either edition; 0 where it is none. */
export function secondsOf(length: string | undefined): number {
  const clock = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/.exec(length ?? '')
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(length ?? '')
  if (!parts) return 0
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds
}

export const stateIn = (states: States, item: string): ItemState => states.get(item)?.state ?? 'none'
const isDone = (state: ItemState) => state === 'completed' || state === 'passed'

/** Whether it can be opened now. */
export const isOpen = (item: PackageItem, states: States): boolean =>
  item.launch !== null && areMet(item.prerequisites ?? null, (id) => isDone(stateIn(states, id)))

/** Items that can be started, in the order of the manifest. */
export const launched = (items: readonly PackageItem[]) => items.filter(({ launch }) => launch !== null)

/** The open item before or after one. */
export function beside(items: readonly PackageItem[], item: string | undefined, step: 1 | -1, states: States): PackageItem | undefined {
  const all = launched(items)
  const at = all.findIndex(({ id }) => id === item)
  if (at < 0) return undefined
  return (step > 0 ? all.slice(at + 1) : all.slice(0, at).reverse()).find((one) => isOpen(one, states))
}

/** The item with which an attempt goes on: the one that was open, else the first that is not done, else the first. */
export function startItem(items: readonly PackageItem[], current: string | undefined, states: States): PackageItem | undefined {
  const open = launched(items).filter((item) => isOpen(item, states))
  return open.find(({ id }) => id === current) ?? open.find(({ id }) => !isDone(stateIn(states, id))) ?? open[0] ?? launched(items)[0]
}
