// Rate limit of a session or address: a bound for faults (a page in a loop, a script), far above people's use. Limits on guessing stand in the
// services (sign-in: identity; access codes: course).
import { tooMany } from '@lyceum/kit/calls/errors'
import { networkKey } from '@lyceum/kit/http/network'
import type { Kv } from '@lyceum/kit/kv/kv'
import type { FastifyRequest } from 'fastify'

const window = 60

/** The caller's address as the outermost of our proxies saw it; a claim of the caller's own is ignored. */
export function addressOf(request: FastifyRequest, proxies: number): string {
  const direct = request.raw.socket.remoteAddress ?? ''
  if (proxies === 0) return direct
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return forwarded.at(-proxies) ?? direct
}

export function rateLimiter(kv: Kv, perSession: number) {
  return async (session: string | undefined, address: string): Promise<void> => {
    if (perSession === 0) return
    const now = Date.now()
    const most = session ? perSession : perSession * 10
    const who = session ?? networkKey(address)
    const slot = Math.floor(now / 1000 / window)
    if ((await kv.incr(`rate:${who}:${slot}`, window)) > most) throw tooMany((slot + 1) * window - now / 1000)
  }
}

/** Bytes that are stored in an hour of an address without a session, and of a person, by calls that only record something. */
const mostBytes = { address: 2_000_000, person: 20_000_000 }
const hour = 3600

/** Bytes that a row adds to the text of an action: ids, times, names of fields, the table's own. */
const ofRow = 500
const brace = '{'.charCodeAt(0)
/** Bytes that a body takes when it is stored, at most: each of its objects may be a row. */
export function storedBytes(body: Uint8Array): number {
  let rows = 0
  for (let at = body.indexOf(brace); at >= 0; at = body.indexOf(brace, at + 1)) rows++
  return body.length + rows * ofRow
}

/** Counts what a call that only records something will store, before it is stored. 429 beyond what its caller may leave in an hour. */
export const byteLimiter =
  (kv: Kv) =>
  async (person: string | undefined, address: string, body: Uint8Array): Promise<void> => {
    const slot = Math.floor(Date.now() / 1000 / hour)
    const who = person ?? networkKey(address)
    const used = await kv.incr(`bytes:${who}:${slot}`, hour, Math.max(1, storedBytes(body)))
    if (used > (person ? mostBytes.person : mostBytes.address)) throw tooMany((slot + 1) * hour - Date.now() / 1000)
  }
