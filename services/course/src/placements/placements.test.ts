// Tests of placements: moves, sign-up, history, and groups of people who leave the course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { fromValue } from '@lyceum/kit/facts/wire-format'
import { newId } from '@lyceum/kit/ids'
import { testDatabase } from '@lyceum/kit/test/test-database'
import { GroupChangedSchema } from '@lyceum/proto/course'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { courseMirror } from '../../mirror/consumers.ts'
import { type TestGroups, withGroups } from '../test/groups.ts'
import type { School } from '../test/school.ts'
import { shuffled } from './rules.ts'
import { eraseStays } from '../groups/stays.ts'

let env: TestGroups
let school: School
let students: Actor[]
withGroups((groups) => {
  env = groups
  ;({ school, students } = groups)
})

const history = async (conditions = '') =>
  (await env.as('GET', `/api/group-sets/${env.set}/history?page_size=100${conditions}`)).body.items.map(
    ({ person, group, until }: { person: { name: string }; group: { name: string }; until: string | null }) =>
      `${person.name.split(' ')[0]} ${group.name}${until ? ' until' : ''}`,
  )
/** As if the present stays had begun some minutes ago, and the former ones ended then. */
const later = (minutes = 5) =>
  school.db.query(
    `update group_members set since = since - make_interval(mins => $2), until = until - make_interval(mins => $2) where set_id = $1`,
    [env.set, minutes],
  )

describe('moving', () => {
  test('from where the writer saw them; 409 with a name when they are elsewhere, and nobody has moved', async () => {
    const [tides, reefs] = await env.groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    expect((await env.move([aiko, null, tides!], [ben, null, tides!])).body.moved).toBe(2)
    expect((await env.move([aiko, tides!, reefs!])).status).toBe(200)
    const late = await env.move([ben, tides!, reefs!], [aiko, tides!, null])
    expect([late.body.code, late.body.params]).toEqual(['courseGroup.moved', { count: 1, name: 'Aiko Mori' }])
    expect(await env.where()).toEqual({ Tides: 'Ben', Reefs: 'Aiko', Dunes: '' })
    expect((await env.move([aiko, reefs!, null])).body.moved).toBe(1)
    expect(await env.where()).toEqual({ Tides: 'Ben', Reefs: '', Dunes: '' })
  })
  test('into new groups; 400 for who is no student, a group of another set, and a person named twice', async () => {
    const [aiko] = students as [Actor]
    const put = (body: object) => env.as('PUT', `/api/group-sets/${env.set}/members`, body)
    const people = students.slice(1, 3).map(({ person }) => ({ person_id: person, from: null }))
    const made = await put({ new_groups: [{ name: 'Kelp', people }] })
    expect(made.body).toMatchObject({ moved: 2, new_groups: [{ name: 'Kelp', sort: 4 }] })
    expect(await env.where()).toMatchObject({ Kelp: 'Ben,Chai' })
    const code = async (body: object) => {
      const { status, body: answer } = await put(body)
      return [status, Object.values(answer.details as Record<string, { code: string }[]>)[0]![0]!.code]
    }
    const [tides] = await env.groupIds()
    expect(await code({ moves: [{ person_id: school.stranger.person, from: null, to: tides }] })).toEqual([400, 'courseGroup.notStudents'])
    expect(await code({ moves: [{ person_id: school.teacher.person, from: null, to: tides }] })).toEqual([400, 'courseGroup.notStudents'])
    expect(await code({ moves: [{ person_id: aiko.person, from: null, to: newId() }] })).toEqual([400, 'courseGroup.unknown'])
    expect(
      await code({
        moves: [{ person_id: aiko.person, from: null, to: tides }],
        new_groups: [{ name: 'x', people: [{ person_id: aiko.person, from: null }] }],
      }),
    ).toEqual([400, 'courseGroup.personTwice'])
    expect((await env.as('PUT', `/api/group-sets/${env.set}/members`, { moves: [] }, aiko)).status).toBe(403)
  })
  test('history has who was where until when; a slip and its undo leave nothing in it', async () => {
    const [tides, reefs] = await env.groupIds()
    const [aiko] = students as [Actor]
    await env.move([aiko, null, tides!])
    await later()
    await env.move([aiko, tides!, reefs!])
    await env.move([aiko, reefs!, tides!])
    expect(await history()).toEqual(['Aiko Tides'])
    await env.move([aiko, tides!, reefs!])
    await later()
    expect(await history()).toEqual(['Aiko Reefs', 'Aiko Tides until'])
    expect(await history(`&conditions={"group_id":"${tides}"}`)).toEqual(['Aiko Tides until'])
    const { rows } = await school.db.query(
      `select value::jsonb from kit.outbox where key = $1 and type like '%GroupChanged' and value::jsonb->>'id' = $2 order by seq desc limit 1`,
      [`course:${env.course}`, tides],
    )
    expect(rows[0].value.members).toMatchObject([{ person_id: aiko.person }])
    expect(rows[0].value.members[0].until).toBeTruthy()
  })
  test('the fact names whom somebody else put into the group: once, and nobody who came back after a slip', async () => {
    const [tides, reefs] = await env.groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    const placed = async () => {
      const { rows } = await school.db.query(
        `select value::jsonb->'placed' as placed from kit.outbox where key = $1 and type like '%GroupChanged' order by seq`,
        [`course:${env.course}`],
      )
      return rows.flatMap(({ placed }) => placed ?? []).map((id: string) => students.find(({ person }) => person === id))
    }
    await env.move([aiko, null, tides!], [ben, null, tides!])
    expect(await placed()).toEqual([aiko, ben])
    await later()
    await env.move([aiko, tides!, reefs!])
    await env.move([aiko, reefs!, tides!])
    await env.as('PUT', `/api/groups/${tides}`, { name: 'High tides' })
    expect(await placed()).toEqual([aiko, ben, aiko])
    await env.as('PUT', `/api/group-sets/${env.set}`, { sign_up: { seats: null, until: null } })
    await env.as('POST', `/api/groups/${reefs}/join`, undefined, ben)
    expect(await placed()).toEqual([aiko, ben, aiko])
  })
})

