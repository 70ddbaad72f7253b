// Guessing passwords: 5 failures a minute for a person from one address, 300 for an address (a school sits behind one). Counted in
// kv, which may be lost: then there are five more tries.
import { createHash } from 'node:crypto'
import { tooMany } from '@lyceum/kit/calls/errors'
import { networkKey } from '@lyceum/kit/http/network'
import type { Kv } from '@lyceum/kit/kv/kv'

const window = 60
const maxPerPerson = 5
const maxPerAddress = 300

/** One-click sign-ins to a demo school from one address in an hour. */
const maxClicks = 1000
const hour = 3600

const addressKey = (address: string) => `sign-in:address:${networkKey(address)}`
const personKey = (person: string, address: string) => `sign-in:person:${short(person)}:${networkKey(address)}`
const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** 429 when this address has failed too often: asked before the password is checked, and once more after a right one, so that of parallel guesses no
 *  more are answered. Honest people behind one address are not counted. */
export async function checkAddressLimit(kv: Kv, address: string): Promise<void> {
  if (Number((await kv.get(addressKey(address))) ?? 0) >= maxPerAddress) throw await wait(kv, addressKey(address))
}

/** Counts a failure before it is answered; 429 in the place of the answer beyond the limit. */
export async function countFailure(kv: Kv, address: string): Promise<void> {
  if ((await count(kv, addressKey(address))) > maxPerAddress) throw await wait(kv, addressKey(address))
}

/** Counts one of the person's tries before the password is checked, so that parallel guesses count too. Answers the key for clearTries and the tries left. */
export async function reserveTry(kv: Kv, person: string, address: string): Promise<{ key: string; left: number }> {
  const key = personKey(person, address)
  const tries = await count(kv, key)
  if (tries > maxPerPerson) throw await wait(kv, key)
  return { key, left: maxPerPerson - tries }
}

/** Deletes the counted tries after the right password. */
export const clearTries = (kv: Kv, key: string): Promise<void> => kv.delete(key)

/** Counts a one-click sign-in: 429 beyond what people of one address try out in an hour. */
export async function countClick(kv: Kv, address: string): Promise<void> {
  if ((await kv.incr(`one-click:${networkKey(address)}`, hour)) > maxClicks) throw tooMany(hour, 'session.tooMany')
}

async function count(kv: Kv, key: string): Promise<number> {
  const tries = await kv.incr(key, window)
  if (tries === 1) await kv.set(`${key}:until`, String(Date.now() + window * 1000), window)
  return tries
}

async function wait(kv: Kv, key: string) {
  const until = Number(await kv.get(`${key}:until`))
  return tooMany(until ? Math.min(window, Math.max(1, (until - Date.now()) / 1000)) : window, 'session.tooMany')
}
