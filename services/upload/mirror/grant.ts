// A playback grant: a signed right to an upload's bytes without a cookie. The service that decides (activity) signs, the service with the
// bytes (upload) verifies, with the same keys. `<payload>.<mac>`, each base64url, so that it fits into one segment of a path; one under an alias is sealed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ConfigError } from '@lyceum/kit/config'
import { seal, unseal } from '@lyceum/kit/text/sealed'

export type Grant = {
  upload: string
  person: string
  /** The session of the person: the grant ends with it. */
  session: string
  /** The holder; empty for a grant based on the person's own right to the file. */
  activity: string
  /** Epoch seconds: when the right ends for this person, at most `grantLifetime` from now. */
  expires: number
  /** The right to the whole file, not only to its renditions. */
  file: boolean
  /** The name to show instead of the file's own: the holder's name for it, at most 120 characters. */
  name?: string
  /**
   * The id under which calls name the file to who has this grant, where its own says whose it is: the grant is sealed, and no answer to it has the
   * file's own id, its times, or what its bytes are named by in the store.
   */
  alias?: string
  /** The file is shown without its properties, in which the name of its author may stand. */
  stripped?: boolean
  /** The basis of the right; the grant ends with it. Absent in grants of the previous release, which end by time and session alone. */
  basis?: GrantBasis
}
export type GrantBasis = {
  /** The organisation of the scope: the grant ends with the membership in it. */
  org: string
  /** The course, for a grant of an activity. Without it a holder is the organisation's, and the grant ends when it lets go of the file. */
  course?: CourseBasis
}
/** The course of an activity, and the versions of the rows on which the right was decided: newer rows at the verifier overrule it. */
export type CourseBasis = {
  id: string
  /** `times`: of the person's own times in the activity; 0 without any. */
  versions: { course: number; member: number; activity: number; times: number }
  /** True for a grant decided for a teacher: only teachers see drafts and closed activities. */
  teaching: boolean
}
/** keys[0] signs, all verify, so that keys can be rotated. */
export type GrantKeys = Buffer[]

/** The size of a file that is shown without properties: rounded up, for its own would tie it to the same file elsewhere. */
export function roundedSize(size: number): number {
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(size + 1)) - 2)
  return Math.ceil(size / unit) * unit
}

/** Seconds a playback grant holds. */
export const grantLifetime = 4 * 3600

type Payload = {
  u: string
  p: string
  s: string
  a: string
  e: number
  f?: 1
  n?: string
  k?: string
  x?: 1
  o?: string
  c?: [string, number, number, number, 0 | 1, number?]
}

/** The environment's GRANT_KEYS: base64url secrets of at least 32 bytes, separated by commas. */
export function grantKeys(text: string): GrantKeys {
  const keys = text
    .split(',')
    .map((one) => Buffer.from(one.trim(), 'base64url'))
    .filter((key) => key.length > 0)
  if (keys.length === 0 || keys.some((key) => key.length < 32))
    throw new ConfigError('GRANT_KEYS must be base64url secrets of at least 32 bytes')
  return keys
}

const mac = (key: Buffer, payload: string) => createHmac('sha256', key).update(`lyceum.grant.1.${payload}`).digest()

export function signGrant(
  keys: GrantKeys,
  { upload, person, session, activity, expires, file, name, alias, stripped, basis }: Grant,
): string {
  const key = keys[0]
  if (!key) throw new Error('at least one grant key is needed')
  const { course } = basis ?? {}
  const fields: Payload = {
    u: upload,
    p: person,
    s: session,
    a: activity,
    e: expires,
    ...(file && { f: 1 }),
    ...(name !== undefined && { n: name.slice(0, 120).toWellFormed() }),
    ...(alias !== undefined && { k: alias }),
    ...(stripped && { x: 1 }),
    ...(basis && { o: basis.org }),
    ...(course && {
      c: [
        course.id,
        course.versions.course,
        course.versions.member,
        course.versions.activity,
        course.teaching ? 1 : 0,
        course.versions.times,
      ],
    }),
  }
  if (alias !== undefined) return seal(keys, purpose, JSON.stringify(fields))
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${mac(key, payload).toString('base64url')}`
}

/** Verifies a grant; undefined for a bad signature or an expired grant. The caller checks its session and its basis. */
export function verifyGrant(keys: GrantKeys, grant: string, now: Date): Grant | undefined {
  const json = grant.length > 2000 ? undefined : grant.includes('.') ? signedJson(keys, grant) : sealedJson(keys, grant)
  if (json === undefined) return
  const { u, p, s, a, e, f, n, k, x, o, c } = JSON.parse(json) as Payload
  if (e * 1000 <= now.getTime()) return
  return {
    ...{ upload: u, person: p, session: s, activity: a, expires: e, file: f === 1 },
    ...(n !== undefined && { name: n }),
    ...(k !== undefined && { alias: k }),
    ...(x === 1 && { stripped: true }),
    ...(o !== undefined && { basis: { org: o, ...(c && { course: courseBasis(c) }) } }),
  }
}

const purpose = 'grant'
// as below: one grant has one spelling
const sealedJson = (keys: GrantKeys, grant: string) =>
  Buffer.from(grant, 'base64url').toString('base64url') === grant ? unseal(keys, purpose, grant) : undefined

function signedJson(keys: GrantKeys, grant: string): string | undefined {
  const [payload, macText, ...rest] = grant.split('.')
  if (!payload || !macText || rest.length > 0) return
  const macBytes = Buffer.from(macText, 'base64url')
  // the text must be canonical: else one grant would have several spellings
  if (macBytes.toString('base64url') !== macText) return
  if (!keys.some((key) => macBytes.length === 32 && timingSafeEqual(mac(key, payload), macBytes))) return
  return Buffer.from(payload, 'base64url').toString()
}
// grants of the release before have no version of times
const courseBasis = ([id, course, member, activity, teaching, times = 0]: NonNullable<Payload['c']>): CourseBasis => ({
  id,
  versions: { course, member, activity, times },
  teaching: teaching === 1,
})
