// The network of a caller's address, as limits count it: whoever has one IPv6 address has all of its /64.
import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** IPv4 as it is, also where IPv6 carries it; of IPv6 the first four groups. Other texts stay as they are. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // the URL parser writes each address in one way
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const all = [...groups, ...Array<string>(8 - groups.length - last.length).fill('0'), ...last]
  if (all.slice(0, 6).join() !== '0,0,0,0,0,ffff') return `${all.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = all.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The name of an address in a counter's key: its network, and no address that somebody could read there. */
export const networkKey = (address: string): string => hash('sha256', networkOf(address), 'base64url').slice(0, 22)
