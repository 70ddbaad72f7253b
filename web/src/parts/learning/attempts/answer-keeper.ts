// Keeps the answers of an attempt until the server has them: each on this device first, then sent, one request at a time, again until it arrives.
// Only the last answer of a question counts; its seq grows with every change.

export type KeptAnswer = Record<string, unknown> | null
/** `answer` null: taken back. */
export type AnswerItem = { slot: number; seq: number; answer: KeptAnswer }
/** Saved or kept, `at` milliseconds of the clock there. */
type HeldItem = AnswerItem & { at: number }
export type SlotState =
  | { kind: 'saving' }
  /** Milliseconds of the server's clock. */
  | { kind: 'saved'; at: number }
  /** Kept on this device; milliseconds of this device's clock. */
  | { kind: 'device'; at: number }
  /** Arrived after the end: who teaches decides. */
  | { kind: 'late' }
  | { kind: 'refused'; code: string }
export type Slot = { answer: KeptAnswer; state: SlotState }

export type SaveReply = {
  now: string
  deadline: string
  paused_at: string | null
  state: string
  saved: readonly { slot: number; seq: number }[]
  late: readonly number[]
  refused: readonly { slot: number; code: string }[]
}
export type Failure = 'transient' | 'session' | 'elsewhere' | 'ended' | 'refused'
export type Ports = {
  send: (items: AnswerItem[], more: { marked?: number[]; furthest?: number }) => Promise<SaveReply>
  failureOf: (error: unknown) => Failure
  /** Keeps an answer on this device; rejects where there is no storage. */
  keep: (item: AnswerItem) => Promise<unknown>
  drop: (slot: number, seq: number) => unknown
  onSlot: (slot: number, one: Slot) => void
  onReply: (reply: SaveReply) => void
  /** Whether sending failed for want of a connection: since when, of this device's clock. */
  onOffline: (since: number | undefined) => void
  /** Sending has stopped for good, or until `resume`. */
  onHeld: (why: 'session' | 'elsewhere' | 'ended' | undefined) => void
  /** At least this, so that another tab or device never wins with an older answer. */
  leastSeq: () => number
}

/** Milliseconds: after a choice, after a key in a longer text, before another attempt. */
const soon = 150
const written = 3000
const retryAfter = 4000
/** Of one request. */
export const most = 50

/** `due`: when it is sent; 0: it has been tried, and is sent with the next attempt. `has`: what the server has, whatever became of later ones. */
type Entry = { answer: KeptAnswer; seq: number; sent: number; state: SlotState; due: number; has?: HeldItem | undefined }
export type AnswerKeeper = ReturnType<typeof createAnswerKeeper>

