// Whether a grant still opens: signed by us, in its time, its session not ended, its upload there.
import { forbidden, notFound } from '@lyceum/kit/errors'
import { type Grant, verifyGrant } from '@lyceum/kit/grant'
import type { Deps } from '../deps.ts'
import { findRow, type Row } from '../uploads/rows.ts'

/** Milliseconds an answer is remembered; after a sign-out a grant is refused within 10 s. */
const sessionMemory = 5000
const rowMemory = 2000

/** Remembers answers for a while, failures not; at most 5,000. */
function remembering<T>(ms: number, ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, { answer: Promise<T>; until: number }>()
  return (key) => {
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.answer
    if (known.size >= 5000) known.clear()
    const answer = ask(key)
    known.set(key, { answer, until: Date.now() + ms })
    answer.catch(() => known.delete(key))
    return answer
  }
}

export type Opening = (grant: string) => Promise<{ grant: Grant; row: Row }>

/** 403 grant.ended: not ours, over, or its session has ended. 404 when the upload is gone. */
export function opening({ client, kv, config, now }: Pick<Deps, 'client' | 'kv' | 'config' | 'now'>): Opening {
  // kv is told at once and may lose it; the table is told by a fact and keeps it
  const ended = remembering(
    sessionMemory,
    async (session) =>
      (await kv.get(`session-ended:${session}`).catch(() => undefined)) !== undefined ||
      (await client.endedSession.findUnique({ where: { session } })) !== null,
  )
  const rowOf = remembering(rowMemory, (id) => findRow(client, id))
  return async (text) => {
    const grant = verifyGrant(config.grantKeys, text, now())
    if (!grant || (grant.session !== '' && (await ended(grant.session)))) throw forbidden('grant.ended')
    const row = await rowOf(grant.upload)
    if (!row) throw notFound('upload', grant.upload)
    return { grant, row }
  }
}
