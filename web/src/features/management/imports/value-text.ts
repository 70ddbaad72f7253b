// Values of a register's fields in the language of the page.
import { type TextKey, translateIfPresent } from '../../../i18n.ts'

/** A value of a field as people read it: roles and kinds of units by their names, anything else as the file has it. */
export function valueText(field: string, value: string): string {
  if (field !== 'role' && field !== 'roles' && field !== 'kind') return value
  return value
    .split(/[,;]\s*/)
    .map(
      (one) =>
        translateIfPresent('organisation', `role.${one}` as TextKey<'organisation'>) ??
        translateIfPresent('people', `${one}` as TextKey<'people'>) ??
        one,
    )
    .join(', ')
}
