// The other name of this machine: an installation without any setting has two hosts, of which one is the pages' and the other that of packages.
const others: Partial<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

/** The bytes listener by the other name, for pages at a name of this machine; undefined for others. */
export function loopbackOrigin(bytesOrigin: string, pageHost: string): string | undefined {
  const url = new URL(bytesOrigin)
  const other = others[url.hostname]
  if (other === undefined || url.hostname !== pageHost) return undefined
  url.hostname = other
  return url.origin
}
