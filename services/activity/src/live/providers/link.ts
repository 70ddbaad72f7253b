// The provider of meetings that their teacher has made elsewhere: it knows their address and nothing more, and calls nobody.
import { mostAddress } from '../shapes.ts'
import type { MeetingProvider } from './provider.ts'

/** Whether a host is one of these, or below it. */
export const isBelow = (host: string, hosts: readonly string[]) => hosts.some((one) => host === one || host.endsWith(`.${one}`))

/** Whether a text has control characters, which URL would pass over. */
const controlled = (text: string) => [...text].some((letter) => letter < ' ' || (letter >= '\u007f' && letter <= '\u009f'))

/** The https address in a text, without a name or password in it; undefined for anything else. */
export function httpsAddress(text: string): URL | undefined {
  const trimmed = text.trim()
  if (trimmed.length > mostAddress || controlled(trimmed) || !/^https:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > mostAddress) return undefined
  return url
}

export const link: MeetingProvider = {
  name: 'link',
  address(text, hosts) {
    const url = httpsAddress(text)
    if (!url) return { fault: 'meeting.address' }
    // a last dot is the same host to a browser
    if (hosts && !isBelow(url.hostname.replace(/\.$/, ''), hosts)) return { fault: 'meeting.otherHost' }
    return { url: url.href }
  },
  join: ({ kept }) => Promise.resolve(kept === undefined ? undefined : { url: kept }),
}
