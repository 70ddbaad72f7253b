// A playback grant: what opens an upload's bytes without a cookie. Whoever decides (activity) signs, whoever holds the bytes (upload)
// verifies; both know the same keys. `<payload>.<mac>`, each base64url, so that it fits into one segment of a path.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ConfigError } from './config.ts'

export type Grant = {
  upload: string
  person: string
  /** The session it was given to: it ends with that session. */
  session: string
  /** Empty: it rests on the person's own right to the file. */
  activity: string
  /** Epoch seconds: when the right ends for this person, at most `grantLifetime` from now. */
  expires: number
  /** The whole file may be had, not only its renditions. */
  file: boolean
  /** What the right rests on. It ends when that does; absent in grants of the release before, which end by time and session alone. */
  basis?: GrantBasis
}
export type GrantBasis = {
  /** The organisation it was asked in: it ends with the membership. */
  org: string
  /** Of an activity. */
  course?: CourseBasis
}
/** The course of an activity, and the versions of the rows by which the right was decided: what a verifier knows that is newer counts. */
export type CourseBasis = {
  id: string
  versions: { course: number; member: number; activity: number }
  /** It was decided for somebody who teaches: drafts, and what is not open, are seen by those alone. */
  teaching: boolean
}
/** keys[0] signs, all verify, so that one can be exchanged while the other still holds. */
export type GrantKeys = Buffer[]

/** Seconds a playback grant holds. */
export const grantLifetime = 4 * 3600

type Payload = { u: string; p: string; s: string; a: string; e: number; f?: 1; o?: string; c?: [string, number, number, number, 0 | 1] }

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

export function signGrant(keys: GrantKeys, { upload, person, session, activity, expires, file, basis }: Grant): string {
  const key = keys[0]
  if (!key) throw new Error('at least one grant key is needed')
  const { course } = basis ?? {}
  const said: Payload = {
    u: upload,
    p: person,
    s: session,
    a: activity,
    e: expires,
    ...(file && { f: 1 }),
    ...(basis && { o: basis.org }),
    ...(course && {
      c: [course.id, course.versions.course, course.versions.member, course.versions.activity, course.teaching ? 1 : 0],
    }),
  }
  const payload = Buffer.from(JSON.stringify(said)).toString('base64url')
  return `${payload}.${mac(key, payload).toString('base64url')}`
}

/** What a grant says, or undefined when it is not ours or its time is over. Whether its session and its basis still hold is the caller's to ask. */
export function verifyGrant(keys: GrantKeys, grant: string, now: Date): Grant | undefined {
  const [payload, given, ...more] = grant.split('.')
  if (!payload || !given || more.length > 0 || grant.length > 2000) return
  const shown = Buffer.from(given, 'base64url')
  // the text itself must be the canonical one: else one grant would have several spellings
  if (shown.toString('base64url') !== given) return
  if (!keys.some((key) => shown.length === 32 && timingSafeEqual(mac(key, payload), shown))) return
  const { u, p, s, a, e, f, o, c } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload
  if (e * 1000 <= now.getTime()) return
  const said = { upload: u, person: p, session: s, activity: a, expires: e, file: f === 1 }
  return o === undefined ? said : { ...said, basis: { org: o, ...(c && { course: courseBasis(c) }) } }
}
const courseBasis = ([id, course, member, activity, teaching]: NonNullable<Payload['c']>): CourseBasis => ({
  id,
  versions: { course, member, activity },
  teaching: teaching === 1,
})
