// Web push: a message to a browser through the push service that it has named. Encrypted for that browser alone (RFC 8291), signed with the key of
// this installation (VAPID, RFC 8292). The address comes from the browser, so from anybody: only https, only public addresses, no redirect.
import { createCipheriv, createECDH, createHash, createPrivateKey, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import { ConfigError } from '../config.ts'
import { OutgoingRefused, postTo } from '../http/outgoing.ts'

/** The private key's 32 bytes, and what browsers subscribe with: the uncompressed public point as base64url. */
export type PushKey = { secret: Buffer; public: string }
export type PushDevice = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = {
  /** At most 3000 bytes of UTF-8. */
  text: string
  /** Seconds for which the push service keeps it. */
  seconds: number
  urgent?: boolean
  /** Replaces an earlier one of the same topic that was not delivered yet; base64url, at most 32 characters. */
  topic?: string
}
/** gone: the device has unsubscribed, or never was one; refused: no retry mends it; later: it may work another time. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

export const newPushKey = (): string => padded(freshPair().getPrivateKey()).toString('base64url')
/** A private key that begins with zeros is shorter. */
const padded = (key: Buffer) => Buffer.concat([Buffer.alloc(32 - key.length), key])

/** The environment's PUSH_KEY: the private key as base64url. */
export function pushKey(text: string | undefined): PushKey | undefined {
  if (text === undefined) return undefined
  const secret = Buffer.from(text.trim(), 'base64url')
  try {
    if (secret.length !== 32) throw new Error('its length')
    return { secret, public: ecdhOf(secret).getPublicKey().toString('base64url') }
  } catch {
    throw new ConfigError('PUSH_KEY must be a private key of P-256: 32 bytes as base64url')
  }
}

function ecdhOf(secret: Buffer): ECDH {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(secret)
  return ecdh
}

/** Whether these are the keys of a browser: a point on the curve and a secret of 16 bytes. */
export function isDeviceKey({ p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    freshPair().computeSecret(point)
    return true
  } catch {
    return false
  }
}

function freshPair(): ECDH {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return ecdh
}
const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** One record of aes128gcm for the browser. `own` and `salt` are given in tests alone. */
export function encrypt(
  text: string,
  { p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>,
  own = freshPair(),
  salt = randomBytes(16),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = own.getPublicKey()
  const shared = own.computeSecret(theirs)
  const input = hkdf(Buffer.from(auth, 'base64url'), shared, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const key = hkdf(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: the last record, without padding
  const sealed = Buffer.concat([
    cipher.update(Buffer.from(text, 'utf8')),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(5)
  size.writeUInt32BE(4096)
  size.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, size, ours, sealed])
}
/** The header that tells a push service who sends: a token for its origin, good for twelve hours. `contact`: a mailto: or https address. */
export function vapid(key: PushKey, endpoint: URL, contact: string, now: Date): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1000) + 12 * 3600, sub: contact }
  const open = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const point = Buffer.from(key.public, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: key.secret.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const signature = sign('sha256', Buffer.from(open), { key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${open}.${signature.toString('base64url')}, k=${key.public}`
}

/** A name for an address that says nothing of it: a row can be found by it. */
export const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')

export async function sendPush(
  key: PushKey,
  device: PushDevice,
  { text, seconds, urgent = false, topic }: PushMessage,
  { contact, now, signal }: { contact: string; now: Date; signal?: AbortSignal },
): Promise<PushOutcome> {
  const endpoint = URL.parse(device.endpoint)
  if (!endpoint) return 'refused'
  try {
    const status = await postTo(endpoint, encrypt(text, device), {
      headers: {
        authorization: vapid(key, endpoint, contact, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(seconds),
        urgency: urgent ? 'high' : 'normal',
        ...(topic && { topic }),
      },
      ...(signal && { signal }),
    })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return status === 429 || status >= 500 || status === 401 || status === 403 ? 'later' : 'refused'
  } catch (error) {
    if (!(error instanceof OutgoingRefused)) throw error
    return error.reason === 'connection' || error.reason === 'time' ? 'later' : 'refused'
  }
}
