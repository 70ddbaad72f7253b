// Groups of a set: adding, changing, deleting and restoring them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { caseless } from '@lyceum/kit/text/folded'
import type {} from '../audit-actions.ts'
import { endedAt } from '../courses/bin-lifetime.ts'
import type { Deps } from '../deps.ts'
import { dropLeaders, endStays, refillGroup, whomOf } from './stays.ts'
import type { Group } from './api.ts'
import { emitGroups, type GroupRow, groupColumns, lockGroup, lockSet, type SetRow, touchGroups } from './group-rows.ts'

const mostGroups = 200

export const toGroup = ({ id, set_id, name, sort, leader_id, version }: GroupRow): Group => ({
  id,
  set_id,
  name,
  sort,
  leader_id,
  version: Number(version),
})

export function cleanName(name: string): string {
  const clean = cleanTitle(name)
  if (clean === '') throw invalid({ name: 'field.required' })
  return clean
}

/** Two names of one list that differ in capitals alone are one to who reads them. */
export function cleanNames(names: readonly string[], field: string): string[] {
  const clean = names.map(cleanTitle)
  if (clean.includes('')) throw invalid({ [field]: 'field.required' })
  const once = new Set(clean.map(caseless))
  if (once.size < clean.length) throw invalid({ [field]: 'courseGroup.nameTaken' })
  return clean
}

const auditGroup = (
  tx: Tx,
  what: 'deleted' | 'restored' | 'leaderNamed',
  { id, org_id, course_id, set_id }: GroupRow,
  more: { person?: string } = {},
) =>
  audit(tx, {
    action: `courseGroup.${what}`,
    subject: `group:${id}`,
    course: course_id,
    org: org_id,
    after: { group_set: set_id },
    ...more,
  })

/** New groups at the end of a set that is locked. 409 when it would have too many, 400 at `field` for a name that it has. */
export async function insertGroups(tx: Tx, set: SetRow, given: readonly string[], field = 'names'): Promise<GroupRow[]> {
  const names = cleanNames(given, field)
  if (names.length === 0) return []
  const present = await rows<{ name: string }>(
    tx,
    'select kit.caseless(name) as name from groups where set_id = $1 and not deleted',
    set.id,
  )
  if (present.length + names.length > mostGroups) throw conflict('courseGroup.tooMany', { most: mostGroups })
  const taken = new Set(present.map(({ name }) => name))
  if (names.some((name) => taken.has(caseless(name)))) throw invalid({ [field]: 'courseGroup.nameTaken' })
  const groups = await rows<GroupRow>(
    tx,
    `
    insert into groups as g (id, org_id, course_id, set_id, name, sort, version)
    select w.id, $2::uuid, $3::uuid, $4::uuid, w.name, (select coalesce(max(o.sort), 0) from groups o where o.set_id = $4::uuid) + w.nth::int,
      ${nextVersion('0')}
    from unnest($1::uuid[], $5::text[]) with ordinality as w(id, name, nth)
    returning ${groupColumns('g')}`,
    names.map(() => newId()),
    set.org_id,
    set.course_id,
    set.id,
    names,
  )
  return groups.sort((a, b) => a.sort - b.sort)
}

export async function addGroups({ db }: Deps, id: string, names: string[]): Promise<{ groups: Group[] }> {
  const set = await lockSet(db, id)
  const groups = await insertGroups(db, set, names)
  await emitGroups(db, groups)
  return { groups: groups.map(toGroup) }
}

type GroupChange = { name?: string; leader_id?: string | null; version?: number }
/** 400 courseGroup.leaderUnknown for somebody who is not in the group. */
export async function changeGroup({ db }: Deps, id: string, { name, leader_id, version }: GroupChange): Promise<Group> {
  const group = await lockGroup(db, id, { seen: version })
  const clean = name === undefined ? null : cleanName(name)
  if (clean !== null) {
    const taken = await one(
      db,
      'select from groups where set_id = $1 and not deleted and kit.caseless(name) = kit.caseless($2) and id <> $3 limit 1',
      group.set_id,
      clean,
      id,
    )
    if (taken) throw invalid({ name: 'courseGroup.nameTaken' })
  }
  if (leader_id) {
    const inside = await one(db, 'select from group_members where group_id = $1 and person_id = $2 and until is null', id, leader_id)
    if (!inside) throw invalid({ leader_id: 'courseGroup.leaderUnknown' })
  }
  const changed = await rows<GroupRow>(
    db,
    `
    update groups g set name = coalesce($2, g.name), leader_id = case when $3::bool then $4::uuid else g.leader_id end, version = ${nextVersion('g.version')}
    where g.id = $1 returning ${groupColumns('g')}`,
    id,
    clean,
    leader_id !== undefined,
    leader_id ?? null,
  )
  const concerned = [group.leader_id, leader_id].filter((person): person is string => Boolean(person))
  await emitGroups(db, changed, new Map([[id, concerned]]))
  if (leader_id) await auditGroup(db, 'leaderNamed', group, { person: leader_id })
  return toGroup(changed[0]!)
}

export async function deleteGroup({ db, now }: Deps, actor: Actor, id: string, version: number | undefined): Promise<null> {
  const group = await lockGroup(db, id, { seen: version })
  const people = await rows<{ person: string }>(
    db,
    'select person_id::text as person from group_members where group_id = $1 and until is null',
    id,
  )
  const left = await endStays(
    db,
    group.set_id,
    people.map(({ person }) => person),
    now(),
    { returns: true },
  )
  const changed = await rows<GroupRow>(
    db,
    `
    update groups g set deleted = true, deleted_at = $2, deleted_by = $3, version = ${nextVersion('g.version')}
    where g.id = $1 returning ${groupColumns('g')}`,
    id,
    now(),
    actor.person,
  )
  await emitGroups(db, changed, whomOf(left))
  await auditGroup(db, 'deleted', group)
  return null
}

/** Its set must exist. Its leader leads it again, if they come back. */
export async function restoreGroup({ db, now }: Deps, id: string): Promise<Group> {
  const found = await one<{ set: string; name: string }>(db, 'select set_id::text as set, name from groups where id = $1 and deleted', id)
  if (!found) throw notFound('courseGroup', id)
  const set = await lockSet(db, found.set)
  const before = await lockGroup(db, id, { deleted: true })
  if (before.deleted_at && before.deleted_at <= endedAt(now())) throw notFound('courseGroup', id)
  const present = await rows<{ name: string }>(
    db,
    'select kit.caseless(name) as name from groups where set_id = $1 and not deleted',
    set.id,
  )
  if (present.length >= mostGroups) throw conflict('courseGroup.tooMany', { most: mostGroups })
  await run(db, 'update groups set deleted = false, deleted_at = null, deleted_by = null where id = $1', id)
  await refillGroup(db, before, now())
  await dropLeaders(db, before.leader_id ? [{ person: before.leader_id, group: id }] : [])
  const [row] = await touchGroups(db, [id])
  await auditGroup(db, 'restored', before)
  return toGroup(row!)
}
