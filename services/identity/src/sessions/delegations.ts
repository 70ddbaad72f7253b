// Sessions of kind job: work that goes on for a person after their call, through the same calls as theirs.
import { one, type Tx } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import { newId, newToken } from '@lyceum/kit/ids'
import type { Deps } from '../deps.ts'
import { hashOf } from './sessions.ts'

/** Hours after which the session of a job ends, whatever it does. */
const hours = 24

/**
 * Makes a session of kind job for the person of a session, in an organisation, and answers its token. It stands among the person's own sessions, has
 * their present roles, and ends with their password, their account or by their hand. 404 for a session that has ended or is a job's itself.
 */
export async function delegate(
  { db, now }: { db: Tx; now: Deps['now'] },
  hash: string,
  { org_id, call }: { org_id: string; call: string },
): Promise<{ token: string }> {
  const token = newToken()
  const made = await one(
    db,
    `
    insert into sessions (id, hash, person_id, org_id, created_at, seen_at, expires_at, agent, kind, validated_at)
    select $1, decode($2, 'hex'), s.person_id, $3, $4, $4, $4::timestamptz + make_interval(hours => $5), $6, 'job', s.validated_at
    from sessions s join persons p on p.id = s.person_id and not p.deleted
    where s.hash = decode($7, 'hex') and s.kind = 'person' and s.expires_at > $4 returning id`,
    newId(),
    hashOf(token),
    org_id,
    now(),
    hours,
    call,
    hash,
  )
  if (!made) throw notFound('session')
  return { token }
}
