// Answers that are saved as the page of an attempt begins: the server's; only where it cannot be reached, those of the exam's copy on this device.
import { call } from '../../../client.ts'
import type { KeptAnswer } from './answer-keeper.ts'
import { isOpenedFromCopy, readCopied, type SavedAnswers } from './exam-copy.ts'
import { failureOf } from './save-failure.ts'

/** Milliseconds that a page which opened from a copy waits for the server. */
const patience = 5000

export const nothingSaved = ({ now, deadline, paused_at }: Pick<SavedAnswers, 'now' | 'deadline' | 'paused_at'>): SavedAnswers => ({
  now,
  state: 'running',
  deadline,
  paused_at,
  device_is_mine: true,
  items: [],
  flags_on: [],
  furthest: 0,
  events: [],
})

/** `copied`: they are a copy's, and the server's are read before anything is sent. */
export async function readSaved(attempt: string, device: string): Promise<{ saved: SavedAnswers; copied: boolean }> {
  const ofCopy = () => readCopied(attempt).catch(() => undefined)
  const copied = navigator.onLine ? undefined : await ofCopy()
  if (copied) return { saved: copied, copied: true }
  const input = { params: { id: attempt }, query: { device } }
  try {
    const saved = await call('GET /api/attempts/:id/answers', {
      ...input,
      ...(isOpenedFromCopy() && { signal: AbortSignal.timeout(patience) }),
    })
    return { saved, copied: false }
  } catch (error) {
    const found = failureOf(error) === 'transient' ? await ofCopy() : undefined
    if (!found) throw error
    return { saved: found, copied: true }
  }
}

/** In the form of the keeper. */
export const itemsOf = ({ items }: SavedAnswers) =>
  items.map(({ slot, seq, answer, saved_at }) => ({ slot, seq, answer: answer as KeptAnswer, at: Date.parse(saved_at) }))
