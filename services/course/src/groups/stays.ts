// Stays: who is in which group from when to when. Every change of them goes through here; the caller has locked the groups that it concerns
// (group-rows.ts), after the enrolments of the people.
import { conflict } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { lockGroups, touchGroups } from './group-rows.ts'

/** A stay that ends so soon was a slip, and so was leaving when somebody is back as soon: history does not keep it. Seconds. */
export const slip = 60
const sinceSlip = (now: string) => `${now}::timestamptz - interval '${slip} seconds'`

export type GroupStay = { person: string; group: string }
type SetRef = { id: string; org_id: string; course_id: string }

/** Ends the present stays of these people in a set, and answers where they were. `returns`: they come back with the course or the group. */
export async function endStays(
  tx: Tx,
  set: string,
  people: readonly string[],
  now: Date,
  { returns = false }: { returns?: boolean } = {},
): Promise<GroupStay[]> {
  const ended = await rows<GroupStay>(
    tx,
    `
    update group_members set until = greatest($3, since), returns = $4 where set_id = $1 and person_id = any($2) and until is null
    returning person_id::text as person, group_id::text as group`,
    set,
    people,
    now,
    returns,
  )
  if (!returns)
    await run(
      tx,
      `delete from group_members where set_id = $1 and person_id = any($2) and until >= $3 and since > ${sinceSlip('$3')} and not returns`,
      set,
      ended.map(({ person }) => person),
      now,
    )
  return ended
}

/**
 * Puts people into groups of a set, who are in none, and answers those to whom that is new: not who left by a slip. 409 courseGroup.moved when
 * somebody came into one meanwhile.
 */
export async function beginStays(tx: Tx, set: SetRef, places: readonly GroupStay[], now: Date): Promise<GroupStay[]> {
  if (places.length === 0) return []
  const [people, groups] = [places.map(({ person }) => person), places.map(({ group }) => group)]
  const wanted = 'unnest($2::uuid[], $3::uuid[]) as w(person, grp)'
  const back = await rows<{ person: string }>(
    tx,
    `
    update group_members m set until = null, returns = false from (
      select distinct on (last.person_id) last.id, last.group_id, last.until, w.grp
      from ${wanted} join group_members last on last.set_id = $1 and last.person_id = w.person
      order by last.person_id, last.until desc nulls first, last.since desc) l
    where m.id = l.id and l.group_id = l.grp and l.until > ${sinceSlip('$4')}
    returning m.person_id::text as person`,
    set.id,
    people,
    groups,
    now,
  )
  const stayed = new Set(back.map(({ person }) => person))
  const fresh = places.filter(({ person }) => !stayed.has(person))
  const begun = await run(
    tx,
    `
    insert into group_members (id, org_id, course_id, set_id, group_id, person_id, since)
    select w.id, $4::uuid, $5::uuid, $1::uuid, w.grp, w.person, $6::timestamptz from unnest($2::uuid[], $3::uuid[], $7::uuid[]) as w(person, grp, id)
    on conflict (set_id, person_id) where until is null do nothing`,
    set.id,
    fresh.map(({ person }) => person),
    fresh.map(({ group }) => group),
    set.org_id,
    set.course_id,
    now,
    fresh.map(() => newId()),
  )
  if (begun < fresh.length) throw conflict('courseGroup.moved')
  return fresh
}

/** Of each group the people of these places. */
export function whomOf(...places: readonly GroupStay[][]): Map<string, string[]> {
  const whom = new Map<string, string[]>()
  for (const { person, group } of places.flat()) whom.set(group, [...(whom.get(group) ?? []), person])
  return whom
}

/** After people have left groups: who led one does so no more. */
export const dropLeaders = (tx: Tx, left: readonly GroupStay[]): Promise<number> =>
  run(
    tx,
    `
    update groups g set leader_id = null from unnest($1::uuid[], $2::uuid[]) as w(person, grp)
    where g.id = w.grp and g.leader_id = w.person
      and not exists (select from group_members m where m.group_id = g.id and m.person_id = w.person and m.until is null)`,
    left.map(({ person }) => person),
    left.map(({ group }) => group),
  )

type Member = { course_id: string; person_id: string; role: string; state: string }

