// Opening a grant: its signature, time, session, basis and upload are checked.
import { plain } from '@lyceum/kit/database/database'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { type Grant, verifyGrant } from '../../mirror/grant.ts'
import type { Pool } from 'pg'
import type { Deps, OpenGrant } from '../deps.ts'
import { findRow } from '../rows/rows.ts'
import { type GrantRight, readGrantRight } from './basis.ts'

/** Milliseconds of the caches. With the time facts take, a grant is refused within 10 s of the loss of its right. */
const sessionCacheMs = 4000
const basisCacheMs = 4000
const rowCacheMs = 2000
const maxCached = 10_000

/** Caches results for a while, failures excepted; the oldest are evicted first. */
function cached<K, T>(ms: number, keyOf: (input: K) => string, load: (input: K) => Promise<T>): (input: K) => Promise<T> {
  const cache = new Map<string, { result: Promise<T>; until: number }>()
  return (input) => {
    const key = keyOf(input)
    const hit = cache.get(key)
    if (hit && hit.until > Date.now()) return hit.result
    cache.delete(key)
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    const result = load(input)
    cache.set(key, { result, until: Date.now() + ms })
    result.catch(() => cache.delete(key))
    return result
  }
}

/** The cache key of a basis: one view opens its grant many times. */
const basisKeyOf = ({ upload, person, session, activity, basis }: Grant) => JSON.stringify([upload, person, session, activity, basis])

/** The id by which answers to this grant name its file. */
export const shownId = ({ alias, upload }: Grant): string => alias ?? upload

/** Opens a grant. 403 grant.ended for a bad signature, an expired grant, an ended session or basis; 404 without the upload. `file` is the present right. */
export function grantOpener({ client, pool, kv, config, now }: Pick<Deps, 'client' | 'kv' | 'config' | 'now'> & { pool: Pool }): OpenGrant {
  // the end of a session is in kv at once but may be lost; a fact brings it into the table later
  const isSessionEnded = cached(
    sessionCacheMs,
    (session: string) => session,
    async (session) => (await kv.get(`session-ended:${session}`).catch(() => undefined)) !== undefined,
  )
  const rightOf: (grant: Grant) => Promise<GrantRight | undefined> = cached(basisCacheMs, basisKeyOf, (grant: Grant) =>
    readGrantRight({ hand: plain(pool), db: client }, grant),
  )
  const rowOf = cached(
    rowCacheMs,
    (id: string) => id,
    (id) => findRow(client, id),
  )
  return async (text, of) => {
    const grant = verifyGrant(config.grantKeys, text, now())
    if (!grant || (grant.session !== '' && (await isSessionEnded(grant.session)))) throw forbidden('grant.ended')
    if (of && (of.person !== grant.person || of.upload !== shownId(grant))) throw forbidden('grant.ended')
    const row = await rowOf(grant.upload)
    if (!row) throw notFound('lark.errorMsg', shownId(grant))
    const right = await rightOf(grant)
    if (!right) throw forbidden('grant.ended')
    const file = grant.file && (right.wholeFile === 'as granted' || right.wholeFile || row.allowDownload)
    return { grant: { ...grant, file }, row }
  }
}
