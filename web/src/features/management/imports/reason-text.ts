// Reasons of an import in the language of the page: why a line is refused, why an import is held or has failed. Kinds and fields stand by their names.
import { translate, translateIfPresent } from '../../../i18n.ts'
import { fieldText } from './field-text.ts'
import { type ImportKind, importKinds } from './imports.ts'

const isKind = (kind: unknown): kind is ImportKind => importKinds.some((one) => one === kind)
const isText = (value: unknown): value is string => typeof value === 'string'

/** A reason that says nothing of its field begins with it. */
export function reasonText({ code, params }: { code: string; params: object }): string {
  const { field, column, kind } = params as { field?: unknown; column?: unknown; kind?: unknown }
  const given = params as Record<string, string | number>
  const text =
    translateIfPresent('errors', code, {
      ...given,
      ...(isText(field) && { field: fieldText(field) }),
      ...(isText(column) && { column: fieldText(column) }),
      ...(isKind(kind) && { kind: translate('rosters', `kind.${kind}`) }),
    }) ?? code
  return isText(field) && !text.includes(fieldText(field)) ? `${fieldText(field)}: ${text}` : text
}
