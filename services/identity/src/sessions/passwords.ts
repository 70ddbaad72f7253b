// Passwords: argon2id at OWASP's cost (19 MiB, 2 passes, 1 lane), stored as a PHC string. Node runs it on its thread pool, so a
// sign-in of 30 ms of CPU never stops the event loop.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { limitConcurrency } from '@lyceum/kit/limit-concurrency'

/** As many at once as there are processors: more would only slow each other down, and other work that waits for a thread of the pool. */
const inTurn = limitConcurrency(availableParallelism())
const derive = promisify(argon2)
const hash = (parameters: Parameters<typeof derive>[1]) => inTurn(() => derive('argon2id', parameters))
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltLength = 16
const tagLength = 32

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A PHC string with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength)
  const tag = await hash({ message: normalised(password), nonce, tagLength, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${b64(nonce)}$${b64(tag)}`
}

/** False for a wrong password and for a string that is not ours. Costs the same whether or not there is a stored one. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored ?? decoy)
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await hash({
    message: normalised(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, expected) && stored !== undefined
}

/** A hash of no account, verified for unknown logins, so that the time of the answer does not reveal them. */
const decoy = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${b64(randomBytes(saltLength))}$${b64(randomBytes(tagLength))}`

/** The same letters typed on another keyboard are the same password. */
const normalised = (password: string) => password.normalize('NFKC')
