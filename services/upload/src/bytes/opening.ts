// Whether a grant still opens: signed by us, in its time, its session and its basis still there, its upload too.
import { plain } from '@lyceum/kit/db'
import { forbidden, notFound } from '@lyceum/kit/errors'
import { type Grant, verifyGrant } from '@lyceum/kit/grant'
import type { Pool } from 'pg'
import type { Deps, Opening } from '../deps.ts'
import { findRow } from '../uploads/rows.ts'
import { type Holding, holding } from './basis.ts'

/** Milliseconds an answer is remembered. With the time facts travel, a grant is refused within 10 s of the loss of its right. */
const sessionMemory = 4000
const basisMemory = 4000
const rowMemory = 2000
const most = 10_000

/** Remembers answers for a while, failures not; the oldest go first. */
function remembering<K, T>(ms: number, keyOf: (asked: K) => string, ask: (asked: K) => Promise<T>): (asked: K) => Promise<T> {
  const known = new Map<string, { answer: Promise<T>; until: number }>()
  return (asked) => {
    const key = keyOf(asked)
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.answer
    known.delete(key)
    if (known.size >= most) known.delete(known.keys().next().value!)
    const answer = ask(asked)
    known.set(key, { answer, until: Date.now() + ms })
    answer.catch(() => known.delete(key))
    return answer
  }
}

/** What a grant rests on, whatever it is asked for: a view may be opened by it many times. */
const basisOf = ({ upload, person, session, activity, basis }: Grant) => JSON.stringify([upload, person, session, activity, basis])

/** 403 grant.ended: not ours, over, its session has ended, or the right it was given by. 404 when the upload is gone. `file` is what holds now. */
export function opening({ client, pool, kv, config, now }: Pick<Deps, 'client' | 'kv' | 'config' | 'now'> & { pool: Pool }): Opening {
  // kv is told at once and may lose it; the table is told by a fact and keeps it
  const ended = remembering(
    sessionMemory,
    (session: string) => session,
    async (session) => (await kv.get(`session-ended:${session}`).catch(() => undefined)) !== undefined,
  )
  const held: (grant: Grant) => Promise<Holding | undefined> = remembering(basisMemory, basisOf, (grant: Grant) =>
    holding({ hand: plain(pool), db: client }, grant),
  )
  const rowOf = remembering(
    rowMemory,
    (id: string) => id,
    (id) => findRow(client, id),
  )
  return async (text, of) => {
    const grant = verifyGrant(config.grantKeys, text, now())
    if (!grant || (grant.session !== '' && (await ended(grant.session)))) throw forbidden('grant.ended')
    if (of && (of.person !== grant.person || of.upload !== grant.upload)) throw forbidden('grant.ended')
    const row = await rowOf(grant.upload)
    if (!row) throw notFound('upload', grant.upload)
    const holds = await held(grant)
    if (!holds) throw forbidden('grant.ended')
    const file = grant.file && (holds.whole === 'as granted' || holds.whole || row.allowDownload)
    return { grant: { ...grant, file }, row }
  }
}
