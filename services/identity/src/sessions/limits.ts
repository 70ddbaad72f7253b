// Guessing passwords: 5 failures a minute for a person from one address, 300 for an address (a school sits behind one). Counted in
// kv, which may be lost: then somebody gets five more tries.
import { createHash } from 'node:crypto'
import { tooMany } from '@lyceum/kit/errors'
import type { Kv } from '@lyceum/kit/kv'

const window = 60
const perPerson = 5
const perAddress = 300

const ofAddress = (address: string) => `sign-in:address:${short(address)}`
const ofPerson = (person: string, address: string) => `sign-in:person:${short(`${person}\n${address}`)}`
const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** 429 when this address has failed too often. */
export async function addressMayTry(kv: Kv, address: string): Promise<void> {
  if (Number((await kv.get(ofAddress(address))) ?? 0) >= perAddress) throw await wait(kv, ofAddress(address))
}

/** Takes one of the person's tries before the password is looked at, so that parallel guesses count too. Answers what to forgive and how many are left. */
export async function reserveTry(kv: Kv, person: string, address: string): Promise<{ key: string; left: number }> {
  const key = ofPerson(person, address)
  const tries = await count(kv, key)
  if (tries > perPerson) throw await wait(kv, key)
  return { key, left: perPerson - tries }
}

/** The right password makes earlier mistakes good. */
export const forgive = (kv: Kv, key: string): Promise<void> => kv.delete(key)

export const countFailure = (kv: Kv, address: string): Promise<number> => count(kv, ofAddress(address))

async function count(kv: Kv, key: string): Promise<number> {
  const counted = await kv.incr(key, window)
  if (counted === 1) await kv.set(`${key}:until`, String(Date.now() + window * 1000), window)
  return counted
}

async function wait(kv: Kv, key: string) {
  const until = Number(await kv.get(`${key}:until`))
  return tooMany(until ? Math.min(window, Math.max(1, (until - Date.now()) / 1000)) : window, 'session.tooMany')
}
