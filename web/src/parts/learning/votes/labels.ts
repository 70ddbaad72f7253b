// Names of what is counted in a vote: options by their letter and text, true and false, places on a scale.
import type { Part } from '@lyceum/activity/questions/question-types/shapes'
import type { Answer } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { letterOf } from '../../../question-types/parts/choices.tsx'
import { plainText } from '../../../question-types/parts/plain-text.ts'

type Vote = Answer<'GET /api/class-sessions/:id/votes'>['items'][number]

/** Texts of the `questions` feature. */
export function labelOf({ type, content }: Pick<Vote, 'type' | 'content'>): (value: string) => string {
  if (type === 'true_false') return (value) => translate('questions', value === 'true' ? 'true' : 'false')
  const { options = [] } = content as { options?: readonly Part[] }
  const names = new Map(
    options.map(({ id, text }, nth) => {
      const [letter, name] = [letterOf(nth), plainText(text).trim()]
      return [id, name === letter || name === '' ? letter : `${letter} · ${name}`]
    }),
  )
  return (value) => names.get(value) ?? value
}
