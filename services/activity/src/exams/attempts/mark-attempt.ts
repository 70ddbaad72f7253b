// The marking of an attempt by the keys of its questions; what a person marks waits. Pure but for the reading of keys.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { exactText, type Fraction, fractionOf, lowest, plus, zero } from '../../points/fractions.ts'
import type { KeptPaper } from '../../questions/papers/kept-papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { isKeyless, mark, questionTypeOf } from '../../questions/question-types.ts'
import type { Mark } from '../../questions/question-types/definition.ts'
import { isBlankAnswer } from './answers.ts'
import { arrangedBy, type AttemptRow } from './attempt-row.ts'
import { earnedPoints, shareText, storedPoints } from './rules.ts'

/** A version with its key. */
export type KeyedVersion = { id: string; type: string; content: unknown; key: unknown; feedback: string }

export async function readKeys(tx: Tx, versions: string[]): Promise<Map<string, KeyedVersion>> {
  const found = await rows<KeyedVersion>(tx, 'select id::text, type, content, key, feedback from question_versions where id = any($1)', [
    ...new Set(versions),
  ])
  return new Map(found.map((row) => [row.id, row]))
}

/** The stored form of a mark. No call of a student reads it before the release. `exact`: the share as a fraction; missing of marks before it was kept. */
export type StoredMark = { share: string; exact?: string; parts: Mark['parts']; feedback: string[] }
export const storedMark = ({ share, parts, feedback }: Mark): StoredMark => ({
  share: shareText(share),
  exact: exactText(share),
  parts,
  feedback,
})

export type SavedRow = { slot: number; answer: Record<string, unknown> | null; saved_at: Date }
/** A person's mark of an answer, with its time. */
export type PersonMark = { slot: number; points: string | null; updated_at: Date }

export type MarkedSlot = { slot: number; points: string | null; mark: StoredMark | null }
/** `exact`: the sum before it is rounded, as a fraction. */
export type MarkedAttempt = { slots: MarkedSlot[]; points: string; exact: string; toMark: number }

/** `earned`: its points before they are rounded. */
export type MarkedAnswer = Omit<MarkedSlot, 'slot' | 'points'> & { points: string; earned: Fraction }

/** The mark of an answer by its key; null: a person marks it. A key that fails leaves it to a person. */
export function markOne(version: KeyedVersion, answer: Record<string, unknown> | null, points: string): MarkedAnswer | null {
  if (isBlankAnswer(version, answer)) return { points: '0', mark: null, earned: zero }
  if (questionTypeOf(version.type).marking !== 'key' || isKeyless(version)) return null
  try {
    const result = mark(version, answer)
    const earned = earnedPoints(result.share, points)
    return { points: storedPoints(earned), mark: storedMark(result), earned }
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
  let [sum, toMark]: [Fraction, number] = [zero, 0]
  slotsOf(paper, arrangedBy(attempt)).forEach(({ version: paperVersion, points }, slot) => {
    const version = keys.get(by.get(paperVersion) ?? paperVersion)
    if (!version || questionTypeOf(version.type).marking === 'none') return
    const row = answerOf.get(slot)
    const byHand = marksOfSlot.get(slot)
    // what a person gave holds for the answer that they saw
    const kept = byHand?.points != null && (!row || row.saved_at <= byHand.updated_at) ? byHand.points : undefined
    const marked = kept ? { points: kept, mark: null, earned: fractionOf(kept) } : markOne(version, row?.answer ?? null, points)
    if (marked) sum = lowest(plus(sum, marked.earned))
    else toMark++
    if (row) slots.push({ slot, points: marked?.points ?? null, mark: marked?.mark ?? null })
  })
  return { slots, points: storedPoints(sum), exact: exactText(sum), toMark }
}
