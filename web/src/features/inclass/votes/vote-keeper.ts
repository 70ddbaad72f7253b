// Keeps an answer to a vote until the server has it: on this device first, then sent, again after a break; however often it arrives, it counts once.
import {
  type AnswerItem,
  type AnswerKeeper,
  createAnswerKeeper,
  type Failure,
  type KeptAnswer,
  type Slot,
} from '../../../parts/learning/attempts/answer-keeper.ts'

/** An answer that the server has, or that this device kept; `at` in milliseconds. */
export type HeldAnswer = { seq: number; answer: KeptAnswer; at: number }
export type VotePorts = {
  /** The reply is the answer that counts. */
  send: (item: { seq: number; answer: Record<string, unknown> }) => Promise<{ seq: number; answer: Record<string, unknown> }>
  failureOf: (error: unknown) => Failure
  keep: (item: AnswerItem) => Promise<unknown>
  drop: (seq: number) => unknown
  onAnswer: (slot: Slot) => void
  /** It is closed, or the session has ended: nothing more is sent. */
  onHeld: (why: 'session' | 'elsewhere' | 'ended' | undefined) => void
  /** Milliseconds of the server's clock. */
  now: () => number
}
const inSlot = (one: HeldAnswer) => ({ slot: 0, ...one })

export type VoteKeeper = Pick<AnswerKeeper, 'flush' | 'close' | 'unsent'> & {
  answer(answer: Record<string, unknown>, longer?: boolean): void
  /** An answer of another device, read later than the start. */
  adopt(one: HeldAnswer): void
}

/** `start`: the answer that the server has; `kept`: what this device still holds of earlier, which is sent at the first `flush`. */
export function createVoteKeeper(ports: VotePorts, start: HeldAnswer | undefined, kept: readonly HeldAnswer[]): VoteKeeper {
  let counts: HeldAnswer | undefined
  const keeper = createAnswerKeeper(
    {
      async send([item]) {
        const at = ports.now()
        if (item?.answer) {
          const { seq, answer } = await ports.send({ seq: item.seq, answer: item.answer })
          // another device was faster: its answer is the one that counts
          if (seq > item.seq || JSON.stringify(answer) !== JSON.stringify(item.answer))
            counts = { seq: Math.max(seq, item.seq), answer, at }
        }
        const saved = item ? [{ slot: 0, seq: item.seq }] : []
        return { now: new Date(at).toISOString(), deadline: '', paused_at: null, state: 'open', saved, late: [], refused: [] }
      },
      failureOf: ports.failureOf,
      keep: ports.keep,
      drop: (_, seq) => ports.drop(seq),
      onSlot: (_, slot) => ports.onAnswer(slot),
      onReply() {
        if (counts) keeper.adopt([inSlot(counts)])
        counts = undefined
      },
      onOffline: () => {},
      onHeld: ports.onHeld,
      leastSeq: () => 1,
    },
    start ? [inSlot(start)] : [],
    kept.map(inSlot),
  )
  return {
    flush: keeper.flush,
    close: keeper.close,
    unsent: keeper.unsent,
    answer: (answer, longer) => keeper.answer(0, answer, longer),
    adopt: (one) => keeper.adopt([inSlot(one)]),
  }
}