/** A person who is no student of a course any more leaves its groups, and comes back into them when they are one again. Their enrolments are written. */
export async function followMembers(tx: Tx, changed: readonly Member[]): Promise<void> {
  // most of thousands at once were in no group
  const grouped = await rows<{ course: string; person: string; now: Date }>(
    tx,
    `
    select distinct m.course_id::text as course, m.person_id::text as person, clock_timestamp() as now
    from unnest($1::uuid[], $2::uuid[]) as w(course, person)
    join group_members m on m.course_id = w.course and m.person_id = w.person`,
    changed.map(({ course_id }) => course_id),
    changed.map(({ person_id }) => person_id),
  )
  const clock = grouped[0]
  const inGroups = new Set(grouped.map(({ course, person }) => `${course} ${person}`))
  const moving = changed.filter(({ course_id, person_id }) => inGroups.has(`${course_id} ${person_id}`))
  for (const [course, ofCourse] of Map.groupBy(moving, ({ course_id }) => course_id)) {
    const [students, others] = [true, false].map((student) =>
      ofCourse.filter(({ role, state }) => (role === 'student' && state === 'active') === student).map(({ person_id }) => person_id),
    ) as [string[], string[]]
    if (others.length > 0) await leaveGroups(tx, course, others, clock!.now)
    if (students.length > 0) await returnTo(tx, course, 'course_id', course, students, clock!.now)
  }
}

async function leaveGroups(tx: Tx, course: string, people: string[], now: Date): Promise<void> {
  const present = await rows<GroupStay & { set: string }>(
    tx,
    `
    select set_id::text as set, group_id::text as group, person_id::text as person from group_members
    where course_id = $1 and person_id = any($2) and until is null`,
    course,
    people,
  )
  if (present.length === 0) return
  await lockGroups(
    tx,
    present.map(({ group }) => group),
  )
  const left: GroupStay[] = []
  for (const set of new Set(present.map(({ set }) => set))) left.push(...(await endStays(tx, set, people, now, { returns: true })))
  await dropLeaders(tx, left)
  await touchGroups(
    tx,
    left.map(({ group }) => group),
    whomOf(left),
  )
}

type Return = GroupStay & { set: string; org: string; room: number | null }

/** The stays that were the last of their person in the set, of `$1` by `column`, whose people come back: active students, into groups that stand. */
const returning = (column: 'course_id' | 'group_id') => `
  select m.set_id::text as set, m.group_id::text as group, m.person_id::text as person, s.org_id::text as org,
    case when s.sign_up then s.seats - (select count(*)::int from group_members o where o.group_id = g.id and o.until is null) end as room
  from group_members m
  join groups g on g.id = m.group_id and not g.deleted
  join group_sets s on s.id = m.set_id and not s.deleted
  join enrolments e on e.course_id = m.course_id and e.person_id = m.person_id and e.state = 'active' and e.role = 'student'
  where m.${column} = $1 and m.returns and ($2::uuid[] is null or m.person_id = any($2))
    and not exists (select from group_members later where later.set_id = m.set_id and later.person_id = m.person_id
      and (later.until is null or later.until > m.until or (later.until = m.until and later.since > m.since)))
  order by m.since, m.id`

/** A group is restored: the people who left it by its deletion come back, unless they are in another one. */
export const refillGroup = (tx: Tx, { id, course_id }: { id: string; course_id: string }, now: Date): Promise<void> =>
  returnTo(tx, course_id, 'group_id', id, null, now)

async function returnTo(tx: Tx, course: string, column: 'course_id' | 'group_id', id: string, people: string[] | null, now: Date) {
  const found = await rows<Return>(tx, returning(column), id, people)
  if (found.length === 0) return
  await lockGroups(
    tx,
    found.map(({ group }) => group),
  )
  // behind the locks: seats may have gone meanwhile
  const possible = await rows<Return>(tx, returning(column), id, people)
  const room = new Map(possible.map(({ group, room }) => [group, room]))
  const coming = possible.filter(({ group }) => {
    const left = room.get(group) ?? null
    if (left === null) return true
    room.set(group, left - 1)
    return left > 0
  })
  for (const [set, places] of Map.groupBy(coming, ({ set }) => set))
    await beginStays(tx, { id: set, org_id: places[0]!.org, course_id: course }, places, now)
  await touchGroups(
    tx,
    coming.map(({ group }) => group),
    whomOf(coming),
  )
}

/** An erased person's stays go, everywhere; the groups are emitted without them. */
export async function eraseStays(tx: Tx, person: string): Promise<void> {
  const were = await rows<{ group: string; course: string }>(
    tx,
    'select distinct group_id::text as group, course_id::text as course from group_members where person_id = $1',
    person,
  )
  if (were.length === 0) return
  await lockGroups(
    tx,
    were.map(({ group }) => group),
  )
  await run(tx, 'delete from group_members where person_id = $1', person)
  await run(tx, 'update groups set leader_id = null where leader_id = $1 and id = any($2)', person, [
    ...new Set(were.map(({ group }) => group)),
  ])
  for (const ofCourse of Map.groupBy(were, ({ course }) => course).values())
    await touchGroups(
      tx,
      ofCourse.map(({ group }) => group),
    )
}
