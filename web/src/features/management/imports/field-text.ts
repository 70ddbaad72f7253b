// Names of the fields of a register in the language of the page; a field without one keeps its own.
import { type TextKey, translateIfPresent } from '../../../i18n.ts'

/** The first column calls a thing by `id`; owners name a place by the id that it has with them. */
const nameOf = (field: string) => (field === 'id' ? 'external_id' : field.replace(/_id$/, ''))

export const fieldText = (field: string): string =>
  translateIfPresent('rosters', `field.${field}` as TextKey<'rosters'>) ??
  translateIfPresent('rosters', `field.${nameOf(field)}` as TextKey<'rosters'>) ??
  field
