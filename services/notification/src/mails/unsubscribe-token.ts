// The token in a mail that turns mail off, and does nothing else: a person and a mac by the keys of the service, which no row holds.
// `<person>.<mac>`, each base64url.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GrantKeys } from '@lyceum/upload/mirror/grant'

const macOf = (key: Buffer, person: string) => createHmac('sha256', key).update(`lyceum.unsubscribe.1.${person}`).digest()

export function signToken(keys: GrantKeys, person: string): string {
  const key = keys[0]
  if (!key) throw new Error('at least one key is needed')
  return `${person}.${macOf(key, person).toString('base64url')}`
}

/** The person; undefined for a token that no key here has signed. */
export function verifyToken(keys: GrantKeys, token: string): string | undefined {
  const [person = '', text = ''] = token.split('.')
  const mac = Buffer.from(text, 'base64url')
  const known = /^[0-9a-f-]{36}$/.test(person) && mac.length === 32 && mac.toString('base64url') === text
  return known && token === `${person}.${text}` && keys.some((key) => timingSafeEqual(macOf(key, person), mac)) ? person : undefined
}
