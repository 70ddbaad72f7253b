// Ending sessions: the row goes, the fact tells those who opened something in it, and the doors stop believing the cookie at once.
import { rows } from '@lyceum/kit/db'
import { grantLifetime } from '@lyceum/kit/grant'
import { emitAll, fact } from '@lyceum/kit/outbox'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import type { Deps } from '../deps.ts'

export type Ended = { id: string; hash: string; person_id: string; org_id: string }

/** Those of a person: one of them, or all but one. Call sayEnded once this is committed. */
export async function endSessionsOf({ db }: Deps, person: string, { only, but }: { only?: string; but?: string } = {}): Promise<Ended[]> {
  const ended = await rows<Ended>(
    db,
    `
    delete from sessions s using persons p where s.person_id = $1::uuid and p.id = s.person_id
      and ($2::text is null or s.id::text = $2) and ($3::text is null or s.id::text <> $3)
    returning s.id::text, encode(s.hash, 'hex') as hash, s.person_id::text, coalesce(s.org_id, p.org_id)::text as org_id`,
    person,
    only ?? null,
    but ?? null,
  )
  await emitAll(
    db,
    ended.map(({ id, org_id, person_id }) => fact(SessionEndedSchema, { key: `session:${id}`, org: org_id, actor: person_id }, null)),
  )
  return ended
}

/** Every door hears it on the channel on which the BFF itself tells of a sign-out. */
export async function sayEnded({ kv }: Deps, ended: Ended[]): Promise<void> {
  for (const { id, hash } of ended) {
    await kv.set(`session-ended:${id}`, '1', grantLifetime)
    await kv.publish('session-ended', hash)
  }
}
