// My answer to a vote of the class: from the server, from this device, and on its way.
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed, call } from '../../../client.ts'
import type { SlotState } from '../../../parts/learning/attempts/answer-keeper.ts'
import { failureOf } from '../../../parts/learning/attempts/save-failure.ts'
import { serverNow } from '../../../parts/learning/attempts/server-clock.ts'
import type { ClassState } from '../queries.ts'
import { dropAnswer, keepAnswer, readKept } from './kept-answer.ts'
import { createVoteKeeper, type VoteKeeper } from './vote-keeper.ts'

type Value = Record<string, unknown>
/** `late`: the vote closed before this answer arrived. */
export type AnswerState = SlotState['kind'] | 'none'
export type MyAnswer = {
  value: Value | undefined
  state: AnswerState
  /** Undefined clears the field, and the last answer stays. `longer`: a text that is still being written. */
  change: (value: Value | undefined, longer?: boolean) => void
}

const failure = (error: unknown) => (error instanceof CallFailed && error.problem.code === 'vote.closed' ? 'ended' : failureOf(error))
const heldOf = (mine: ClassState['mine']['vote']) => (mine ? { ...mine, at: serverNow() } : undefined)

/** `open`: opened once more, what this device still holds is sent. */
export function useVoteAnswer(vote: string, open: boolean, mine: ClassState['mine']['vote']): MyAnswer {
  const [sent, setSent] = useState<{ value: Value | undefined; state: AnswerState }>({
    value: mine?.answer,
    state: mine ? 'saved' : 'none',
  })
  /** Null: cleared; undefined: as it was sent. */
  const [typed, setTyped] = useState<Value | null>()
  const keeper = useRef<VoteKeeper>(undefined)
  /** The newest that the server has; of a closed anonymous vote it names none any more. */
  const known = useRef(mine)
  if (mine && mine.seq >= (known.current?.seq ?? 0)) known.current = mine
  /** Written before this device's own store was read. */
  const early = useRef<[Value, boolean | undefined]>(undefined)
  useEffect(() => {
    let over = false
    let own: VoteKeeper | undefined
    const goOn = () => void own?.flush()
    void readKept(vote).then((kept) => {
      if (over) return
      own = createVoteKeeper(
        {
          send: async (body) => (known.current = await call('PUT /api/votes/:id/answer', { params: { id: vote }, body })),
          failureOf: failure,
          keep: (item) => keepAnswer(vote, item),
          drop: (seq) => void dropAnswer(vote, seq),
          onAnswer: ({ answer, state }) => {
            setSent({ value: answer ?? undefined, state: state.kind })
            if (state.kind === 'saved') setTyped((now) => (now && JSON.stringify(now) !== JSON.stringify(answer) ? undefined : now))
          },
          onHeld: (why) => {
            if (why === 'ended') setSent(({ value }) => ({ value, state: 'late' }))
          },
          now: serverNow,
        },
        heldOf(known.current),
        kept,
      )
      keeper.current = own
      if (early.current) own.answer(...early.current)
      // one that is held since before the close learns of it
      if (open || kept.length > 0) goOn()
    })
    addEventListener('online', goOn)
    return () => {
      over = true
      removeEventListener('online', goOn)
      own?.close()
    }
  }, [vote, open])
  useEffect(() => {
    if (mine) keeper.current?.adopt({ ...mine, at: serverNow() })
  }, [mine])
  const change = useCallback((value: Value | undefined, longer?: boolean) => {
    setTyped(value ?? null)
    if (!value) return
    if (keeper.current) keeper.current.answer(value, longer)
    else early.current = [value, longer]
  }, [])
  return { value: typed === undefined ? sent.value : (typed ?? undefined), state: sent.state, change }
}
