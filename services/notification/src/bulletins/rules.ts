// Pure decisions about bulletins.
import type { Fields } from '@lyceum/kit/calls/errors'

export type State = 'draft' | 'scheduled' | 'out' | 'expired'
export type Timed = { state: 'draft' | 'published'; publishAt: Date | null; expiresAt: Date | null }

export function stateOf({ state, publishAt, expiresAt }: Timed, now: Date): State {
  if (state === 'draft' || !publishAt) return 'draft'
  if (expiresAt && expiresAt <= now) return 'expired'
  return publishAt > now ? 'scheduled' : 'out'
}

/** The faults of a bulletin's times. */
export function faultsOf({ publishAt, expiresAt }: Timed, now: Date): Fields {
  return expiresAt && expiresAt <= (publishAt ?? now) ? { expires_at: 'bulletin.endsBeforeStart' } : {}
}

/** The beginning of a text in one line, for lists. */
export function excerptOf(html: string, most = 160): string {
  const text = html
    .slice(0, 4000)
    .replace(/<(?:br|\/p|\/li|\/h\d|\/td)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>?/g, '')
    .replace(
      /&(amp|lt|gt|quot|nbsp|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" })[name] ?? ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...text]
  return signs.length > most ? `${signs.slice(0, most).join('').trimEnd()}…` : text
}