/** `start`: what the server has; `kept`: what this device still holds of earlier. Newer ones of this device are sent. */
export function createAnswerKeeper(ports: Ports, start: readonly HeldItem[], kept: readonly HeldItem[], marked: readonly number[] = []) {
  const entries = new Map<number, Entry>()
  let marks = new Set(marked)
  let marksWaiting = false
  /** The step ahead that is told with, or after, the answers behind it. */
  let reached: number | undefined
  let held: 'session' | 'elsewhere' | 'ended' | undefined
  let over = false
  let offline: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | undefined

  const show = (slot: number) => {
    const entry = entries.get(slot)
    if (entry) ports.onSlot(slot, { answer: entry.answer, state: entry.state })
  }
  const set = (slot: number, entry: Entry) => {
    entries.set(slot, entry)
    show(slot)
  }
  const setSaved = (has: HeldItem) =>
    set(has.slot, { answer: has.answer, seq: has.seq, sent: has.seq, state: { kind: 'saved', at: has.at }, due: 0, has })
  for (const item of start) setSaved(item)
  for (const { slot, seq, answer, at } of kept) {
    const known = entries.get(slot)
    // the server has it, or a newer one from another device
    if (known && known.seq >= seq) ports.drop(slot, seq)
    else set(slot, { answer, seq, sent: known?.seq ?? 0, state: { kind: 'device', at }, due: 0, has: known?.has })
  }
  const isWaiting = (entry: Entry) => entry.seq > entry.sent && entry.state.kind !== 'refused' && entry.state.kind !== 'late'
  const waiting = () => [...entries].filter(([, entry]) => isWaiting(entry)).sort(([one], [other]) => one - other)

  function schedule(at: number) {
    if (over || held || at >= timerAt) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => void send(false), Math.max(0, at - Date.now()))
  }
  const unschedule = () => {
    clearTimeout(timer)
    timerAt = Number.POSITIVE_INFINITY
  }
  const setOffline = (since: number | undefined) => {
    if ((since === undefined) === (offline === undefined)) return
    offline = since
    ports.onOffline(since)
  }
  const onDevice = (slots: Iterable<number>) => {
    for (const slot of slots) {
      const entry = entries.get(slot)
      if (entry && isWaiting(entry) && entry.state.kind !== 'device') {
        entry.state = { kind: 'device', at: Date.now() }
        show(slot)
      }
    }
  }
  const hold = (why: 'session' | 'elsewhere' | 'ended') => {
    held = why
    unschedule()
    onDevice(entries.keys())
    ports.onHeld(why)
  }

  const dueNow = () => waiting().filter(([, { due }]) => due <= Date.now())

  /** A reply's outcome of each answer that was sent. */
  function settle(sent: readonly AnswerItem[], reply: SaveReply) {
    setOffline(undefined)
    const at = Date.parse(reply.now)
    const late = new Set(reply.late)
    const refused = new Map(reply.refused.map(({ slot, code }) => [slot, code]))
    for (const { slot, seq, answer } of sent) {
      const entry = entries.get(slot)
      ports.drop(slot, seq)
      if (!entry) continue
      const code = refused.get(slot)
      if (code === undefined && !late.has(slot) && seq > (entry.has?.seq ?? 0)) entry.has = { slot, seq, answer, at }
      entry.sent = Math.max(entry.sent, seq)
      // changed again meanwhile: it waits on
      if (entry.seq > seq) continue
      entry.state = code !== undefined ? { kind: 'refused', code } : late.has(slot) ? { kind: 'late' } : { kind: 'saved', at }
      show(slot)
    }
    ports.onReply(reply)
  }

  async function attempt(all: boolean): Promise<boolean> {
    const list = all || reached !== undefined ? waiting() : dueNow()
    const step = list.length <= most ? reached : undefined
    const sent = list.slice(0, most).map(([slot, entry]) => {
      entry.due = 0
      return { slot, seq: entry.seq, answer: entry.answer }
    })
    const withMarks = marksWaiting
    marksWaiting = false
    try {
      const marked = withMarks ? [...marks].sort((a, b) => a - b) : undefined
      settle(sent, await ports.send(sent, { ...(marked && { marked }), ...(step !== undefined && { furthest: step }) }))
      if (reached === step) reached = undefined
      return true
    } catch (error) {
      if (withMarks) marksWaiting = true
      const failure = ports.failureOf(error)
      if (failure === 'session' || failure === 'elsewhere' || failure === 'ended') {
        hold(failure)
        return false
      }
      if (failure === 'refused') {
        const code = (error as { problem?: { code?: string } }).problem?.code ?? 'invalid'
        // one of many may be at fault: each goes alone
        if (sent.length > 1) return alone(sent)
        for (const { slot, seq } of sent) {
          const entry = entries.get(slot)
          if (entry?.seq !== seq) continue
          entry.state = { kind: 'refused', code }
          show(slot)
        }
        marksWaiting = false
        if (sent.length === 0) reached = undefined
        return true
      }
      setOffline(Date.now())
      onDevice(sent.map(({ slot }) => slot))
      schedule(Date.now() + retryAfter)
      return false
    }
  }

  async function alone(items: readonly AnswerItem[]): Promise<boolean> {
    for (const item of items) {
      try {
        settle([item], await ports.send([item], {}))
      } catch (error) {
        const failure = ports.failureOf(error)
        const entry = entries.get(item.slot)
        if (failure === 'refused' && entry) {
          if (entry.seq === item.seq)
            entry.state = { kind: 'refused', code: (error as { problem?: { code?: string } }).problem?.code ?? 'invalid' }
          show(item.slot)
        } else if (failure === 'transient') {
          setOffline(Date.now())
          schedule(Date.now() + retryAfter)
          return false
        } else if (failure !== 'refused') {
          hold(failure)
          return false
        }
      }
    }
    return true
  }

  /** Sends what is due, or everything; true: the server has everything. */
  async function send(all: boolean): Promise<boolean> {
    unschedule()
    while (running) await running
    if (held) return false
    running = (async () => {
      while ((all ? waiting() : dueNow()).length > 0 || marksWaiting || reached !== undefined) if (!(await attempt(all))) return
      const rest = waiting().map(([, { due }]) => due)
      if (rest.length > 0) schedule(Math.min(...rest))
    })().finally(() => {
      running = undefined
    })
    await running
    return waiting().length === 0
  }
  const flush = () => send(true)

  return {
    /** `longer`: a text that is still being written, sent every 3 s. */
    answer(slot: number, answer: KeptAnswer, longer = false) {
      const before = entries.get(slot)
      const seq = Math.max((before?.seq ?? 0) + 1, ports.leastSeq())
      const next = Date.now() + (longer ? written : soon)
      const due = before && isWaiting(before) && before.due > 0 ? Math.min(before.due, next) : next
      const entry: Entry = { answer, seq, sent: before?.sent ?? 0, state: { kind: 'saving' }, due, has: before?.has }
      set(slot, entry)
      ports.keep({ slot, seq, answer }).then(
        () => {
          if (entries.get(slot)?.seq === seq && (offline !== undefined || held)) onDevice([slot])
        },
        () => {},
      )
      // without a connection the next attempt is due by itself
      if (offline === undefined) schedule(due)
    },
    /** The questions to look at again. */
    mark(slots: ReadonlySet<number>) {
      marks = new Set(slots)
      marksWaiting = true
      if (offline === undefined) schedule(Date.now() + soon)
    },
    /** In an exam without a way back: the questions before this slot are left behind. */
    reach(slot: number) {
      reached = Math.max(reached ?? 0, slot)
      if (offline === undefined) schedule(Date.now() + soon)
    },
    flush,
    /** Asks for the time and the state, where nothing waits. */
    async beat() {
      while (running) await running
      if (over || held) return
      running = (async () => void (await attempt(true)))().finally(() => {
        running = undefined
      })
      await running
    },
    /** Goes on after a new sign-in, or on this device again. */
    resume() {
      held = undefined
      ports.onHeld(undefined)
      return flush()
    },
    /** Sends nothing more. */
    close() {
      over = true
      unschedule()
      void flush()
    },
    /** Answers that the server has, read later than the start: they count wherever this device has nothing newer. */
    adopt(items: readonly HeldItem[]) {
      for (const item of items) {
        const entry = entries.get(item.slot)
        if (!entry || entry.seq <= item.seq) {
          setSaved(item)
          ports.drop(item.slot, item.seq)
        } else if (item.seq > (entry.has?.seq ?? 0)) entry.has = item
      }
    },
    /** The answers that the server has. */
    saved: (): HeldItem[] => [...entries.values()].flatMap(({ has }) => has ?? []),
    /** The answers that the server does not have. */
    unsent: (): AnswerItem[] => waiting().map(([slot, { seq, answer }]) => ({ slot, seq, answer })),
    holds: () => held,
  }
}
