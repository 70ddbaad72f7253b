// Reasons of an import in the language of the page: why a line is refused, why an import is held or has failed. Kinds and fields stand by their names.
import { translate, translateIfPresent } from '../../../i18n.ts'
import { fieldText } from './field-text.ts'
import { type ImportKind, importKinds } from './imports.ts'

const isKind = (kind: unknown): kind is ImportKind => importKinds.some((one) => one === kind)

export function reasonText({ code, params }: { code: string; params: object }): string {
  const { field, kind } = params as { field?: unknown; kind?: unknown }
  return (
    translateIfPresent('errors', code, {
      ...(params as Record<string, string | number>),
      ...(typeof field === 'string' && { field: fieldText(field) }),
      ...(isKind(kind) && { kind: translate('rosters', `kind.${kind}`) }),
    }) ?? code
  )
}
