// The first names of the people of a message, and how many more there are.
import type { Translate } from '../../../i18n.ts'
import { list } from '../../../ui/format.ts'
import type { Addressed } from './queries.ts'

const named = 5

export function firstNames(people: readonly Addressed[], t: Translate<'messages'>): string {
  const more = people.length - named
  return list([...people.slice(0, named).map(({ name }) => name), ...(more > 0 ? [t('others', { count: more })] : [])])
}