describe('sign-up', () => {
  const open = (sign_up: object | null) => env.as('PUT', `/api/group-sets/${env.set}`, { sign_up })
  const join = (who: Actor, group: string) => env.as('POST', `/api/groups/${group}/join`, undefined, who)
  const leave = (who: Actor, group: string) => env.as('POST', `/api/groups/${group}/leave`, undefined, who)

  test('of two who want the last seat at once one gets it, and the other a group that has room', async () => {
    await open({ seats: 2, until: null })
    const [tides, reefs] = await env.groupIds()
    const [first, ...others] = students
    expect((await join(first!, tides!)).status).toBe(204)
    const answers = await Promise.all(others.map((who) => join(who, tides!)))
    expect(answers.map(({ status, body }) => body?.code ?? status).sort()).toEqual([204, ...Array(4).fill('courseGroup.full')])
    const late = others[answers.findIndex(({ status }) => status === 409)]!
    expect((await join(late, reefs!)).status).toBe(204)
    expect((await env.board()).list.map(({ members }) => members.length)).toEqual([2, 1, 0])
  })
  test('one person in two tabs is in one group; changing frees the seat', async () => {
    await open({ seats: 1, until: null })
    const groups = await env.groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    const statuses = (await Promise.all(groups.map((group) => join(aiko, group)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204).length).toBeGreaterThan(0)
    expect((await env.board()).members).toBe(1)
    const now = (await env.as('GET', `/api/group-sets/${env.set}`, undefined, aiko)).body.my_group.id as string
    const next = groups.find((id) => id !== now)!
    expect((await join(ben, now)).body.code).toBe('courseGroup.full')
    expect((await join(aiko, next)).status).toBe(204)
    expect((await join(ben, now)).status).toBe(204)
    expect((await leave(aiko, next)).status).toBe(204)
    expect((await leave(aiko, next)).status).toBe(204)
    expect((await env.board()).members).toBe(1)
  })
  test('409 while it is not open or over, 403 for who teaches and for who is not in the course', async () => {
    const [tides] = await env.groupIds()
    const [aiko] = students as [Actor]
    expect((await join(aiko, tides!)).body.code).toBe('groupSet.signUpClosed')
    await open({ seats: null, until: new Date(Date.now() - 1000).toISOString() })
    expect((await join(aiko, tides!)).body.code).toBe('groupSet.signUpClosed')
    await open({ seats: null, until: new Date(Date.now() + 60_000).toISOString() })
    expect((await join(school.teacher, tides!)).body.code).toBe('courseGroup.studentsOnly')
    expect((await join(school.stranger, tides!)).status).toBe(403)
    await env.as('PUT', `/api/course/${env.course}/role`, { active: 'student' })
    expect((await join(school.teacher, tides!)).body.code).toMatch(/simulation.readOnly|courseGroup.studentsOnly/)
    expect((await env.board()).ungrouped).toBeNull()
    await env.as('PUT', `/api/course/${env.course}/role`, { active: 'instructor' })
    expect((await join(aiko, tides!)).status).toBe(204)
  })
})

describe('leaving the course', () => {
  const enrolments = async (people: Actor[]) =>
    (
      await school.db.query('select id from enrolments where course_id = $1 and person_id = any($2)', [
        env.course,
        people.map(({ person }) => person),
      ])
    ).rows.map(({ id }) => id as string)

  test('leaves its groups and their lead, history stays; back as a student they are back in them', async () => {
    const [tides, reefs] = await env.groupIds()
    const [aiko, ben] = students as [Actor, Actor]
    await env.move([aiko, null, tides!], [ben, null, reefs!])
    await env.as('PUT', `/api/groups/${tides}`, { leader_id: aiko.person })
    await later()
    await env.as('DELETE', '/api/course/enrollments', { enrollment_ids: await enrolments([aiko, ben]) })
    expect(await env.where()).toEqual({ Tides: '', Reefs: '', Dunes: '' })
    expect((await env.board()).list[0]!.leader_id).toBeNull()
    await later()
    expect((await history()).sort()).toEqual(['Aiko Tides until', 'Ben Reefs until'])
    await env.enrol([aiko, ben])
    expect(await env.where()).toEqual({ Tides: 'Aiko', Reefs: 'Ben', Dunes: '' })
    expect((await history()).sort()).toEqual(['Aiko Tides', 'Aiko Tides until', 'Ben Reefs', 'Ben Reefs until'])
  })
  test('an assistant is in no group; a student again, in theirs, unless it is full or they are in another by then', async () => {
    const [tides, reefs] = await env.groupIds()
    const [aiko, ben, chai] = students as [Actor, Actor, Actor]
    await env.as('PUT', `/api/group-sets/${env.set}`, { sign_up: { seats: 1, until: null } })
    await env.move([aiko, null, tides!], [ben, null, reefs!])
    const role = async (people: Actor[], role: string) =>
      env.as('PUT', '/api/course/enrollments', { enrollment_ids: await enrolments(people), role })
    await role([aiko, ben], 'instructor_assistant')
    expect(await env.where()).toEqual({ Tides: '', Reefs: '', Dunes: '' })
    await env.move([chai, null, tides!])
    await role([aiko, ben], 'student')
    expect(await env.where()).toEqual({ Tides: 'Chai', Reefs: 'Ben', Dunes: '' })
  })
  test('an erased person is in no group and no history, and no fact of a group names them any more', async () => {
    const [tides] = await env.groupIds()
    const who = await school.person('Gita Rao', 'student')
    await env.enrol([who])
    await env.move([who, null, tides!])
    await eraseStays(plain(school.db), who.person)
    expect((await school.db.query('select 1 from group_members where person_id = $1', [who.person])).rowCount).toBe(0)
    const { rows } = await school.db.query(
      `select value from kit.outbox where key = $1 and type like '%GroupChanged' and value::jsonb->>'id' = $2 order by seq desc limit 1`,
      [`course:${env.course}`, tides],
    )
    expect(rows[0].value).not.toContain(who.person)
  })
})

test('whatever teachers and students do at once, nobody is in two groups of a set, and nobody who is no student in one', async () => {
  await env.as('PUT', `/api/group-sets/${env.set}`, { sign_up: { seats: 3, until: null } })
  const groups = await env.groupIds()
  const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const { rows: enrolled } = await school.db.query<{ id: string; person_id: string }>(
    'select id, person_id from enrolments where course_id = $1',
    [env.course],
  )
  const acts: (() => Promise<{ status: number }>)[] = [
    () => env.as('POST', `/api/groups/${any(groups)}/join`, undefined, any(students)),
    () => env.as('POST', `/api/groups/${any(groups)}/leave`, undefined, any(students)),
    async () => {
      const { list, ungrouped } = await env.board()
      const who = any([
        ...list.flatMap(({ id, members }) => members.map((one) => ({ person: one.id, from: id as string | null }))),
        ...(ungrouped ?? []).map(({ id }) => ({ person: id, from: null })),
      ])
      return env.as('PUT', `/api/group-sets/${env.set}/members`, {
        moves: who ? [{ person_id: who.person, from: who.from, to: any([...groups, null]) }] : [],
      })
    },
    async () => {
      const who = any(students)
      await env.as('DELETE', '/api/course/enrollments', {
        enrollment_ids: enrolled.filter(({ person_id }) => person_id === who.person).map(({ id }) => id),
      })
      return env.enrol([who])
    },
    async () => {
      const group = any(groups)
      await env.as('DELETE', `/api/groups/${group}`)
      return env.as('PUT', `/api/groups/${group}/restore`)
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
      [env.set],
    )
    expect([rows[0].n - rows[0].people, rows[0].others]).toEqual([0, 0])
  }

  // what the facts say, heard in any order, is what the rows say
  const mirror = new pg.Client(await testDatabase('activity'))
  await mirror.connect()
  const { rows: told } = await school.db.query(`select value from kit.outbox where key = $1 and type = $2`, [
    `course:${env.course}`,
    GroupChangedSchema.typeName,
  ])
  for (const { value } of shuffled(told, Math.random))
    await courseMirror.course!.groupChanged!.handle(plain(mirror) as never, fromValue(GroupChangedSchema, value) as never, {} as never)
  const stays = (client: pg.Client | pg.Pool, table: string) =>
    client.query(`select group_id, person_id, since, until from ${table} where set_id = $1 order by group_id, person_id, since`, [env.set])
  const [rows, copies] = [(await stays(school.db, 'group_members')).rows, (await stays(mirror, 'mirror.group_members')).rows]
  await mirror.end()
  expect(copies).toEqual(rows)
  expect(rows.length).toBeGreaterThan(0)
})
