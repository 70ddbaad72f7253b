// The answer to a vote on this device: kept until the server has it, through reloads and breaks.
import { dropDraft, keyOf, putDraft, readDrafts } from '../../../parts/base/drafts/drafts.ts'
import type { AnswerItem, KeptAnswer } from '../../../parts/learning/attempts/answer-keeper.ts'

const form = 'vote'
const tab = 'answer'
/** The last one that is kept of each vote, so that an older one is dropped without it. */
const latest = new Map<string, number>()

export async function keepAnswer(vote: string, { seq, answer }: AnswerItem): Promise<void> {
  latest.set(vote, seq)
  await putDraft(form, vote, tab, { version: seq, base: null, value: { answer } })
}

export async function dropAnswer(vote: string, seq: number): Promise<void> {
  if ((latest.get(vote) ?? seq) > seq) return
  latest.delete(vote)
  await dropDraft(keyOf(form, vote, tab))
}

export async function readKept(vote: string): Promise<(AnswerItem & { at: number })[]> {
  const drafts = await readDrafts(form, vote).catch(() => [])
  return drafts.map(({ version, value, at }) => ({ slot: 0, seq: version, answer: (value as { answer: KeptAnswer }).answer, at }))
}
