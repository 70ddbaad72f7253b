// Signing in by one click, in a demo school: only people that the demo has made, who have no password and belong to no other organisation.
import { one, rows } from '@lyceum/kit/db'
import { refused } from '@lyceum/kit/errors'
import type { Deps } from '../deps.ts'
import type { DemoPerson } from '../organisations/api.ts'

export type NewSession = { id: string; hash: Buffer<ArrayBuffer>; orgId: string | null; agent: string; now: Date; expiresAt: Date }

/** Of `p`, a row of persons; `org` is the parameter with the organisation of the host name. */
const signsInByOneClick = (org: string) => `
  p.made_by_demo and not p.deleted and p.org_id = ${org}::uuid
  and exists (select from organisations o where o.id = p.org_id and not o.deleted and (o.settings->>'demo')::boolean)
  and exists (select from memberships m where m.person_id = p.id and m.org_id = p.org_id)
  and not exists (select from memberships m where m.person_id = p.id and m.org_id <> p.org_id)
  and not exists (select from passwords w where w.person_id = p.id)`

/**
 * Writes the session, in the transaction of `db`. The person's row is held first: whoever adds a password or a membership locks it too, so
 * that is either there when the insert looks, or comes afterwards; a password then ends this session, and no call gives these people another
 * organisation.
 * 403 session.demoPerson for who could sign in like this once, 403 session.demo for anybody else.
 */
export async function openByOneClick({ db, config }: Deps, person: string, session: NewSession): Promise<void> {
  if (!config.demo) throw refused(403, 'session.demo')
  await db.$queryRawUnsafe('select 1 from persons where id = $1::uuid for update', person)
  const { id, hash, orgId, agent, now, expiresAt } = session
  const made = await db.$executeRawUnsafe(
    `
    insert into sessions (id, hash, person_id, org_id, created_at, seen_at, expires_at, agent)
    select $3::uuid, $4, p.id, p.org_id, $5::timestamptz, $5::timestamptz, $6::timestamptz, $7
    from persons p where p.id = $1::uuid and ${signsInByOneClick('$2')}`,
    person,
    orgId,
    id,
    hash,
    now,
    expiresAt,
    agent,
  )
  if (made > 0) return
  const once = await one(db, 'select from persons where id = $1::uuid and org_id = $2::uuid and made_by_demo', person, orgId)
  throw refused(403, once ? 'session.demoPerson' : 'session.demo')
}

/** Those whom one click signs in, at most 12: who runs the school first, then teachers, then students. */
export const demoPeople = async ({ db, config }: Pick<Deps, 'db' | 'config'>, org: string): Promise<DemoPerson[]> =>
  config.demo
    ? await rows<DemoPerson>(
        db,
        `
        select p.id::text, p.name, p.user_no, m.roles[1] as role, coalesce(d.name, '') as department
        from memberships m join persons p on p.id = m.person_id left join departments d on d.id = m.department_id
        where m.org_id = $1::uuid and ${signsInByOneClick('$1')}
        order by array_position(array['admin', 'educational_admin', 'wg_admin', 'faculty', 'instructor', 'instructor_assistant', 'student'], m.roles[1]), p.user_no
        limit 12`,
        org,
      )
    : []
