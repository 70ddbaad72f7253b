// Names of the fields of a register in the language of the page; a field without one keeps its own.
import { type TextKey, translateIfPresent } from '../../../i18n.ts'

export const fieldText = (field: string): string => translateIfPresent('rosters', `field.${field}` as TextKey<'rosters'>) ?? field
