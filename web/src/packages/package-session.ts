// Session of a package in the page: hands states to the frame, keeps what it sets, and moves between items. Without React.
import type { Edition, Entry, ToPage } from '../../package-frame/messages.ts'
import { beside, isOpen, launched, type PackageItem, type SavedState, type States, startItem, statesOf, withEntry } from './contents.ts'
import { type FramePort, givePort } from './frame-port.ts'
import { createPackageKeeper, type Held, type KeeperPorts, type SaveState } from './package-keeper.ts'

export type OpenAttempt = {
  id: string
  n: number
  seq: number
  states: readonly SavedState[]
  sequencing: object | null
  trial: boolean
}
export type OpenedPackage = {
  kind: Edition
  items: readonly PackageItem[]
  learner: { alias: string; name: string }
  attempt: OpenAttempt
}
export type SessionState = {
  phase: 'opening' | 'playing' | 'left'
  current: string | undefined
  states: States
  save: SaveState
  held: Held | undefined
  /** The server has not taken all that the package has set. */
  lacks: boolean
  /** An item that did not start. */
  fault: string | undefined
}
export type SessionPorts = Pick<KeeperPorts, 'failureOf' | 'keep' | 'drop' | 'now'> & {
  send: (entries: Entry[], sequencing: Record<string, unknown> | undefined) => Promise<{ saved_at: number; refused: readonly unknown[] }>
  /** The attempt as the server has it now; undefined: it is not mine any more. */
  read: () => Promise<Pick<OpenAttempt, 'seq' | 'states'> | undefined>
}
export type PackageSession = ReturnType<typeof createPackageSession>

/** Milliseconds for the end of a sco that is taken out of the frame. */
const farewell = 1500

