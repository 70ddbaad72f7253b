// Answers to a questionnaire on this device, each window's its own, until the server has them. Those of a question that has changed since are left out.
import { dropDraft } from '../../parts/base/drafts/drafts.ts'
import { openTabDraft } from '../../parts/base/drafts/tab-draft.ts'

type QuestionAnswer = Record<string, unknown>
export type Answers = ReadonlyMap<number, QuestionAnswer>
/** The version of each question. */
type Versions = ReadonlyMap<number, string>
type Kept = { slot: number; version: string; answer: QuestionAnswer }

export type KeptAnswers = ReturnType<typeof openAnswers>
export function openAnswers(activity: string) {
  const draft = openTabDraft('questionnaire', activity)
  return {
    keep: (answers: Answers, versions: Versions, onStored: (at: number) => void) =>
      draft.keep(
        {
          version: 0,
          base: null,
          value: [...answers].map(([slot, answer]): Kept => ({ slot, version: versions.get(slot) ?? '', answer })),
        },
        onStored,
      ),
    /** Undefined: nothing is kept, or something is answered already, and what is kept waits. */
    async read(versions: Versions, isTouched: () => boolean): Promise<Answers | undefined> {
      const [found] = await draft.found().catch(() => [])
      if (!found) return undefined
      const kept = await draft.adopt(found)
      if (isTouched()) return void (await draft.makeRoom(kept))
      return new Map(
        (kept.value as Kept[]).filter(({ slot, version }) => versions.get(slot) === version).map(({ slot, answer }) => [slot, answer]),
      )
    },
    /** The server has them: what closed windows have left is out of date too. */
    async drop() {
      await draft.keep(undefined)
      for (const { key } of await draft.found()) await dropDraft(key)
    },
    close: draft.close,
  }
}

const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
/** Whether the server has these answers; it stores their fields in an order of its own. */
export const sameAnswers = (a: Answers, b: Answers) =>
  a.size === b.size && [...a].every(([slot, given]) => JSON.stringify(given, sorted) === JSON.stringify(b.get(slot), sorted))
