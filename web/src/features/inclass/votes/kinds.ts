// The kinds of a new vote, and the question that each makes.
import { letterOf } from '../../../question-types/parts/choices.tsx'
import { htmlOf } from '../../../question-types/parts/plain-text.ts'
import type { VoteDraft } from './vote-calls.ts'

export const kinds = ['yesNo', 'choices', 'scale', 'text', 'bank'] as const
export type Kind = (typeof kinds)[number]
/** Question types of a bank that a vote asks. */
export const voteTypes = ['single', 'multiple', 'true_false', 'scale', 'short_answer'] as const

type Question = NonNullable<VoteDraft['question']>
const optionsOf = (texts: readonly string[]) => ({
  options: texts.map((text, nth) => ({ id: `option${nth + 1}`, text: `<p>${htmlOf(text)}</p>` })),
})

/** `text` may be empty: the question is spoken, or on the slides. `picture`: an upload. `yesNo`: the two words in the language of who teaches. */
export function questionOf(
  kind: Exclude<Kind, 'bank'>,
  { text, picture }: { text: string; picture?: string | undefined },
  options: number,
  yesNo: readonly [string, string],
): Question {
  const stem = `${text.trim() && `<p>${htmlOf(text.trim())}</p>`}${picture ? `<p><img data-upload="${picture}" alt=""></p>` : ''}`
  if (kind === 'scale') return { type: 'scale', stem, content: { from: 1, to: 5 } }
  if (kind === 'text') return { type: 'short_answer', stem, content: {} }
  const texts = kind === 'yesNo' ? yesNo : Array.from({ length: options }, (_, nth) => letterOf(nth))
  return { type: 'single', stem, content: optionsOf(texts) }
}
