// Answers to a questionnaire on this device, until the server has them. Those of a question that has changed since are left out.
import { dropDraft, keyOf, readDrafts, storeDraft } from '../../parts/drafts/drafts.ts'

export type Given = Record<string, unknown>
export type Answers = ReadonlyMap<number, Given>
type Kept = { slot: number; version: string; answer: Given }
const [form, tab] = ['questionnaire', 'answers']

export const keepAnswers = (activity: string, answers: Answers, versions: ReadonlyMap<number, string>, onStored: (at: number) => void) =>
  storeDraft(
    form,
    activity,
    tab,
    {
      version: 0,
      base: null,
      value: [...answers].map(([slot, answer]): Kept => ({ slot, version: versions.get(slot) ?? '', answer })),
    },
    onStored,
  )

/** Undefined: nothing is kept. */
export async function readAnswers(activity: string, versions: ReadonlyMap<number, string>): Promise<Answers | undefined> {
  const [draft] = await readDrafts(form, activity).catch(() => [])
  if (!draft) return undefined
  const kept = draft.value as Kept[]
  return new Map(kept.filter(({ slot, version }) => versions.get(slot) === version).map(({ slot, answer }) => [slot, answer]))
}

export const dropAnswers = (activity: string) => dropDraft(keyOf(form, activity, tab))
