// Who is in which group: moves, previews, sign-up, history, and what happens to groups when people leave the course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupBoard } from '../groups/api.ts'
import { service } from '../service.ts'
import { type School, testSchool } from '../test/school.ts'
import type { PreviewGroup } from './api.ts'
import { shuffled } from './rules.ts'
import { eraseStays } from './stays.ts'
import { fromValue } from '@lyceum/kit/facts/wire-format'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { GroupChangedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { courseMirror } from '../../mirror/consumers.ts'
import { plain } from '@lyceum/kit/database/database'

let it: TestService
let school: School
let course: string
let set: string
let students: Actor[]
beforeAll(async () => {
  it = await testService(service)
  school = await testSchool(it.databaseUrl)
  students = []
  for (const name of ['Aiko Mori', 'Ben Carter', 'Chai Wongsakul', 'Dewi Lestari', 'Ewa Nowak', 'Faridah Ali'])
    students.push(await school.person(name, 'student'))
})
afterAll(async () => {
  await school?.close()
  await it?.stop()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const as = (method: Method, path: string, body?: object, who: Actor = school.teacher) => it.call(who, method, path, body)
const enrol = (people: Actor[], role = 'student') =>
  as('POST', `/api/courses/${course}/enrollments`, { person_ids: people.map(({ person }) => person), role })
beforeEach(async () => {
  course = (await as('POST', '/api/course', { name: 'Marine Biology II' })).body.id
  await as('PUT', `/api/courses/${course}/publish`, { published: true })
  await enrol(students)
  set = (await as('POST', `/api/courses/${course}/group-sets`, { name: 'Lab teams', groups: ['Tides', 'Reefs', 'Dunes'] })).body.id
})

const board = async (): Promise<GroupBoard> => (await as('GET', `/api/group-sets/${set}`)).body
const groupIds = async () => (await board()).list.map(({ id }) => id)
const move = (...moves: [person: Actor, from: string | null, to: string | null][]) =>
  as('PUT', `/api/group-sets/${set}/members`, { moves: moves.map(([{ person }, from, to]) => ({ person_id: person, from, to })) })
/** Group name → the first names of who is in it. */
const where = async () =>
  Object.fromEntries((await board()).list.map(({ name, members }) => [name, members.map((one) => one.name.split(' ')[0]).join()]))
const history = async (conditions = '') =>
  (await as('GET', `/api/group-sets/${set}/history?page_size=100${conditions}`)).body.items.map(
    ({ person, group, until }: { person: { name: string }; group: { name: string }; until: string | null }) =>
      `${person.name.split(' ')[0]} ${group.name}${until ? ' until' : ''}`,
  )
/** As if the present stays had begun some minutes ago, and the former ones ended then. */
const later = (minutes = 5) =>
  school.db.query(
    `update group_members set since = since - make_interval(mins => $2), until = until - make_interval(mins => $2) where set_id = $1`,
    [set, minutes],
  )

describe('moving', () => {
  test('from where the writer saw them; 409 with a name when they are elsewhere, and nobody has moved', async () => {
    const [tides, reefs] = await groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    expect((await move([aiko, null, tides!], [ben, null, tides!])).body.moved).toBe(2)
    expect((await move([aiko, tides!, reefs!])).status).toBe(200)
    const late = await move([ben, tides!, reefs!], [aiko, tides!, null])
    expect([late.body.code, late.body.params]).toEqual(['courseGroup.moved', { count: 1, name: 'Aiko Mori' }])
    expect(await where()).toEqual({ Tides: 'Ben', Reefs: 'Aiko', Dunes: '' })
    expect((await move([aiko, reefs!, null])).body.moved).toBe(1)
    expect(await where()).toEqual({ Tides: 'Ben', Reefs: '', Dunes: '' })
  })
  test('into new groups; 400 for who is no student, a group of another set, and a person named twice', async () => {
    const [aiko] = students as [Actor]
    const put = (body: object) => as('PUT', `/api/group-sets/${set}/members`, body)
    const people = students.slice(1, 3).map(({ person }) => ({ person_id: person, from: null }))
    const made = await put({ new_groups: [{ name: 'Kelp', people }] })
    expect(made.body).toMatchObject({ moved: 2, new_groups: [{ name: 'Kelp', sort: 4 }] })
    expect(await where()).toMatchObject({ Kelp: 'Ben,Chai' })
    const code = async (body: object) => {
      const { status, body: answer } = await put(body)
      return [status, Object.values(answer.details as Record<string, { code: string }[]>)[0]![0]!.code]
    }
    const [tides] = await groupIds()
    expect(await code({ moves: [{ person_id: school.stranger.person, from: null, to: tides }] })).toEqual([400, 'courseGroup.notStudents'])
    expect(await code({ moves: [{ person_id: school.teacher.person, from: null, to: tides }] })).toEqual([400, 'courseGroup.notStudents'])
    expect(await code({ moves: [{ person_id: aiko.person, from: null, to: newId() }] })).toEqual([400, 'courseGroup.unknown'])
    expect(
      await code({
        moves: [{ person_id: aiko.person, from: null, to: tides }],
        new_groups: [{ name: 'x', people: [{ person_id: aiko.person, from: null }] }],
      }),
    ).toEqual([400, 'courseGroup.personTwice'])
    expect((await as('PUT', `/api/group-sets/${set}/members`, { moves: [] }, aiko)).status).toBe(403)
  })
  test('history has who was where until when; a slip and its undo leave nothing in it', async () => {
    const [tides, reefs] = await groupIds()
    const [aiko] = students as [Actor]
    await move([aiko, null, tides!])
    await later()
    await move([aiko, tides!, reefs!])
    await move([aiko, reefs!, tides!])
    expect(await history()).toEqual(['Aiko Tides'])
    await move([aiko, tides!, reefs!])
    await later()
    expect(await history()).toEqual(['Aiko Reefs', 'Aiko Tides until'])
    expect(await history(`&conditions={"group_id":"${tides}"}`)).toEqual(['Aiko Tides until'])
    const { rows } = await school.db.query(
      `select value::jsonb from kit.outbox where key = $1 and type like '%GroupChanged' and value::jsonb->>'id' = $2 order by seq desc limit 1`,
      [`course:${course}`, tides],
    )
    expect(rows[0].value.members).toMatchObject([{ person_id: aiko.person }])
    expect(rows[0].value.members[0].until).toBeTruthy()
  })
  test('the fact names whom somebody else put into the group: once, and nobody who came back after a slip', async () => {
    const [tides, reefs] = await groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    const placed = async () => {
      const { rows } = await school.db.query(
        `select value::jsonb->'placed' as placed from kit.outbox where key = $1 and type like '%GroupChanged' order by seq`,
        [`course:${course}`],
      )
      return rows.flatMap(({ placed }) => placed ?? []).map((id: string) => students.find(({ person }) => person === id))
    }
    await move([aiko, null, tides!], [ben, null, tides!])
    expect(await placed()).toEqual([aiko, ben])
    await later()
    await move([aiko, tides!, reefs!])
    await move([aiko, reefs!, tides!])
    await as('PUT', `/api/groups/${tides}`, { name: 'High tides' })
    expect(await placed()).toEqual([aiko, ben, aiko])
    await as('PUT', `/api/group-sets/${set}`, { sign_up: { seats: null, until: null } })
    await as('POST', `/api/groups/${reefs}/join`, undefined, ben)
    expect(await placed()).toEqual([aiko, ben, aiko])
  })
})

describe('previews', () => {
  const save = (groups: PreviewGroup[]) =>
    as('PUT', `/api/group-sets/${set}/members`, {
      moves: groups.flatMap(({ id, people }) =>
        id ? people.flatMap(({ id: person_id, from }) => (from === id ? [] : [{ person_id, from, to: id }])) : [],
      ),
      new_groups: groups.flatMap(({ id, name, people }) =>
        id ? [] : [{ name, people: people.map(({ id: person_id, from }) => ({ person_id, from })) }],
      ),
    })
  const distribute = (body: object) => as('POST', `/api/group-sets/${set}/distribute`, body)

  test('a distribution by number or size writes nothing until it is saved; missing groups are made', async () => {
    await move([students[0]!, null, (await groupIds())[0]!])
    const four = (await distribute({ who: 'everyone', into: 'count', n: 4, name: 'Group {n}' })).body.groups as PreviewGroup[]
    expect(four.map(({ name, people }) => [name, people.length]).sort()).toEqual([
      ['Dunes', expect.any(Number)],
      ['Group 1', expect.any(Number)],
      ['Reefs', expect.any(Number)],
      ['Tides', expect.any(Number)],
    ])
    expect(await where()).toEqual({ Tides: 'Aiko', Reefs: '', Dunes: '' })
    expect((await save(four)).status).toBe(200)
    const sizes = (await board()).list.map(({ members }) => members.length)
    expect([Math.max(...sizes) - Math.min(...sizes), sizes.length]).toEqual([1, 4])
    expect((await board()).ungrouped).toEqual([])
    expect(
      ((await distribute({ who: 'everyone', into: 'size', n: 4 })).body.groups as PreviewGroup[]).map(({ people }) => people.length),
    ).toEqual([3, 3])
    expect((await save(four)).body.code).toBe('courseGroup.moved')
    expect((await distribute({ who: 'everyone', into: 'count' })).body.errors).toHaveProperty('n')
    expect((await distribute({ who: 'everyone', into: 'count', n: 9 })).body.errors).toHaveProperty('name')
  })
  test('balanced by a field, groups have as many of each value; those in a group may stay', async () => {
    await school.db.query(`update mirror.memberships set department_name = 'Law' where person_id = any($1)`, [
      students.slice(0, 3).map(({ person }) => person),
    ])
    await school.db.query(`update mirror.memberships set department_name = 'Biology' where person_id = any($1)`, [
      students.slice(3).map(({ person }) => person),
    ])
    const klass = newId()
    await school.db.query(
      `insert into mirror.study_units (id, org_id, kind, name, deleted, version) values ($1, $2, 'klass', 'MB26A', false, 1)`,
      [klass, school.org],
    )
    const half = students.slice(0, 3).map(({ person }) => person)
    await school.db.query('update mirror.memberships set klass_id = $2 where person_id = any($1)', [half, klass])
    const by = async (more: object) => {
      const { body } = await distribute({ who: 'everyone', into: 'existing', ...more })
      return (body.groups as PreviewGroup[]).map(({ values }) => values.map(({ value, count }) => `${value} ${count}`).join())
    }
    expect(await by({ balance: 'klass' })).toEqual(Array(3).fill(' 1,MB26A 1'))
    const values = half.map((person_id) => ({ person_id, value: 'A in chemistry' }))
    expect(await by({ balance: 'given', values })).toEqual(Array(3).fill(' 1,A in chemistry 1'))
    const [tides] = await groupIds()
    await move([students[0]!, null, tides!])
    const groups = (await distribute({ who: 'ungrouped', into: 'existing', balance: 'department' })).body.groups as PreviewGroup[]
    expect(groups[0]!.people[0]).toMatchObject({ name: 'Aiko Mori', from: tides })
    for (const { values } of groups)
      expect(values).toEqual([
        { value: 'Biology', count: 1 },
        { value: 'Law', count: 1 },
      ])
  })
  test('one group for each class, of its name; who has no class stays, and a second time nobody moves', async () => {
    const klasses = [newId(), newId()]
    for (const [nth, name] of ['MB26A', 'MB26B'].entries())
      await school.db.query(
        `insert into mirror.study_units (id, org_id, kind, name, deleted, version) values ($1, $2, 'klass', $3, false, 1)`,
        [klasses[nth], school.org, name],
      )
    const of = async (people: Actor[], klass: string | null) =>
      school.db.query('update mirror.memberships set klass_id = $2 where person_id = any($1)', [people.map(({ person }) => person), klass])
    await of(students, null)
    const request = { who: 'everyone', into: 'klass' }
    expect((await distribute(request)).body.details.into[0].code).toBe('courseGroup.noKlasses')
    await of(students.slice(0, 2), klasses[0]!)
    await of(students.slice(2, 5), klasses[1]!)
    const tides = (await groupIds())[0]!
    await move([students[0]!, null, tides], [students[5]!, null, tides])
    const planned = (await distribute({ ...request, who: 'ungrouped' })).body
    expect(planned.groups.map(({ name, people }: PreviewGroup) => `${name} ${people.length}`)).toEqual(['MB26A 1', 'MB26B 3'])
    const { groups, klassless } = (await distribute(request)).body
    expect([klassless, groups[0].people.map(({ from }: { from: string | null }) => from)]).toEqual([1, [tides, null]])
    await save(groups)
    expect(await where()).toEqual({ Tides: 'Faridah', Reefs: '', Dunes: '', MB26A: 'Aiko,Ben', MB26B: 'Chai,Dewi,Ewa' })
    const again = (await distribute(request)).body.groups as PreviewGroup[]
    expect(again.flatMap(({ id, people }) => people.filter(({ from }) => from !== id))).toEqual([])
    await of(students, null)
  })
  test('the lines of a file: a line for everybody who is unknown, no student, or repeated', async () => {
    const [tides, reefs] = await groupIds()
    await move([students[0]!, null, tides!], [students[1]!, null, tides!], [students[4]!, null, reefs!])
    const no = async ({ person }: Actor) =>
      (await school.db.query('select user_no, email from mirror.persons where id = $1', [person])).rows[0]
    const given = []
    for (const student of students) given.push(await no(student))
    const [aiko, ben, chai, dewi] = given
    const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const lines = [
      { person: aiko.user_no, group: 'Reefs' },
      { person: ` ${ben.email.toUpperCase()} `, group: ' tides ' },
      { person: `\ufeff${wide(chai.user_no)}`, group: '海洋組' },
      { person: dewi.user_no, group: '' },
      { person: '999999', group: 'Tides' },
      { person: (await no(school.teacher)).user_no, group: 'Tides' },
      { person: chai.email, group: 'Tides' },
    ]
    const { body } = await as('POST', `/api/group-sets/${set}/placement`, { lines })
    expect(body.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'moves',
      'stays',
      'comes',
      'groupMissing',
      'unknown',
      'notStudent',
      'repeated',
    ])
    expect(body.lines[4].person).toBeNull()
    expect(body.groups.map(({ name, id, people }: PreviewGroup) => [name, id === null, people.length])).toEqual([
      ['Tides', false, 1],
      ['Reefs', false, 2],
      ['海洋組', true, 1],
    ])
    expect((await save(body.groups)).status).toBe(200)
    expect(await where()).toEqual({ Tides: 'Ben', Reefs: 'Aiko,Ewa', Dunes: '', 海洋組: 'Chai' })
  })
})

test('who leads is kept from a file: of the groups as they will be, one for each; a line says what is wrong', async () => {
  const [tides, reefs] = await groupIds()
  const [aiko, ben, chai, dewi, ewa] = students as [Actor, Actor, Actor, Actor, Actor]
  await move([aiko, null, tides!], [ben, null, tides!], [dewi, null, reefs!])
  await as('PUT', `/api/groups/${reefs}`, { leader_id: dewi.person })
  const no = async ({ person }: Actor) =>
    (await school.db.query('select user_no from mirror.persons where id = $1', [person])).rows[0].user_no as string
  const place = async (...lines: [who: Actor, group: string, leader?: string][]) => {
    const given = await Promise.all(
      lines.map(async ([who, group, leader]) => ({ person: await no(who), group, ...(leader !== undefined && { leader }) })),
    )
    return (await as('POST', `/api/group-sets/${set}/placement`, { lines: given })).body
  }
  // Ben, who stays without a line, leads the group that Chai comes into; Ewa leads a new one, named before she comes
  const { lines, groups } = await place(
    [chai, 'Tides', await no(ben)],
    [aiko, 'Kelp', await no(ewa)],
    [ewa, 'Kelp', await no(aiko)],
    [dewi, 'Reefs', await no(ben)],
    [students[5]!, 'Reefs', ' '],
  )
  expect(lines.map(({ leader_fault }: { leader_fault: string | null }) => leader_fault)).toEqual([
    null,
    null,
    'another',
    'notInGroup',
    null,
  ])
  expect(lines[3].outcome).toBe('stays')
  expect(groups.map(({ name, leader_id }: PreviewGroup) => [name, leader_id])).toEqual([
    ['Tides', ben.person],
    ['Reefs', null],
    ['Kelp', ewa.person],
  ])
  const put = (body: object) => as('PUT', `/api/group-sets/${set}/members`, body)
  const saved = await put({
    moves: [{ person_id: chai.person, from: null, to: tides }],
    new_groups: [
      {
        name: 'Kelp',
        people: [
          { person_id: aiko.person, from: tides },
          { person_id: ewa.person, from: null },
        ],
        leader_id: ewa.person,
      },
    ],
    leaders: [{ group_id: tides, leader_id: ben.person }],
  })
  expect(saved.body).toMatchObject({ moved: 3, new_groups: [{ name: 'Kelp', leader_id: ewa.person }] })
  const leaders = async () => Object.fromEntries((await board()).list.map(({ name, leader_id }) => [name, leader_id]))
  expect(await leaders()).toEqual({ Tides: ben.person, Reefs: dewi.person, Dunes: null, Kelp: ewa.person })
  const audited = await school.db.query(
    `select person::text from kit.audit where action = 'courseGroup.leaderNamed' and course = $1 order by id`,
    [course],
  )
  expect(audited.rows.map(({ person }) => person)).toEqual(expect.arrayContaining([ben.person, ewa.person]))
  // of somebody who is elsewhere, and of a group of another set, nothing is written
  const refused = await put({
    moves: [{ person_id: chai.person, from: tides, to: null }],
    leaders: [{ group_id: tides, leader_id: ewa.person }],
  })
  expect([refused.status, refused.body.details.leaders[0].code]).toEqual([400, 'courseGroup.leaderUnknown'])
  expect((await put({ leaders: [{ group_id: newId(), leader_id: null }] })).body.details.leaders[0].code).toBe('courseGroup.unknown')
  expect((await where()).Tides).toBe('Ben,Chai')
  expect((await put({ leaders: [{ group_id: tides, leader_id: null }] })).status).toBe(200)
  expect((await leaders()).Tides).toBeNull()
})

describe('sign-up', () => {
  const open = (sign_up: object | null) => as('PUT', `/api/group-sets/${set}`, { sign_up })
  const join = (who: Actor, group: string) => as('POST', `/api/groups/${group}/join`, undefined, who)
  const leave = (who: Actor, group: string) => as('POST', `/api/groups/${group}/leave`, undefined, who)

  test('of two who want the last seat at once one gets it, and the other a group that has room', async () => {
    await open({ seats: 2, until: null })
    const [tides, reefs] = await groupIds()
    const [first, ...others] = students
    expect((await join(first!, tides!)).status).toBe(204)
    const answers = await Promise.all(others.map((who) => join(who, tides!)))
    expect(answers.map(({ status, body }) => body?.code ?? status).sort()).toEqual([204, ...Array(4).fill('courseGroup.full')])
    const late = others[answers.findIndex(({ status }) => status === 409)]!
    expect((await join(late, reefs!)).status).toBe(204)
    expect((await board()).list.map(({ members }) => members.length)).toEqual([2, 1, 0])
  })
  test('one person in two tabs is in one group; changing frees the seat', async () => {
    await open({ seats: 1, until: null })
    const groups = await groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    const statuses = (await Promise.all(groups.map((group) => join(aiko, group)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204).length).toBeGreaterThan(0)
    expect((await board()).members).toBe(1)
    const now = (await as('GET', `/api/group-sets/${set}`, undefined, aiko)).body.my_group.id as string
    const next = groups.find((id) => id !== now)!
    expect((await join(ben, now)).body.code).toBe('courseGroup.full')
    expect((await join(aiko, next)).status).toBe(204)
    expect((await join(ben, now)).status).toBe(204)
    expect((await leave(aiko, next)).status).toBe(204)
    expect((await leave(aiko, next)).status).toBe(204)
    expect((await board()).members).toBe(1)
  })
  test('409 while it is not open or over, 403 for who teaches and for who is not in the course', async () => {
    const [tides] = await groupIds()
    const [aiko] = students as [Actor]
    expect((await join(aiko, tides!)).body.code).toBe('groupSet.signUpClosed')
    await open({ seats: null, until: new Date(Date.now() - 1000).toISOString() })
    expect((await join(aiko, tides!)).body.code).toBe('groupSet.signUpClosed')
    await open({ seats: null, until: new Date(Date.now() + 60_000).toISOString() })
    expect((await join(school.teacher, tides!)).body.code).toBe('courseGroup.studentsOnly')
    expect((await join(school.stranger, tides!)).status).toBe(403)
    await as('PUT', `/api/course/${course}/role`, { active: 'student' })
    expect((await join(school.teacher, tides!)).body.code).toMatch(/simulation.readOnly|courseGroup.studentsOnly/)
    expect((await board()).ungrouped).toBeNull()
    await as('PUT', `/api/course/${course}/role`, { active: 'instructor' })
    expect((await join(aiko, tides!)).status).toBe(204)
  })
})

describe('leaving the course', () => {
  const enrolments = async (people: Actor[]) =>
    (
      await school.db.query('select id from enrolments where course_id = $1 and person_id = any($2)', [
        course,
        people.map(({ person }) => person),
      ])
    ).rows.map(({ id }) => id as string)

  test('leaves its groups and their lead, history stays; back as a student they are back in them', async () => {
    const [tides, reefs] = await groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    await move([aiko, null, tides!], [ben, null, reefs!])
    await as('PUT', `/api/groups/${tides}`, { leader_id: aiko.person })
    await later()
    await as('DELETE', '/api/course/enrollments', { enrollment_ids: await enrolments([aiko, ben]) })
    expect(await where()).toEqual({ Tides: '', Reefs: '', Dunes: '' })
    expect((await board()).list[0]!.leader_id).toBeNull()
    await later()
    expect((await history()).sort()).toEqual(['Aiko Tides until', 'Ben Reefs until'])
    await enrol([aiko, ben])
    expect(await where()).toEqual({ Tides: 'Aiko', Reefs: 'Ben', Dunes: '' })
    expect((await history()).sort()).toEqual(['Aiko Tides', 'Aiko Tides until', 'Ben Reefs', 'Ben Reefs until'])
  })
  test('an assistant is in no group; a student again, in theirs, unless it is full or they are in another by then', async () => {
    const [tides, reefs] = await groupIds()
    const [aiko, ben, chai] = students as [Actor, Actor, Actor]
    await as('PUT', `/api/group-sets/${set}`, { sign_up: { seats: 1, until: null } })
    await move([aiko, null, tides!], [ben, null, reefs!])
    const role = async (people: Actor[], role: string) =>
      as('PUT', '/api/course/enrollments', { enrollment_ids: await enrolments(people), role })
    await role([aiko, ben], 'instructor_assistant')
    expect(await where()).toEqual({ Tides: '', Reefs: '', Dunes: '' })
    await move([chai, null, tides!])
    await role([aiko, ben], 'student')
    expect(await where()).toEqual({ Tides: 'Chai', Reefs: 'Ben', Dunes: '' })
  })
  test('an erased person is in no group and no history, and no fact of a group names them any more', async () => {
    const [tides] = await groupIds()
    const who = await school.person('Gita Rao', 'student')
    await enrol([who])
    await move([who, null, tides!])
    await eraseStays(plain(school.db), who.person)
    expect((await school.db.query('select 1 from group_members where person_id = $1', [who.person])).rowCount).toBe(0)
    const { rows } = await school.db.query(
      `select value from kit.outbox where key = $1 and type like '%GroupChanged' and value::jsonb->>'id' = $2 order by seq desc limit 1`,
      [`course:${course}`, tides],
    )
    expect(rows[0].value).not.toContain(who.person)
  })
})

test('whatever teachers and students do at once, nobody is in two groups of a set, and nobody who is no student in one', async () => {
  await as('PUT', `/api/group-sets/${set}`, { sign_up: { seats: 3, until: null } })
  const groups = await groupIds()
  const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const { rows: enrolled } = await school.db.query<{ id: string; person_id: string }>(
    'select id, person_id from enrolments where course_id = $1',
    [course],
  )
  const acts: (() => Promise<{ status: number }>)[] = [
    () => as('POST', `/api/groups/${any(groups)}/join`, undefined, any(students)),
    () => as('POST', `/api/groups/${any(groups)}/leave`, undefined, any(students)),
    async () => {
      const { list, ungrouped } = await board()
      const who = any([
        ...list.flatMap(({ id, members }) => members.map((one) => ({ person: one.id, from: id as string | null }))),
        ...(ungrouped ?? []).map(({ id }) => ({ person: id, from: null })),
      ])
      return as('PUT', `/api/group-sets/${set}/members`, {
        moves: who ? [{ person_id: who.person, from: who.from, to: any([...groups, null]) }] : [],
      })
    },
    async () => {
      const who = any(students)
      await as('DELETE', '/api/course/enrollments', {
        enrollment_ids: enrolled.filter(({ person_id }) => person_id === who.person).map(({ id }) => id),
      })
      return enrol([who])
    },
    async () => {
      const group = any(groups)
      await as('DELETE', `/api/groups/${group}`)
      return as('PUT', `/api/groups/${group}/restore`)
    },
  ]
  for (let round = 0; round < 12; round++) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => any(acts)()))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const { rows } = await school.db.query(
      `select count(*)::int as n, count(distinct person_id)::int as people,
         count(*) filter (where not exists (select from enrolments e where e.course_id = m.course_id and e.person_id = m.person_id
           and e.role = 'student' and e.state = 'active'))::int as others
       from group_members m where set_id = $1 and until is null`,
      [set],
    )
    expect([rows[0].n - rows[0].people, rows[0].others]).toEqual([0, 0])
  }

  // what the facts say, heard in any order, is what the rows say
  const mirror = new pg.Client(await testDatabase('activity'))
  await mirror.connect()
  const { rows: told } = await school.db.query(`select value from kit.outbox where key = $1 and type = $2`, [
    `course:${course}`,
    GroupChangedSchema.typeName,
  ])
  for (const { value } of shuffled(told, Math.random))
    await courseMirror.course!.groupChanged!.handle(plain(mirror) as never, fromValue(GroupChangedSchema, value) as never, {} as never)
  const stays = (client: pg.Client, table: string) =>
    client.query(`select group_id, person_id, since, until from ${table} where set_id = $1 order by group_id, person_id, since`, [set])
  const [rows, copies] = [(await stays(school.db, 'group_members')).rows, (await stays(mirror, 'mirror.group_members')).rows]
  await mirror.end()
  expect(copies).toEqual(rows)
  expect(rows.length).toBeGreaterThan(0)
})
