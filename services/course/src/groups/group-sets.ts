// Making, changing, copying, deleting and restoring group sets.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { CourseScope } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import { endedAt } from '../courses/bin-lifetime.ts'
import type { Deps } from '../deps.ts'
import { beginStays } from './stays.ts'
import type { GroupSet, SignUp } from './api.ts'
import { emitGroups, emitSets, type GroupRow, groupColumns, lockSet, type SetRow, setColumns, touchGroups } from './group-rows.ts'
import { readSet } from './group-reads.ts'
import { cleanName, insertGroups } from './groups.ts'

const mostSets = 50

const auditSet = (
  tx: Tx,
  what: 'made' | 'changed' | 'deleted' | 'restored' | 'copied',
  { id, org_id, course_id }: SetRow,
  after?: object | null,
) => audit(tx, { action: `groupSet.${what}`, subject: `groupSet:${id}`, course: course_id, org: org_id, ...(after && { after }) })

/** One after the other: positions and limits of a course's sets hold. */
async function lockOrder(tx: Tx, course: string): Promise<void> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('group-sets:' || $1, 0))`, course)
  const sets = await one<{ n: number }>(tx, 'select count(*)::int as n from group_sets where course_id = $1 and not deleted', course)
  if ((sets?.n ?? 0) >= mostSets) throw conflict('groupSet.tooMany', { most: mostSets })
}

/** A new set at the end of its course. */
async function insertSet(tx: Tx, scope: { org: string; course: string }, name: string, signUp: SignUp | null): Promise<SetRow> {
  await lockOrder(tx, scope.course)
  const [set] = await rows<SetRow>(
    tx,
    `
    insert into group_sets as s (id, org_id, course_id, name, sort, sign_up, seats, sign_up_until, version)
    select $1::uuid, $2::uuid, $3::uuid, $4, coalesce(max(o.sort), 0) + 1, $5, $6::int, $7::timestamptz, ${nextVersion('0')}
    from group_sets o where o.course_id = $3::uuid
    returning ${setColumns('s')}`,
    newId(),
    scope.org,
    scope.course,
    name,
    signUp !== null,
    signUp?.seats ?? null,
    signUp?.until ?? null,
  )
  return set!
}

type SetDraft = { name: string; groups?: string[]; sign_up?: SignUp | null }
export async function makeSet(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  { name, groups = [], sign_up = null }: SetDraft,
): Promise<GroupSet> {
  const { db } = deps
  const set = await insertSet(db, scope, cleanName(name), sign_up)
  await emitSets(db, [set])
  await emitGroups(db, await insertGroups(db, set, groups, 'groups'))
  await auditSet(db, 'made', set)
  return await readSet(deps, actor, set.id)
}

type SetChange = { name?: string; sign_up?: SignUp | null; version?: number }
export async function changeSet(deps: Deps, actor: Actor, id: string, { name, sign_up, version }: SetChange): Promise<GroupSet> {
  const { db } = deps
  await lockSet(db, id, { seen: version })
  const changed = await rows<SetRow>(
    db,
    `
    update group_sets s set name = coalesce($2, s.name),
      sign_up = case when $3::bool then $4::bool else s.sign_up end, seats = case when $3::bool then $5::int else s.seats end,
      sign_up_until = case when $3::bool then $6::timestamptz else s.sign_up_until end, version = ${nextVersion('s.version')}
    where s.id = $1 returning ${setColumns('s')}`,
    id,
    name === undefined ? null : cleanName(name),
    sign_up !== undefined,
    sign_up !== null,
    sign_up?.seats ?? null,
    sign_up?.until ?? null,
  )
  await emitSets(db, changed)
  await auditSet(db, 'changed', changed[0]!, sign_up && { seats: sign_up.seats, until: sign_up.until })
  return await readSet(deps, actor, id)
}

/** Its groups and the people in them stay as they are, and come back with it. */
export async function deleteSet({ db, now }: Deps, actor: Actor, id: string, version: number | undefined): Promise<null> {
  await lockSet(db, id, { seen: version })
  const changed = await rows<SetRow>(
    db,
    `
    update group_sets s set deleted = true, deleted_at = $2, deleted_by = $3, version = ${nextVersion('s.version')}
    where s.id = $1 returning ${setColumns('s')}`,
    id,
    now(),
    actor.person,
  )
  await emitSets(db, changed)
  await auditSet(db, 'deleted', changed[0]!)
  return null
}

export async function restoreSet(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<GroupSet> {
  const { db, now } = deps
  await lockOrder(db, scope.course)
  const { deleted_at } = await lockSet(db, id, { deleted: true })
  if (deleted_at && deleted_at <= endedAt(now())) throw notFound('groupSet', id)
  const changed = await rows<SetRow>(
    db,
    `
    update group_sets s set deleted = false, deleted_at = null, deleted_by = null, version = ${nextVersion('s.version')}
    where s.id = $1 returning ${setColumns('s')}`,
    id,
  )
  await emitSets(db, changed)
  await auditSet(db, 'restored', changed[0]!)
  return await readSet(deps, actor, id)
}

/** A set of the same groups, in this course; with the people who are in them now, and who leads. */
export async function copySet(
  deps: Deps,
  actor: Actor,
  id: string,
  { name, with_members }: { name: string; with_members: boolean },
): Promise<GroupSet> {
  const { db, now } = deps
  const from = await lockSet(db, id, { share: true })
  const set = await insertSet(db, { org: from.org_id, course: from.course_id }, cleanName(name), null)
  const groups = await rows<GroupRow>(
    db,
    `select ${groupColumns()} from groups where set_id = $1 and not deleted order by sort, id for share`,
    id,
  )
  const copies = await insertGroups(
    db,
    set,
    groups.map((group) => group.name),
  )
  await emitSets(db, [set])
  if (with_members && copies.length > 0) {
    const copyOf = new Map(groups.map((group, nth) => [group.id, copies[nth]!.id]))
    const people = await rows<{ person: string; group: string }>(
      db,
      'select person_id::text as person, group_id::text as group from group_members where set_id = $1 and until is null and group_id = any($2)',
      id,
      [...copyOf.keys()],
    )
    await beginStays(
      db,
      set,
      people.map(({ person, group }) => ({ person, group: copyOf.get(group)! })),
      now(),
    )
    await run(
      db,
      'update groups c set leader_id = g.leader_id from groups g, unnest($1::uuid[], $2::uuid[]) as w(source, copy) where c.id = w.copy and g.id = w.source',
      [...copyOf.keys()],
      [...copyOf.values()],
    )
    await touchGroups(db, copyOf.values())
  } else await emitGroups(db, copies)
  await auditSet(db, 'copied', set, { from: id })
  return await readSet(deps, actor, set.id)
}
