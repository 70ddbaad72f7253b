// Secrets that the installation keeps for others, as the keys of an organisation at another system: sealed in the database by keys that stand outside it.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ConfigError } from '../config.ts'

/** The keys by their ids, the newest first. */
export type SecretKeys = readonly { id: string; key: Buffer }[]

/** The environment's SECRET_KEYS: `id:base64`, with commas, 32 bytes each. Unset: nothing can be kept. */
export function secretKeys(text: string | undefined): SecretKeys {
  const keys = (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, id = '', encoded = ''] = /^([A-Za-z0-9_.-]{1,32}):([A-Za-z0-9+/_-]+=*)$/.exec(one) ?? []
      return { id, key: Buffer.from(encoded, 'base64') }
    })
  if (keys.some(({ id, key }) => id === '' || key.length !== 32) || new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new ConfigError('SECRET_KEYS must be a list of id:key, each key 32 bytes as base64, each id once')
  return keys
}

/** A new entry of SECRET_KEYS. */
export const newSecretKey = (): string => `k${randomBytes(3).toString('hex')}:${randomBytes(32).toString('base64')}`

/**
 * AES-256-GCM by the newest key: length of the key's id, its id, nonce, cipher text, tag. `owner` says whose secret it is: moved to another row it does
 * not open.
 */
export function sealSecret([newest]: SecretKeys, owner: string, text: string): Buffer<ArrayBuffer> {
  if (!newest) throw new Error('SECRET_KEYS is not set')
  const id = Buffer.from(newest.id)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([Buffer.from([id.length]), id, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The id of the key that has sealed it. */
export const sealedBy = (sealed: Uint8Array): string => Buffer.from(sealed.subarray(1, 1 + (sealed[0] ?? 0))).toString()

/** undefined for what none of these keys has sealed for this owner. */
export function openSecret(keys: SecretKeys, owner: string, sealed: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed)
  const start = 1 + (bytes[0] ?? 0)
  const found = keys.find(({ id }) => id === sealedBy(bytes))
  if (!found || bytes.length < start + 28) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(start, start + 12)).setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(start + 12, -16)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