/** `left`: entries that this device holds of earlier. */
export function createPackageSession({ kind, items, learner, attempt }: OpenedPackage, ports: SessionPorts, left: readonly Entry[]) {
  let port: FramePort | undefined
  let last = Math.max(attempt.seq, ...left.map(({ seq }) => seq))
  let leaving: (() => void) | undefined
  let begun = false
  let sends = 0
  let closed = false
  const kept = (attempt.sequencing ?? {}) as Record<string, unknown>
  const { current } = kept
  let told = typeof current === 'string' ? current : undefined
  let state: SessionState = {
    phase: 'opening',
    current: told,
    states: statesWith(attempt, left),
    save: left.length > 0 ? { kind: 'device', at: ports.now() } : { kind: 'none' },
    held: undefined,
    lacks: false,
    fault: undefined,
  }
  const listeners = new Set<() => void>()
  const publish = (change: Partial<SessionState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const keeper = createPackageKeeper(
    {
      ...ports,
      async send(entries) {
        const sequencing = state.current === told ? undefined : { ...kept, current: state.current }
        const reply = await ports.send(entries, sequencing)
        sends++
        if (reply.refused.length > 0) publish({ lacks: true })
        if (sequencing) told = sequencing.current
        return reply
      },
      onSave: (save) => publish({ save }),
      onKept: (seq) => port?.send({ what: 'kept', seq }),
      onSaved: (seq) => port?.send({ what: 'saved', seq }),
      onRefused: () => publish({ lacks: true }),
      onHeld: (held) => publish({ held }),
    },
    left,
  )

  const take = (entry: Entry) => {
    last = Math.max(last, entry.seq)
    publish({ states: withEntry(state.states, entry) })
    keeper.add(entry)
  }
  const show = (item: PackageItem | undefined) => {
    if (!item || item.launch === null || closed) return
    // a page that reports nothing is done once it is shown
    if (!item.sco && state.states.get(item.id)?.state !== 'completed')
      take({ seq: last + 1, sco: item.id, at: ports.now(), set: {}, end: true })
    const saved = state.states.get(item.id)
    publish({ current: item.id, fault: undefined, phase: 'playing' })
    port?.send({
      what: 'begin',
      kind,
      item: item.id,
      launch: item.launch,
      title: item.title,
      state: saved ? { data: saved.data, time: saved.time } : null,
      rules: {
        mastery: item.mastery || null,
        max_time: item.max_time ?? null,
        time_limit_action: item.time_limit_action ?? null,
        data_from_lms: item.data_from_lms ?? null,
        threshold: item.completion_threshold?.minProgressMeasure ?? null,
      },
      learner,
      trial: attempt.trial,
      next: beside(items, item.id, 1, state.states) !== undefined,
      previous: beside(items, item.id, -1, state.states) !== undefined,
      first_seq: last + 1,
    })
  }
  const go = (target: string) => {
    if (target === 'exit') return void exit()
    if (target === 'next' || target === 'previous') return show(beside(items, state.current, target === 'next' ? 1 : -1, state.states))
    const item = items.find(({ id }) => id === target)
    if (item && isOpen(item, state.states)) show(item)
  }
  /**
   * Entries that are left of earlier go first, so that the state is whole. The server may hold later ones of another device, or have had these before: it
   * decides, and is read again.
   */
  const begin = async () => {
    if (begun) return show(items.find(({ id }) => id === state.current))
    begun = true
    await keeper.flush()
    const now = sends > 0 ? await ports.read().catch(() => undefined) : undefined
    if (now) {
      last = Math.max(last, now.seq)
      publish({ states: statesWith(now, keeper.unsent()) })
    }
    if (state.phase === 'left') return
    if (launched(items).length === 0) return publish({ fault: 'empty', phase: 'playing' })
    show(startItem(items, state.current, state.states))
  }
  const stop = async (): Promise<void> => {
    if (begun && port) {
      port.send({ what: 'clear' })
      await new Promise<void>((done) => {
        leaving = done
        setTimeout(done, farewell)
      })
    }
    await keeper.flush()
  }
  const exit = async (): Promise<void> => {
    if (state.phase === 'left') return
    await stop()
    publish({ phase: 'left' })
  }
  const act = (message: ToPage) => {
    if (message.what === 'ready') return leaving ? leaving() : void begin()
    if (message.what === 'left') {
      const { what: _, ...entry } = message
      return entry.seq > last ? take(entry) : port?.send({ what: 'kept', seq: entry.seq })
    }
    if (message.what === 'set') return take({ seq: message.seq, sco: message.sco, at: message.at, set: message.set, end: false })
    if (message.what === 'end') take({ seq: message.seq, sco: message.sco, at: message.at, set: {}, end: true })
    if (message.what === 'end' || message.what === 'commit') return keeper.flushSoon()
    if (message.what === 'go') return go(message.item)
    if (message.what === 'failed') publish({ fault: message.text })
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: () => state,
    /** The frame is loaded, for the first time or again. */
    attach(frame: Pick<Window, 'postMessage'>, origin: string) {
      port?.close()
      port = givePort(frame, origin, act)
    },
    /** An item, "next", "previous", "exit". */
    go,
    exit,
    /** Takes the item out of the frame and saves what it says at its end, before the attempt is opened again. */
    stop,
    /** The door was not renewed; saves go on while the server takes them. */
    refuse: (why: Held) => (why === 'session' ? keeper.hold(why) : publish({ held: why })),
    flush: keeper.flush,
    leaving: keeper.leaving,
    resume: keeper.resume,
    unsent: keeper.unsent,
    /** The item is listened to while its frame goes away. */
    close() {
      closed = true
      void keeper.flush()
      setTimeout(() => {
        keeper.close()
        port?.close()
        port = undefined
      }, farewell)
    },
  }
}

/** The states of an attempt with entries of this device that are newer: the server has had the others, or later ones of another device. */
const statesWith = ({ seq, states }: Pick<OpenAttempt, 'seq' | 'states'>, entries: readonly Entry[]): States =>
  entries.filter((entry) => entry.seq > seq).reduce<States>(withEntry, statesOf(states))
