// Moving students between the groups of a set, by who teaches: by hand, by a distribution or from a file.
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import type { Group } from '../groups/api.ts'
import { lockGroups, lockSet, type SetRow, touchGroups } from '../groups/group-rows.ts'
import { insertGroups, toGroup } from '../groups/groups.ts'
import type { Leader, Move, NewGroup } from './api.ts'
import { beginStays, dropLeaders, endStays, type GroupStay, whomOf } from '../groups/stays.ts'

/** The facts of a group name everybody in it. */
export const mostPeople = 500

/** People who are students of the course now, kept from leaving it until the transaction ends. */
export async function lockStudents(tx: Tx, course: string, people: readonly string[]): Promise<Set<string>> {
  const students = await rows<{ person: string }>(
    tx,
    `
    select person_id::text as person from enrolments
    where course_id = $1 and person_id = any($2) and role = 'student' and state = 'active' order by id for share`,
    course,
    people,
  )
  return new Set(students.map(({ person }) => person))
}

/** The group of each of these people in a set. */
export async function placesOf(tx: Tx, set: string, people: readonly string[]): Promise<Map<string, string>> {
  const places = await rows<GroupStay>(
    tx,
    `select person_id::text as person, group_id::text as group from group_members where set_id = $1 and person_id = any($2) and until is null`,
    set,
    people,
  )
  return new Map(places.map(({ person, group }) => [person, group]))
}

type Request = { moves?: Move[]; new_groups?: NewGroup[]; leaders?: Leader[] }
/** 400 for somebody who is named twice, is no student of the course, or leads a group that they are not in, or a group of another set; then nobody is moved. */
export async function movePeople(
  { db, now }: Deps,
  id: string,
  { moves = [], new_groups = [], leaders = [] }: Request,
): Promise<{ moved: number; new_groups: Group[] }> {
  const set = await lockSet(db, id, { share: new_groups.length === 0 })
  const people = [...moves, ...new_groups.flatMap((group) => group.people)]
  if (new Set(people.map(({ person_id }) => person_id)).size < people.length) throw invalid({ moves: 'courseGroup.personTwice' })
  await checkStudents(db, set, [
    ...moves.filter(({ to }) => to !== null).map(({ person_id }) => person_id),
    ...new_groups.flatMap((group) => group.people.map(({ person_id }) => person_id)),
  ])
  const groups = await lockGroups(
    db,
    [...people.map(({ from }) => from), ...moves.map(({ to }) => to), ...leaders.map(({ group_id }) => group_id)].filter(
      (group) => group !== null,
    ),
  )
  const open = new Set(groups.filter(({ set_id, deleted }) => set_id === id && !deleted).map((group) => group.id))
  if (leaders.some(({ group_id }) => !open.has(group_id))) throw invalid({ leaders: 'courseGroup.unknown' })
  if (moves.some(({ to }) => to !== null && !open.has(to))) throw invalid({ moves: 'courseGroup.unknown' })
  await checkSeen(db, set, people)

  const made = await insertGroups(
    db,
    set,
    new_groups.map(({ name }) => name),
    'new_groups',
  )
  const moving = [
    ...moves,
    ...new_groups.flatMap((group, nth) => group.people.map((person) => ({ ...person, to: made[nth]!.id as string | null }))),
  ].filter(({ from, to }) => from !== to)
  const left = await endStays(
    db,
    id,
    moving.flatMap(({ person_id, from }) => (from === null ? [] : [person_id])),
    now(),
  )
  await dropLeaders(db, left)
  const come = moving.flatMap(({ person_id, to }): GroupStay[] => (to === null ? [] : [{ person: person_id, group: to }]))
  const placed = await beginStays(db, set, come, now())
  await checkSizes(db, new Set(come.map(({ group }) => group)))
  const led = await nameLeaders(db, set, [
    ...leaders,
    ...new_groups.flatMap(({ leader_id }, nth) => (leader_id ? [{ group_id: made[nth]!.id, leader_id }] : [])),
  ])
  const touched = await touchGroups(
    db,
    [...left, ...come, ...led].map(({ group }) => group).concat(made.map((group) => group.id)),
    whomOf(left, come, led),
    whomOf(placed),
  )
  const [only] = moving
  if (only)
    await audit(db, {
      action: 'groupSet.peopleMoved',
      subject: `groupSet:${id}`,
      course: set.course_id,
      org: set.org_id,
      ...(moving.length === 1
        ? { person: only.person_id, before: { group: only.from }, after: { group: only.to } }
        : { after: { people: moving.length } }),
    })
  return { moved: moving.length, new_groups: touched.filter((row) => made.some((group) => group.id === row.id)).map(toGroup) }
}

