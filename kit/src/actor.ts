// Who asks: a short token that the BFF mints for a session in one organisation and that every service verifies by itself.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK } from 'jose'
import { ConfigError } from './config.ts'
import { unauthorised } from './errors.ts'

export type Actor = {
  /** job: a delegated token, for work that goes on for somebody after their request. */
  kind: 'person' | 'visitor' | 'job'
  person: string
  org: string
  roles: string[]
  session: string
  simulating?: { course: string; as: 'student' | 'visitor' }
}

export const visitor = (org = ''): Actor => ({ kind: 'visitor', person: '', org, roles: [], session: '' })

/** seconds a token holds */
const lifetime = 60
const remembered = 10_000

export type ActorKeys = {
  /** Only where the private key is (the BFF). `seconds` up to a day for delegated work. */
  sign(actor: Actor, seconds?: number): Promise<string>
  /** 401 actor.invalid for anything that is not a token of ours in its time. */
  verify(token: string): Promise<Actor>
}

/** keys[0] signs where it is private; every key verifies, so that one can be exchanged while the other still holds. */
export async function actorKeys(keys: JWK[]): Promise<ActorKeys> {
  const first = keys[0]
  if (!first) throw new Error('at least one actor key is needed')
  const own = first.d ? await importJWK(first, 'EdDSA') : undefined
  const known = new Map(await Promise.all(keys.map(async ({ d: _, ...open }) => [open.kid, await importJWK(open, 'EdDSA')] as const)))
  const seen = new Map<string, { actor: Actor; until: number }>()
  return {
    async sign(actor, seconds = lifetime) {
      if (!own) throw new Error('this process has no private actor key')
      return await new SignJWT({ ...actor })
        .setProtectedHeader({ alg: 'EdDSA', kid: first.kid })
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(own)
    },
    async verify(token) {
      const before = seen.get(token)
      if (before && before.until > Date.now()) return before.actor
      const read = await jwtVerify(
        token,
        ({ kid }) => {
          const key = known.get(kid)
          if (!key) throw unauthorised('actor.invalid')
          return key
        },
        { algorithms: ['EdDSA'] },
      ).catch(() => {
        throw unauthorised('actor.invalid')
      })
      const { exp = 0, iat: _, ...actor } = read.payload
      if (seen.size >= remembered) for (const old of [...seen.keys()].slice(0, remembered / 2)) seen.delete(old)
      seen.set(token, { actor: actor as unknown as Actor, until: exp * 1000 })
      return actor as unknown as Actor
    },
  }
}

/** A new private key as JWK, named by its time. */
export async function newActorKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return { ...(await exportJWK(privateKey)), kid: `k${Date.now().toString(36)}` }
}

/**
 * The environment's ACTOR_KEYS: a JSON list of keys, or one PEM after another. Private keys belong to the BFF; a certificate or public key is
 * all that a service needs, and has the same name as its private key.
 */
export function readActorKeys(text: string): JWK[] {
  try {
    if (text.startsWith('[')) return JSON.parse(text)
    const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g) ?? []
    const keys = blocks.map((pem) => {
      const jwk = (pem.includes('PRIVATE KEY') ? createPrivateKey(pem) : createPublicKey(pem)).export({ format: 'jwk' })
      if (jwk.crv !== 'Ed25519') throw new Error('not an Ed25519 key')
      return { ...(jwk as JWK), kid: createHash('sha256').update(String(jwk.x)).digest('base64url').slice(0, 12) }
    })
    if (keys.length > 0) return keys
  } catch {}
  throw new ConfigError('ACTOR_KEYS must be Ed25519 keys as PEM, or the JSON list that node services/main.ts --target=actor-key prints')
}
