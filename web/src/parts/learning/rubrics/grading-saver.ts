// Saving of a grading, by a marker or a reviewer, as it happens: one write at a time, each over the version that was seen; again until it
// arrives.
import { type Answer, CallFailed } from '../../../client.ts'
import { sameDecimal } from './points.ts'

export type Marking = Answer<'PUT /api/submissions/:id/marking'>
export type Grading = Pick<Marking, 'points' | 'criteria' | 'comment'>
/** The server's version: of a submission, of an answer, of a review. */
export type Saved = Grading & { version: number; state: string }
export type SaveState<M extends Saved = Marking> =
  | { kind: 'clean' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** Kept on this device until there is a connection. */
  | { kind: 'device' }
  /** Somebody else has saved since; nothing is sent before a choice. */
  | {
      kind: 'conflict'
      theirs: M
      /** The version that both began from, where it is known. */
      base?: Grading
    }
  | { kind: 'refused'; error: unknown }

export type Ports<M extends Saved = Marking> = {
  write: (given: Grading, over: number, done: boolean) => Promise<M>
  /** The marking as it is now. */
  read: () => Promise<M | null>
  failureOf: (error: unknown) => 'transient' | 'conflict' | 'refused'
  onState: (state: SaveState<M>) => void
  onSaved: (marking: M) => void
  /** The grading that is not sent yet, undefined: none. */
  keep: (given: Grading | undefined, version: number) => void
}

/** Milliseconds after the last change, and before another attempt. */
const pause = 600
const retryAfter = 4000

export const emptyGrading: Grading = { points: null, criteria: {}, comment: '' }
/** The server stores criteria in an order of its own. */
const criteriaOf = (given: Grading) =>
  JSON.stringify(
    Object.entries(given.criteria)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { level, points, comment }]) => [id, level, points, comment]),
  )
const same = (a: Grading, b: Grading) => sameDecimal(a.points, b.points) && a.comment === b.comment && criteriaOf(a) === criteriaOf(b)
export const gradingOf = ({ points, criteria, comment }: Grading): Grading => ({ points, criteria, comment })

/** A failed write: sent again, shown as a choice, or refused. */
export const failureOf = (error: unknown): 'transient' | 'conflict' | 'refused' =>
  !(error instanceof CallFailed) || error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 401
    ? 'transient'
    : error.status === 409 && error.problem.code.endsWith('.newer')
      ? 'conflict'
      : 'refused'

/** `state`: of what is stored; "clean" without it. */
export function createSaver<M extends Saved = Marking>(ports: Ports<M>, start: { given: Grading; version: number; state?: SaveState<M> }) {
  let { given: stored, version } = start
  /** Shown while nothing waits. */
  let rest: SaveState<M> = start.state ?? { kind: 'clean' }
  let wanted = stored
  let wantsDone = false
  let over = false
  let held = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const isWaiting = () => wantsDone || !same(wanted, stored)
  const settle = (state: SaveState<M> = { kind: 'saved', at: Date.now() }) => {
    rest = state
    ports.onState(state)
  }
  const after = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function attempt(): Promise<void> {
    const [sent, done] = [wanted, wantsDone]
    try {
      const marking = await ports.write(sent, version, done)
      version = marking.version
      stored = sent
      if (done) wantsDone = false
      ports.onSaved(marking)
      if (isWaiting()) return over ? attempt() : after(pause)
      ports.keep(undefined, version)
      settle()
    } catch (error) {
      const failure = ports.failureOf(error)
      if (failure === 'conflict') {
        const theirs = await ports.read().catch(() => null)
        // the answer to this page's own write was lost
        if (theirs && theirs.version > version && same(gradingOf(theirs), sent) && (!done || theirs.state === 'done')) {
          version = theirs.version
          stored = sent
          if (done) wantsDone = false
          ports.onSaved(theirs)
          ports.keep(undefined, version)
          return settle()
        }
        held = true
        if (theirs) return ports.onState({ kind: 'conflict', theirs, base: stored })
      }
      if (failure === 'refused') {
        wantsDone = false
        return ports.onState({ kind: 'refused', error })
      }
      ports.onState({ kind: 'device' })
      if (!over) after(retryAfter)
    }
  }

  /** Sends what is waiting now; true: the server has it. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    while (running) await running
    if (held || !isWaiting()) return !held
    ports.onState({ kind: 'saving' })
    running = attempt().finally(() => {
      running = undefined
    })
    await running
    return !held && !isWaiting()
  }

  return {
    change(given: Grading) {
      wanted = gradingOf(given)
      ports.keep(isWaiting() ? wanted : undefined, version)
      if (held || over) return
      if (isWaiting()) {
        ports.onState({ kind: 'saving' })
        after(pause)
      } else if (!running) {
        // back to what is stored
        clearTimeout(timer)
        ports.onState(rest)
      }
    },
    flush,
    /** Saves and hands the points to the scores. */
    finish() {
      wantsDone = true
      return flush()
    },
    /** The grading that this device kept, which was written over the version `seen`: where the server has a newer one, nothing is sent before a choice. */
    restore(kept: Grading, seen: number, theirs: M | null) {
      if (!theirs || theirs.version <= seen || same(kept, stored)) return this.change(kept)
      wanted = gradingOf(kept)
      version = seen
      held = true
      ports.keep(wanted, version)
      ports.onState({ kind: 'conflict', theirs })
    },
    /** After a choice: what is written here, or `given`, replaces theirs. */
    keepMine(theirs: M, given: Grading = wanted) {
      held = false
      version = theirs.version
      stored = gradingOf(theirs)
      wanted = gradingOf(given)
      ports.keep(isWaiting() ? wanted : undefined, version)
      if (!isWaiting()) settle()
      return flush()
    },
    /** Nothing is waiting, so another one's newer marking is shown, in this state. */
    follow(theirs: M, state: SaveState<M>): boolean {
      if (isWaiting() || held || running || theirs.version <= version) return false
      version = theirs.version
      stored = wanted = gradingOf(theirs)
      settle(state)
      return true
    },
    /** The page turns to another work; what waits is sent. */
    close() {
      over = true
      return flush()
    },
    isWaiting,
  }
}
