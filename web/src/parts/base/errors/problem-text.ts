// Texts of a failed call: the page's own text for its code, else the server's message; field errors by field name.
import { CallFailed } from '../../../client.ts'
import { translate, translateIfPresent } from '../../../i18n.ts'

/** One sentence for anything that was thrown; of a refused `field` its first entry. */
export function problemText(error: unknown, field?: string): string {
  const first = field && fieldTexts(error)[field]
  if (first) return first
  if (!(error instanceof CallFailed)) return translateIfPresent('errors', 'internal') ?? translate('shell', 'regionFailed')
  const { code, params, message } = error.problem
  const values = { ...params, seconds: error.retryAfter ?? params.seconds } as Record<string, string | number>
  const general = error.status >= 500 ? 'internal' : code.endsWith('.notFound') ? 'notFound' : undefined
  // without a connection the texts of errors cannot come either
  const unanswered = error.status === 0 ? translate('shell', 'offline') : undefined
  return translateIfPresent('errors', code, values) ?? (general && translateIfPresent('errors', general)) ?? unanswered ?? message
}

/** The first error of each field, in the reader's language. */
export function fieldTexts(error: unknown): Record<string, string> {
  if (!(error instanceof CallFailed)) return {}
  const { errors, details } = error.problem
  return Object.fromEntries(
    Object.keys({ ...errors, ...details }).map((field) => {
      const first = details[field]?.[0]
      return [
        field,
        (first && translateIfPresent('errors', first.code, first.params as Record<string, string | number>)) ?? errors[field]?.[0] ?? '',
      ]
    }),
  )
}

/** For forms: the texts of the fields and of the whole. */
export const refusal = (error: unknown) => ({ fields: fieldTexts(error), text: problemText(error) })
