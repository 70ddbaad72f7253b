// Rule of links: addresses that a browser opens safely.
import { invalid } from '@lyceum/kit/calls/errors'

/** An http or https address without a name or password in it, as a browser writes it. 400 at `field` otherwise. */
export function webAddress(text: string, field: string): string {
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw invalid({ [field]: 'field.webAddress' })
  if (url.href.length > 2000) throw invalid({ [field]: ['field.tooLong', { limit: 2000 }] })
  return url.href
}
