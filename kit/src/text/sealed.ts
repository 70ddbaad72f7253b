// Texts that only the services read on their way: what somebody wrote for themselves stands in no log, lake or copy of a topic.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyFor = (secret: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `lyceum.sealed.${purpose}.1`, 32))

/** Base64url of nonce, cipher text and tag. secrets[0] seals, all open, so that secrets can be rotated. */
export function seal(secrets: readonly Buffer[], purpose: string, text: string): string {
  const [secret] = secrets
  if (!secret) throw new Error('at least one secret is needed')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** undefined for what none of these secrets has sealed. */
export function unseal(secrets: readonly Buffer[], purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return undefined
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    } catch {
      // of another secret
    }
  }
  return undefined
}
