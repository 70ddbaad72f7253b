// Meetings of teaching-and-research groups: made by who leads one, seen by its people of every school; over a real database, through facts and calls.
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { requestRebuild } from '@lyceum/kit/facts/parked'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CalendarOfGroups, draftOf, everywhere, inHours, nowhere, openCalendarOfGroups } from '../test/research-groups.ts'

let env: CalendarOfGroups
beforeAll(async () => {
  env = await openCalendarOfGroups()
})
afterAll(() => env?.close())

test('it is agreed at once, and seen by the people of the group in every school alone, as long as they are in it', async () => {
  const { teacher, other, student } = env.school
  const [foreign, outsider] = [env.elsewhere.teacher, env.elsewhere.other]
  const group = await env.group([
    [teacher, 'owner'],
    [foreign, 'member'],
  ])
  const made = await env.make(teacher, group)
  expect(made).toMatchObject({
    audit_status: 'agree',
    group_id: group.id,
    group_name: 'Marine teaching',
    org_id: env.school.org,
    course_id: null,
    scope_org_ids: '',
    editable: true,
  })
  for (const actor of [teacher, foreign]) expect(await env.sees(actor, group, made.id)).toEqual(everywhere)
  for (const actor of [other, student, outsider]) expect(await env.sees(actor, group, made.id)).toEqual(nowhere)
  expect(await env.inMonth(foreign, made.id)).toMatchObject({
    kind: 'meeting',
    group_id: group.id,
    group_name: 'Marine teaching',
    join_url: 'https://meet.example.edu/rubrics',
    editable: false,
  })
  expect(await env.fault(foreign, `PUT /api/calendar-meeting/${made.id}`, { title: 'Mine', version: made.version })).toBe('403 forbidden')
  // renamed, and with other people
  await env.emit({ ...group, name: 'Shore teaching' }, [
    [teacher, 'owner'],
    [outsider, 'manager'],
  ])
  expect(await env.sees(foreign, group, made.id)).toEqual(nowhere)
  expect(await env.sees(outsider, group, made.id)).toEqual(everywhere)
  expect(await env.inMonth(outsider, made.id)).toMatchObject({ group_name: 'Shore teaching', editable: true })
  // a manager of another school changes it; the rooms are those of the group's own
  const { db } = env.elsewhere
  const room = newId()
  await db.query(`insert into rooms (id, org_id, name, version) values ($1, $2, 'Hall', 1)`, [room, env.elsewhere.org])
  const change = { version: made.version, start_time: inHours(26), end_time: inHours(27) }
  expect(await env.fault(outsider, `PUT /api/calendar-meeting/${made.id}`, { ...change, room_id: room })).toBe('400 room_id room.unknown')
  const moved = await env.ok(outsider, `PUT /api/calendar-meeting/${made.id}`, { ...change, host_user_id: outsider.person })
  expect(moved).toMatchObject({ audit_status: 'agree', host_name: 'Arthit Suwan', org_id: env.school.org })
  await env.ok(outsider, `DELETE /api/calendar-meeting/${made.id}?version=${moved.version}`)
  expect(await env.listed(teacher, group)).toEqual([])
})

test('leaders of the group make its meetings; refused are members, others, a course or organisations beside it, hosts outside, another group', async () => {
  const { teacher, other, manager } = env.school
  const group = await env.group([
    [teacher, 'manager'],
    [other, 'member'],
    [env.elsewhere.teacher, 'member'],
  ])
  const second = await env.group([[teacher, 'owner']])
  const fault = (actor: Actor, more: object = {}) => env.fault(actor, 'POST /api/calendar-meeting', draftOf(group, more))
  for (const actor of [other, env.elsewhere.teacher, env.elsewhere.other, manager]) expect(await fault(actor)).toBe('403 forbidden')
  expect(await fault(teacher, { group_id: newId() })).toBe('400 group_id meeting.groupUnknown')
  expect(await fault(teacher, { scope_org_ids: env.school.org, course_id: newId() })).toBe(
    '400 course_id meeting.ofGroup scope_org_ids meeting.ofGroup',
  )
  expect(await fault(teacher, { host_user_id: env.elsewhere.other.person })).toBe('400 host_user_id meeting.hostUnknown')
  const made = await env.make(teacher, group, { host_user_id: env.elsewhere.teacher.person })
  const change = (more: object) => env.fault(teacher, `PUT /api/calendar-meeting/${made.id}`, { version: made.version, ...more })
  expect(await change({ group_id: second.id })).toBe('400 group_id meeting.ofGroup')
  expect(await change({ group_id: null })).toBe('400 group_id meeting.ofGroup')
  expect(await change({ course_id: newId() })).toBe('400 course_id meeting.ofGroup')
  const plain = await env.ok(teacher, 'POST /api/calendar-meeting', { title: 'Curriculum' })
  expect(await env.fault(teacher, `PUT /api/calendar-meeting/${plain.id}`, { group_id: group.id, version: plain.version })).toBe(
    '400 group_id meeting.ofGroup',
  )
  // its host of another school changes it; who decides about meetings neither decides on it nor changes it
  const renamed = await env.ok(env.elsewhere.teacher, `PUT /api/calendar-meeting/${made.id}`, {
    title: 'Marking',
    group_id: group.id,
    version: made.version,
  })
  expect(renamed).toMatchObject({ title: 'Marking', audit_status: 'agree' })
  const { items } = await env.ok(manager, 'GET /api/management/calendar-meeting?page_size=100')
  expect(items.some(({ id }: { id: string }) => id === made.id)).toBe(false)
  const decision = { audit_status: 'reject', version: renamed.version }
  expect(await env.fault(manager, `PUT /api/management/calendar-meeting/${made.id}`, decision)).toBe('404 meeting.notFound')
  expect(await env.fault(manager, `PUT /api/calendar-meeting/${made.id}`, { title: 'X', version: renamed.version })).toBe('403 forbidden')
})

