// Invitations to groups of teaching and research: a code by which people of other schools join, whom nobody here may search. It is in no list, no fact
// and no log.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound, tooMany } from '@lyceum/kit/calls/errors'
import { one, rows, run } from '@lyceum/kit/database/database'
import { isAccessCode, newAccessCode } from '@lyceum/kit/text/access-code'
import type { Deps } from '../deps.ts'
import { emitGroups, ownGroups } from '../rows/group-facts.ts'
import { presentSql } from '../rows/group-members.ts'
import type { GroupInvitation, GroupOffer, ResourceGroup } from './api.ts'
import { assertRoom, groupFor, lockGroup } from './groups.ts'

/** Seconds in which wrong codes are counted, and how many are answered in them. */
const window = 600
const mostTries = 10
const dayMs = 86_400_000

type Invitation = { code: string; expires_at: Date }
const toInvitation = ({ code, expires_at }: Invitation): GroupInvitation => ({ code, expires_at: expires_at.toISOString() })

/** The code is in no line. */
const lineOf = <A extends 'resourceGroup.invited' | 'resourceGroup.invitationEnded'>(action: A, id: string) => ({
  action,
  subject: `resource-group:${id}`,
})

/** 403 for who does not manage the group; 409 group.homeOnly for a sharing group. */
async function assertInvites({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<void> {
  const { kind } = await groupFor(db, actor, id, 'manager')
  if (kind !== 'vtrs') throw conflict('group.homeOnly')
}

/** The invitation of before ends. */
export async function makeInvitation(deps: Pick<Deps, 'db' | 'now'>, actor: Actor, id: string, days: number): Promise<GroupInvitation> {
  await assertInvites(deps, actor, id)
  const now = deps.now()
  for (;;) {
    const [made] = await rows<Invitation>(
      deps.db,
      `insert into resource_group_invitations (group_id, code, created_by, created_at, expires_at)
       select $1::uuid, $2::text, $3::uuid, $4::timestamptz, $5::timestamptz
       where not exists (select from resource_group_invitations i where i.code = $2)
       on conflict (group_id) do update set code = excluded.code, created_by = excluded.created_by, created_at = excluded.created_at,
         expires_at = excluded.expires_at
       returning code, expires_at`,
      id,
      newAccessCode(),
      actor.person,
      now,
      new Date(now.getTime() + days * dayMs),
    )
    if (!made) continue
    const invitation = toInvitation(made)
    await audit(deps.db, { ...lineOf('resourceGroup.invited', id), after: { until: invitation.expires_at } })
    return invitation
  }
}

/** null: none, or it has expired. */
export async function readInvitation(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<{ invitation: GroupInvitation | null }> {
  await assertInvites(deps, actor, id)
  const found = await one<Invitation>(
    deps.db,
    'select code, expires_at from resource_group_invitations where group_id = $1 and expires_at > $2',
    id,
    deps.now(),
  )
  return { invitation: found ? toInvitation(found) : null }
}

/** Repeatable. */
export async function endInvitation(deps: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<null> {
  await assertInvites(deps, actor, id)
  const ended = await run(deps.db, 'delete from resource_group_invitations where group_id = $1', id)
  if (ended > 0) await audit(deps.db, lineOf('resourceGroup.invitationEnded', id))
  return null
}

type Found = {
  id: string
  name: string
  org: { id: string; name: string }
  led_by: string[]
  member_count: number
  joined: boolean
  barred: boolean
  expires_at: Date
}

/**
 * The group of a code. 404 groupInvitation.notFound alike for a wrong code, an ended and an expired one; 429 after too many. A try is counted before the
 * code is checked, so that parallel guesses count too, and is subtracted again for a right one.
 */
async function groupOfCode({ db, kv, now }: Pick<Deps, 'db' | 'kv' | 'now'>, actor: Actor, code: string): Promise<Found> {
  if (!isAccessCode(code)) throw notFound('groupInvitation')
  const tries = `group-invitation:${actor.person}`
  if ((await kv.incr(tries, window)) > mostTries) throw tooMany(window)
  const found = await one<Found>(
    db,
    `
    select g.id::text, g.name, jsonb_build_object('id', o.id, 'name', o.name) as org, i.expires_at,
      array(select p.name from resource_group_members l join mirror.persons p on p.id = l.person_id
        where l.group_id = g.id and l.role = 'owner' order by l.joined_at, l.person_id limit 3) as led_by,
      (select count(*)::int from resource_group_members c where c.group_id = g.id) as member_count,
      exists (select from resource_group_members m where m.group_id = g.id and m.person_id = $3 and ${presentSql}) as joined,
      exists (select from mirror.persons p where p.id = $3 and g.org_id = any(p.suspended_in)) as barred
    from resource_group_invitations i join resource_groups g on g.id = i.group_id and g.kind = 'vtrs' and not g.deleted
    join mirror.orgs o on o.id = g.org_id and not o.deleted and o.state <> 'suspended'
    where i.code = $1 and i.expires_at > $2`,
    code,
    now(),
    actor.person,
  ).catch(async (error) => {
    // an outage is not a guess
    await kv.decr(tries)
    throw error
  })
  if (!found) throw notFound('groupInvitation')
  await kv.decr(tries)
  return found
}

export async function readOffer(deps: Deps, actor: Actor, code: string): Promise<GroupOffer> {
  const { barred: _, id, name, expires_at, ...offer } = await groupOfCode(deps, actor, code)
  return { ...offer, group: { id, name }, expires_at: expires_at.toISOString() }
}

/**
 * Joins as a member of the school of the session; again changes nothing. Whoever was in the group before, and left the school they came from, is a plain
 * member now. 403 for who is suspended in the group's home, 409 group.full.
 */
export async function joinGroup(deps: Deps, actor: Actor, code: string): Promise<ResourceGroup> {
  const { db, now } = deps
  const { id, org, barred, joined } = await groupOfCode(deps, actor, code)
  if (barred) throw forbidden()
  if (joined) return await groupFor(db, actor, id)
  await lockGroup(db, id)
  await assertRoom(db, id, [actor.person])
  await run(
    db,
    `insert into resource_group_members as m (group_id, person_id, role, joined_at, org_id) values ($1, $2, 'member', $3, $4)
     on conflict (group_id, person_id) do update set role = 'member', joined_at = excluded.joined_at, org_id = excluded.org_id`,
    id,
    actor.person,
    now(),
    actor.org === org.id ? null : actor.org,
  )
  // whoever owned it and comes back by another school owns it no more
  await ownGroups(db, [id])
  await emitGroups(db, [id], [actor.person])
  // its home's administrators see who came in from another school
  await audit(db, {
    action: 'resourceGroup.joined',
    subject: `resource-group:${id}`,
    org: org.id,
    person: actor.person,
  })
  return await groupFor(db, actor, id)
}
