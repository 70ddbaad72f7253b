// Students sign up for groups by themselves. The set's row is only read, so that a thousand of them wait for the groups they want alone.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import type { CourseScope } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { lockGroups, lockSet, type SetRow, touchGroups } from '../groups/group-rows.ts'
import { isOpen } from '../groups/group-reads.ts'
import { lockStudents, mostPeople, placesOf } from './moving.ts'
import { beginStays, dropLeaders, endStays, whomOf } from '../groups/stays.ts'

/** The set of the group, open for a student who is in the course. */
async function openSet({ db, now }: Deps, actor: Actor, scope: CourseScope, group: string): Promise<SetRow> {
  if (scope.access.realRole !== 'student') throw forbidden('courseGroup.studentsOnly')
  const found = await one<{ set: string }>(db, 'select set_id::text as set from groups where id = $1 and not deleted', group)
  if (!found) throw notFound('courseGroup', group)
  const set = await lockSet(db, found.set, { share: true })
  if (!isOpen(set, now())) throw conflict('groupSet.signUpClosed')
  if (!(await lockStudents(db, set.course_id, [actor.person])).has(actor.person)) throw forbidden('courseGroup.studentsOnly')
  return set
}

/** Of two who want the last seat one has it, and the other 409 courseGroup.full. A student who is in it already stays. */
export async function joinGroup(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<null> {
  const { db, now } = deps
  const set = await openSet(deps, actor, scope, id)
  const before = (await placesOf(db, set.id, [actor.person])).get(actor.person)
  if (before === id) return null
  const [target] = (await lockGroups(db, before ? [before, id] : [id])).filter((group) => group.id === id)
  if (!target || target.deleted) throw notFound('courseGroup', id)
  if ((await placesOf(db, set.id, [actor.person])).get(actor.person) !== before) throw conflict('courseGroup.moved', { count: 1, name: '' })
  if ((await taken(db, id)) >= Math.min(set.seats ?? mostPeople, mostPeople)) throw conflict('courseGroup.full', { name: target.name })
  const left = await endStays(db, set.id, before ? [actor.person] : [], now())
  await dropLeaders(db, left)
  const come = [{ person: actor.person, group: id }]
  await beginStays(db, set, come, now())
  await touchGroups(db, before ? [before, id] : [id], whomOf(left, come))
  return null
}

const taken = async (tx: Tx, group: string): Promise<number> =>
  (await one<{ n: number }>(tx, 'select count(*)::int as n from group_members where group_id = $1 and until is null', group))?.n ?? 0

/** A student who is not in it changes nothing. */
export async function leaveGroup(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<null> {
  const { db, now } = deps
  const set = await openSet(deps, actor, scope, id)
  await lockGroups(db, [id])
  if ((await placesOf(db, set.id, [actor.person])).get(actor.person) !== id) return null
  const left = await endStays(db, set.id, [actor.person], now())
  await dropLeaders(db, left)
  await touchGroups(db, [id], whomOf(left))
  return null
}
