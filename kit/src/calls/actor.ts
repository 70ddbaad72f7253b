// The actor of a call, and its token: the BFF signs it for a session in one organisation, every service verifies it by itself.
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, sign } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, jwtVerify, type JWK } from 'jose'
import { ConfigError } from '../config.ts'
import { unauthorised } from './errors.ts'

/** Demands of the organisation on an account that is not met: its management's code is not entered, no mobile number is bound, the password has expired. */
export const needs = ['code', 'mobile', 'password'] as const
export type Need = (typeof needs)[number]

export type Actor = {
  /** job: a delegated token, for work that continues for a person after their request. */
  kind: 'person' | 'visitor' | 'job'
  person: string
  org: string
  roles: string[]
  /** Permissions of the roles there, as bits in hexadecimal; missing in tokens of older releases, and of jobs. */
  can?: string
  /** The department that permissions in courses are bound to; missing: none. */
  department?: string
  session: string
  /** Each holds back calls until it is met (routes.ts); missing: none. */
  needs?: Need[]
  /** In tokens of the previous release, in place of the need of a code; in ours beside it, for services of that release. */
  codeNeeded?: true
  simulating?: { course: string; as: 'student' | 'visitor' }
}

export const visitor = (org = ''): Actor => ({ kind: 'visitor', person: '', org, roles: [], session: '' })

/** Validity of a token, seconds. */
const lifetime = 60
const maxCached = 10_000

export type ActorKeys = {
  /** Signs a token; only where the private key is (the BFF). `seconds` up to a day for delegated work. */
  sign(actor: Actor, seconds?: number): Promise<string>
  /** The actor of a token; 401 actor.invalid for a token that is expired or not signed by our keys. */
  verify(token: string): Promise<Actor>
}

/** keys[0] signs where it is private; every key verifies, so that keys can be rotated while older tokens are valid. */
export async function actorKeys(keys: JWK[]): Promise<ActorKeys> {
  const first = keys[0]
  if (!first) throw new Error('at least one actor key is needed')
  const signingKey = first.d ? createPrivateKey({ key: first as JsonWebKey, format: 'jwk' }) : undefined
  const head = encoded({ alg: 'EdDSA', kid: first.kid })
  const keysById = new Map(await Promise.all(keys.map(async ({ d: _, ...open }) => [open.kid, await importJWK(open, 'EdDSA')] as const)))
  const cache = new Map<string, { actor: Actor; until: number }>()
  const remember = (token: string, actor: Actor, exp: number) => {
    if (cache.size >= maxCached) for (const old of [...cache.keys()].slice(0, maxCached / 2)) cache.delete(old)
    cache.set(token, { actor, until: exp * 1000 })
  }
  return {
    // at once: a task for another thread would cost twice the signature
    async sign(actor, seconds = lifetime) {
      if (!signingKey) throw new Error('this process has no private actor key')
      const iat = Math.floor(Date.now() / 1000)
      const signed = `${head}.${encoded({ ...actor, iat, exp: iat + seconds })}`
      const token = `${signed}.${sign(null, Buffer.from(signed), signingKey).toString('base64url')}`
      // in one process who signs verifies too: it knows its own
      remember(token, { ...actor }, iat + seconds)
      return token
    },
    async verify(token) {
      const cached = cache.get(token)
      if (cached && cached.until > Date.now()) return cached.actor
      const read = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keysById.get(kid)
          if (!key) throw unauthorised('actor.invalid')
          return key
        },
        { algorithms: ['EdDSA'] },
      ).catch(() => {
        throw unauthorised('actor.invalid')
      })
      const { exp = 0, iat: _, ...actor } = read.payload
      remember(token, actor as unknown as Actor, exp)
      return actor as unknown as Actor
    },
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

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
  throw new ConfigError('ACTOR_KEYS must be Ed25519 keys as PEM, or the JSON list that node runtime/main.ts --target=actor-key prints')
}