test('the next meetings of many groups come by one call, and a list begins with them', async () => {
  const { teacher, stranger } = env.school
  const [busy, over, quiet] = [
    await env.group([[teacher, 'owner']]),
    await env.group([[teacher, 'owner']]),
    await env.group([[teacher, 'owner']]),
  ]
  const at = (title: string, hours: number) => ({ title, start_time: inHours(hours), end_time: inHours(hours + 1) })
  for (const [title, hours] of [
    ['Later', 48],
    ['Sooner', 24],
    ['Long ago', -100],
    ['Before', -50],
  ] as const)
    await env.make(teacher, busy, at(title, hours))
  await env.make(teacher, over, at('Over', -10))
  expect((await env.listed(teacher, busy)).map(({ title }) => title)).toEqual(['Sooner', 'Later', 'Before', 'Long ago'])
  const ids = [busy, over, quiet].map(({ id }) => id).join()
  const next = async (actor: Actor) => (await env.ok(actor, `GET /api/calendar-meeting/next?group_ids=${ids}`)).items
  expect(await next(teacher)).toMatchObject([{ group_id: busy.id, title: 'Sooner' }])
  expect(await next(stranger)).toEqual([])
  for (const wrong of ['', 'x', `${busy.id},`])
    expect((await env.call(teacher, `GET /api/calendar-meeting/next?group_ids=${wrong}`)).status).toBe(400)
  const many = Array.from({ length: 101 }, newId).join()
  expect((await env.call(teacher, `GET /api/calendar-meeting/next?group_ids=${many}`)).status).toBe(400)
})

test('a meeting that has begun is changed, as its recording is added', async () => {
  const { teacher } = env.school
  const group = await env.group([[teacher, 'owner']])
  const made = await env.make(teacher, group, { start_time: inHours(-2), end_time: inHours(-1) })
  const replay_address = 'https://meet.example.edu/recording'
  expect(
    await env.ok(teacher, `PUT /api/calendar-meeting/${made.id}`, { title: 'Seen', replay_address, version: made.version }),
  ).toMatchObject({
    title: 'Seen',
    replay_address,
    state: 'ended',
    editable: true,
  })
})

test('the coming meetings of a deleted group are called off, and its people are named in the facts; those that are over are shown nowhere', async () => {
  const { teacher } = env.school
  const group = await env.group([
    [teacher, 'owner'],
    [env.elsewhere.teacher, 'member'],
  ])
  const people = [teacher.person, env.elsewhere.teacher.person].toSorted()
  const coming = await env.make(teacher, group)
  const over = await env.make(teacher, group, { start_time: inHours(-2), end_time: inHours(-1) })
  const factsOf = async (id: string) =>
    (await env.facts('MeetingChanged'))
      .filter(({ key }) => key === `meeting:${id}`)
      .map(({ value, hint }) => [value.news ?? '', value.person_ids?.toSorted(), hint?.people])
  expect(await factsOf(coming.id)).toEqual([['agreed', people, expect.arrayContaining(people)]])
  expect(await factsOf(over.id)).toEqual([['', [], expect.arrayContaining(people)]])
  await env.emit({ ...group, deleted: true }, [])
  expect(await factsOf(coming.id)).toEqual([expect.anything(), ['called_off', people, expect.arrayContaining(people)]])
  for (const { id } of [coming, over]) expect(await env.sees(teacher, group, id)).toEqual(nowhere)
  expect((await env.ok(teacher, `GET /api/calendar-meeting/next?group_ids=${group.id}`)).items).toEqual([])
  expect(await env.fault(teacher, 'POST /api/calendar-meeting', draftOf(group))).toBe('400 group_id meeting.groupUnknown')
})

test('groups of another kind are not kept, and an older state changes nothing', async () => {
  const { teacher, other, db } = env.school
  const sharing = { id: newId(), name: 'Files', kind: 'sharing', deleted: false }
  await env.emitOld(sharing, [[teacher, 'owner']])
  const group = await env.group([[teacher, 'owner']])
  await env.emitOld({ ...group, name: 'Old' }, [[other, 'owner']])
  // another fact of the same log: the two before it are applied
  await env.emit(group, [[teacher, 'owner']])
  const { rows } = await db.query(
    'select g.name, m.person_id from research_groups g left join research_group_members m on m.group_id = g.id where g.id = any($1)',
    [[sharing.id, group.id]],
  )
  expect(rows).toEqual([{ name: 'Marine teaching', person_id: teacher.person }])
})

test('a rebuild from empty tables brings every group back as it is, and calls nothing off', async () => {
  const { teacher, other, db } = env.school
  const group = await env.group([
    [teacher, 'owner'],
    [env.elsewhere.teacher, 'member'],
  ])
  const made = await env.make(teacher, group)
  await env.emit({ ...group, name: 'Shore teaching' }, [
    [teacher, 'owner'],
    [other, 'member'],
  ])
  const tables = async () => [
    (await db.query('select * from research_groups order by id')).rows,
    (await db.query('select * from research_group_members order by group_id, person_id')).rows,
  ]
  const [before, facts] = [await tables(), (await env.facts('MeetingChanged')).length]
  await db.query('truncate research_groups, research_group_members')
  await requestRebuild(plain(db))
  await until(async () => isDeepStrictEqual(await tables(), before))
  expect((await env.facts('MeetingChanged')).length).toBe(facts)
  expect(await env.sees(other, group, made.id)).toEqual(everywhere)
})
