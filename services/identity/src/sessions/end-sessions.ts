// Ending sessions: the row is deleted, the fact ends grants and play sessions opened in it, and every BFF refuses the cookie at once.
import { rows } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { grantLifetime } from '@lyceum/upload/mirror/grant'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import type { Session } from '../generated/client.ts'
import type { Deps } from '../deps.ts'

export type EndedSession = Pick<SqlRow<Session>, 'id' | 'person_id'> & { hash: string; org_id: string }

/**
 * Ends sessions of a person or of many: one of them, all but one, all but so many of the newest, or those that began in one organisation. Call
 * publishEndedSessions once this is committed.
 */
export async function endSessionsOf(
  { db }: Deps,
  person: string | readonly string[],
  { only, but, newest = 0, org }: { only?: string; but?: string; newest?: number; org?: string } = {},
): Promise<EndedSession[]> {
  const sessions = await rows<EndedSession>(
    db,
    `
    delete from sessions s using persons p where s.person_id = any($1::uuid[]) and p.id = s.person_id
      and ($2::text is null or s.id::text = $2) and ($3::text is null or s.id::text <> $3)
      and ($4::int = 0 or s.id not in (select n.id from sessions n where n.person_id = s.person_id order by n.created_at desc, n.id desc limit $4))
      and ($5::uuid is null or s.org_id = $5::uuid)
    returning s.id, encode(s.hash, 'hex') as hash, s.person_id, coalesce(s.org_id, p.org_id) as org_id`,
    [person].flat(),
    only ?? null,
    but ?? null,
    newest,
    org ?? null,
  )
  await emitAll(
    db,
    sessions.map(({ id, org_id, person_id }) => fact(SessionEndedSchema, { key: `session:${id}`, org: org_id, actor: person_id }, null)),
  )
  return sessions
}

/** Publishes on the channel of the BFF's own sign-outs, which every BFF pod subscribes to. */
export async function publishEndedSessions({ kv }: Deps, sessions: Pick<EndedSession, 'id' | 'hash'>[]): Promise<void> {
  for (const { id, hash } of sessions) {
    await kv.set(`session-ended:${id}`, '1', grantLifetime)
    await kv.publish('session-ended', hash)
  }
}