/** Those who lead a group from now on, and those who do so no more. 400 courseGroup.leaderUnknown for somebody who is not in their group. */
async function nameLeaders(tx: Tx, set: SetRow, leaders: readonly Leader[]): Promise<GroupStay[]> {
  if (leaders.length === 0) return []
  const places = await placesOf(
    tx,
    set.id,
    leaders.flatMap(({ leader_id }) => leader_id ?? []),
  )
  if (leaders.some(({ group_id, leader_id }) => leader_id !== null && places.get(leader_id) !== group_id))
    throw invalid({ leaders: 'courseGroup.leaderUnknown' })
  const changed = await rows<{ group: string; before: string | null; after: string | null }>(
    tx,
    `
    update groups g set leader_id = w.leader from unnest($1::uuid[], $2::uuid[]) as w(grp, leader), groups o
    where g.id = w.grp and o.id = g.id and g.leader_id is distinct from w.leader
    returning g.id::text as group, o.leader_id::text as before, g.leader_id::text as after`,
    leaders.map(({ group_id }) => group_id),
    leaders.map(({ leader_id }) => leader_id),
  )
  const named = changed.flatMap(({ group, after }) => (after ? [{ group, person: after }] : []))
  if (named.length > 0)
    await audit(
      tx,
      named.map(({ group, person }) => ({
        action: 'courseGroup.leaderNamed' as const,
        subject: `group:${group}`,
        course: set.course_id,
        org: set.org_id,
        person,
        after: { group_set: set.id },
      })),
    )
  return [...named, ...changed.flatMap(({ group, before }) => (before ? [{ group, person: before }] : []))]
}

async function checkStudents(tx: Tx, { course_id }: SetRow, people: string[]): Promise<void> {
  const students = await lockStudents(tx, course_id, people)
  const others = people.filter((person) => !students.has(person))
  if (others.length > 0)
    throw invalid({ moves: ['courseGroup.notStudents', { count: others.length, people: others.slice(0, 20).map((id) => ({ id })) }] })
}

/** 409 courseGroup.moved with the name of one of those who are elsewhere by now. */
async function checkSeen(tx: Tx, { id }: SetRow, people: { person_id: string; from: string | null }[]): Promise<void> {
  const places = await placesOf(
    tx,
    id,
    people.map(({ person_id }) => person_id),
  )
  const elsewhere = people.filter(({ person_id, from }) => (places.get(person_id) ?? null) !== from)
  if (elsewhere.length === 0) return
  const named = await one<{ name: string }>(tx, 'select name from mirror.persons where id = $1', elsewhere[0]!.person_id)
  throw conflict('courseGroup.moved', { count: elsewhere.length, name: named?.name ?? '' })
}

async function checkSizes(tx: Tx, groups: Set<string>): Promise<void> {
  const large = await one<{ name: string }>(
    tx,
    `
    select g.name from groups g where g.id = any($1)
      and (select count(*) from group_members m where m.group_id = g.id and m.until is null) > ${mostPeople} limit 1`,
    [...groups],
  )
  if (large) throw conflict('courseGroup.tooLarge', { name: large.name, most: mostPeople })
}
