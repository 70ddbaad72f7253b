// The marking of an attempt by the keys of its questions; what a person marks waits. Pure but for the reading of keys.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import type { KeptPaper } from '../../questions/papers/kept-papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { isKeyless, mark, questionTypeOf } from '../../questions/question-types.ts'
import type { Mark } from '../../questions/question-types/definition.ts'
import { isBlankAnswer } from './answers.ts'
import { arrangedBy, type AttemptRow } from './attempt-row.ts'
import { earnedPoints, shareText } from './rules.ts'

/** A version with its key. */
export type KeyedVersion = { id: string; type: string; content: unknown; key: unknown; feedback: string }

export async function readKeys(tx: Tx, versions: string[]): Promise<Map<string, KeyedVersion>> {
  const found = await rows<KeyedVersion>(tx, 'select id::text, type, content, key, feedback from question_versions where id = any($1)', [
    ...new Set(versions),
  ])
  return new Map(found.map((row) => [row.id, row]))
}

/** The stored form of a mark. No call of a student reads it before the release. */
export type StoredMark = { share: string; parts: Mark['parts']; feedback: string[] }
export const storedMark = ({ share, parts, feedback }: Mark): StoredMark => ({ share: shareText(share), parts, feedback })

export type SavedRow = { slot: number; answer: Record<string, unknown> | null; saved_at: Date }
/** A person's mark of an answer, with its time. */
export type PersonMark = { slot: number; points: string | null; updated_at: Date }

export type MarkedSlot = { slot: number; points: string | null; mark: StoredMark | null }
export type MarkedAttempt = { slots: MarkedSlot[]; points: string; toMark: number }

/** The mark of an answer by its key; null: a person marks it. A key that fails leaves it to a person. */
export function markOne(version: KeyedVersion, answer: Record<string, unknown> | null, points: string): Omit<MarkedSlot, 'slot'> | null {
  if (isBlankAnswer(version, answer)) return { points: '0', mark: null }
  if (questionTypeOf(version.type).marking !== 'key' || isKeyless(version)) return null
  try {
    const result = mark(version, answer)
    return { points: earnedPoints(result.share, points), mark: storedMark(result) }
  } catch {
    return null
  }
}

/** `by`: another version of a question than the one that was asked, as a correction has it. */
export function markAttempt(
  paper: KeptPaper,
  attempt: Pick<AttemptRow, 'seed' | 'shuffle'>,
  answers: readonly SavedRow[],
  personMarks: readonly PersonMark[],
  keys: ReadonlyMap<string, KeyedVersion>,
  by: ReadonlyMap<string, string> = new Map(),
): MarkedAttempt {
  const answerOf = new Map(answers.map((row) => [row.slot, row]))
  const marksOfSlot = new Map(personMarks.map((row) => [row.slot, row]))
  const slots: MarkedSlot[] = []
  let [sum, toMark] = [0n, 0]
  slotsOf(paper, arrangedBy(attempt)).forEach(({ version: paperVersion, points }, slot) => {
    const version = keys.get(by.get(paperVersion) ?? paperVersion)
    if (!version || questionTypeOf(version.type).marking === 'none') return
    const row = answerOf.get(slot)
    const byHand = marksOfSlot.get(slot)
    // what a person gave holds for the answer that they saw
    const kept = byHand?.points != null && (!row || row.saved_at <= byHand.updated_at) ? { points: byHand.points, mark: null } : undefined
    const marked = kept ?? markOne(version, row?.answer ?? null, points)
    if (marked) sum += unitsOf(marked.points!)
    else toMark++
    if (row) slots.push({ slot, ...(marked ?? { points: null, mark: null }) })
  })
  return { slots, points: pointsOf(sum), toMark }
}
