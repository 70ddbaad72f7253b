// Enrolments of a roster: made, changed, ended with their work and brought back, checked without a trace, and undone.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import { testRosters, type TestRosters } from '../test/rosters.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let office: Actor
let roster: TestRosters
let course: string
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
  office = await school.person('Ingrid Berg', 'admin')
  roster = testRosters(it, school, office)
})
afterAll(() => stop?.())
beforeEach(async () => {
  const [made] = await roster.put('courses', [{ external_id: newId(), name: 'Marine Biology' }])
  course = made!.id!
})

type Role = 'student' | 'instructor' | 'instructor_assistant'
const row = (external_id: string, { person }: Actor, role: Role = 'student', course_id = course) => ({
  ...{ external_id: `${course}:${external_id}`, course_id, person_id: person, role },
})
const gone = (external_id: string) => ({ external_id: `${course}:${external_id}`, gone: true as const })
const put = (rows: object[], more = {}) => roster.put('enrolments', rows, more)
const codes = (list: { outcome: string; code?: string }[]) => list.map(({ outcome, code }) => code ?? outcome)
const members = async (of = course) =>
  (
    await school.db.query(
      `select p.name, e.role from enrolments e join mirror.persons p on p.id = e.person_id where e.course_id = $1 and e.state = 'active' order by p.name`,
      [of],
    )
  ).rows.map(({ name, role }) => `${name.split(' ')[0]} ${role}`)

test('people are enrolled, and the same rows again emit nothing; a check says the same and writes nothing', async () => {
  const rows = [
    row('1', school.teacher, 'instructor'),
    row('2', school.student),
    row('2', school.stranger),
    row('3', school.student, 'instructor'),
    { ...row('4', school.stranger), person_id: newId() },
    row('5', school.stranger, 'student', newId()),
  ]
  const facts = await roster.facts()
  const checked = await put(rows, { check: true })
  expect(await roster.facts()).toBe(facts)
  const made = await put(rows)
  expect(codes(made)).toEqual(['made', 'made', 'roster.twice', 'roster.twice', 'roster.personNotHere', 'roster.courseUnknown'])
  expect(codes(checked)).toEqual(codes(made))
  expect(await members()).toEqual(['Elena instructor', 'Maya student'])
  const written = await roster.facts()
  expect(codes(await put(rows.slice(0, 2)))).toEqual(['same', 'same'])
  expect(await roster.facts()).toBe(written)
  const { rows: told } = await school.db.query(`select quiet, hint from kit.outbox where key = $1 and type like '%MemberJoined'`, [
    `course:${course}`,
  ])
  expect(told).toEqual([
    { quiet: true, hint: null },
    { quiet: true, hint: null },
  ])
  // a check has no ids of what is not made yet
  expect(codes(await put([{ external_id: 'later', role: 'student' }], { check: true }))).toEqual(['made'])
  expect(codes(await put([{ external_id: 'later', role: 'student' }]))).toEqual(['roster.fieldMissing'])
})

test('a role that is left out stays as it is, also of who comes back, and is student for a new member', async () => {
  const without = (external_id: string, of: Actor) => ({ ...row(external_id, of), role: undefined })
  await put([row('a', school.teacher, 'instructor'), row('b', school.other, 'instructor_assistant')])
  expect(codes(await put([without('a', school.teacher), without('b', school.other), without('c', school.stranger)]))).toEqual([
    ...['same', 'same', 'made'],
  ])
  await put([gone('b')])
  expect(codes(await put([without('b', school.other)]))).toEqual(['back'])
  expect(await members()).toEqual(['Arthit instructor_assistant', 'Elena instructor', 'Omar student'])
})

test('rows of another school’s course, and of its people, are refused', async () => {
  const foreign = (await makeCourse(it, far.teacher)).id
  expect(codes(await put([row('1', school.student, 'student', foreign), row('2', far.student)]))).toEqual([
    'roster.courseUnknown',
    'roster.personNotHere',
  ])
  const suspended = await school.person('Sven', 'student')
  await school.suspend(suspended)
  expect(codes(await put([row('3', suspended)]))).toEqual(['made'])
})

test('an enrolment that is gone ends, and returns whole: with its role, its day, its group and the ids of other sources', async () => {
  await put([row('t', school.teacher, 'instructor'), row('s', school.student)])
  const as = (method: string, path: string, body?: object) => it.call(school.teacher, method, path, body)
  const set = (await as('POST', `/api/courses/${course}/group-sets`, { name: 'Labs', groups: ['Tides'] })).body.id
  const group = (await as('GET', `/api/group-sets/${set}`)).body.list[0].id
  await as('PUT', `/api/group-sets/${set}/members`, { moves: [{ person_id: school.student.person, from: null, to: group }] })
  await school.db.query(`update group_members set since = since - interval '1 day' where set_id = $1`, [set])
  await school.db.query(`update enrolments set joined_at = '2026-01-05' where course_id = $1`, [course])
  const inGroup = async () => (await as('GET', `/api/group-sets/${set}`)).body.list[0].members.length
  expect(await inGroup()).toBe(1)
  const left = await put([gone('s'), gone('never')])
  expect(codes(left)).toEqual(['left', 'same'])
  expect([await members(), await inGroup()]).toEqual([['Elena instructor'], 0])
  const facts = await roster.facts()
  expect(codes(await put([gone('s')]))).toEqual(['same'])
  expect(await roster.facts()).toBe(facts)
  const [back] = await put([row('s', school.student)])
  expect([back!.outcome, back!.id, await inGroup()]).toEqual(['back', left[0]!.id, 1])
  const { rows } = await school.db.query('select joined_at, state from enrolments where id = $1', [back!.id])
  expect(rows).toEqual([{ joined_at: new Date('2026-01-05T00:00:00Z'), state: 'active' }])
  expect(codes(await put([gone('s')]))).toEqual(['left'])
})

test('the last instructor stays, whatever the rows say of them; of two the second one does', async () => {
  await put([row('a', school.teacher, 'instructor'), row('b', school.other, 'instructor')])
  expect(codes(await put([gone('a'), gone('b')]))).toEqual(['left', 'roster.lastInstructor'])
  expect(codes(await put([row('b', school.other)]))).toEqual(['roster.lastInstructor'])
  expect(await members()).toEqual(['Arthit instructor'])
  // in a call in which another one comes they may go
  expect(codes(await put([gone('b'), row('a', school.teacher, 'instructor')]))).toEqual(['left', 'back'])
  expect(await members()).toEqual(['Elena instructor'])
})

test('members who came by hand are not ended; those whom a row names are kept by the source from then on', async () => {
  await put([row('t', school.teacher, 'instructor')])
  await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, {
    person_ids: [school.student.person, school.stranger.person],
    role: 'student',
  })
  const facts = await roster.facts()
  expect(codes(await put([gone('s'), row('x', school.student)]))).toEqual(['same', 'changed'])
  expect(await roster.facts()).toBe(facts)
  expect(codes(await put([gone('x')]))).toEqual(['left'])
  expect(await members()).toEqual(['Elena instructor', 'Omar student'])
})

test('a role that was changed by hand, and a removal, stay and are named until the source takes them over', async () => {
  const [, student] = await put([row('t', school.teacher, 'instructor'), row('s', school.student), row('u', school.stranger)])
  const by = (method: string, path: string, body: object) => it.call(school.teacher, method, path, body)
  await by('PUT', '/api/course/enrollments', { enrollment_ids: [student!.id], role: 'instructor_assistant' })
  const rows = [row('s', school.student), row('u', school.stranger)]
  expect(await put(rows)).toMatchObject([
    { outcome: 'same', pinned: ['role'] },
    { outcome: 'same', pinned: [] },
  ])
  await by('DELETE', '/api/course/enrollments', { enrollment_ids: [student!.id] })
  expect(await put(rows)).toMatchObject([{ outcome: 'same', pinned: ['state'], id: student!.id }, { outcome: 'same' }])
  expect(await put(rows, { take_over: true })).toMatchObject([{ outcome: 'back', pinned: [] }, { outcome: 'same' }])
  expect(await members()).toEqual(['Elena instructor', 'Maya student', 'Omar student'])
  expect(codes(await put([gone('s')]))).toEqual(['left'])
})

test('two sources have one enrolment: the one that lets it go leaves it to the other; an id keeps its person', async () => {
  await put([row('t', school.teacher, 'instructor'), row('s', school.student)])
  const other = testRosters(it, school, office, 'ldap')
  const put2 = (rows: object[]) => other.put('enrolments', rows)
  expect(await put2([row('s', school.student, 'instructor_assistant')])).toMatchObject([{ outcome: 'changed', pinned: ['role'] }])
  expect(codes(await put([gone('s')]))).toEqual(['changed'])
  expect(await members()).toEqual(['Elena instructor', 'Maya student'])
  expect(codes(await put2([row('s', school.stranger), gone('s')]))).toEqual(['roster.enrolmentMoved', 'roster.twice'])
  expect(codes(await put2([gone('s')]))).toEqual(['left'])
})

test('an undo brings members back to what they were, and keeps what somebody has changed since and the last instructor', async () => {
  const first = await put([row('t', school.teacher, 'instructor'), row('s', school.student), row('u', school.stranger)])
  const more = await Promise.all(['Aiko', 'Ben'].map((name) => school.person(name, 'student')))
  const run = await put([
    row('s', school.student, 'instructor_assistant'),
    gone('u'),
    row('v', more[0]!),
    row('w', more[1]!),
    row('o', school.other, 'instructor'),
  ])
  await it.call(school.teacher, 'PUT', '/api/course/enrollments', { enrollment_ids: [run[3]!.id], role: 'instructor_assistant' })
  expect((await roster.undo('enrolments', run)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'undone', 'kept', 'undone'])
  expect(await members()).toEqual(['Ben instructor_assistant', 'Elena instructor', 'Maya student', 'Omar student'])
  expect((await roster.undo('enrolments', run)).every(({ code }) => code === 'roster.changedSince')).toBe(true)
  expect(await roster.undo('enrolments', [first[0]!])).toMatchObject([{ outcome: 'kept', code: 'roster.lastInstructor' }])
  // the same rows once more bring the same enrolments back
  expect(codes(await put([row('v', more[0]!), row('u', school.stranger)]))).toEqual(['back', 'same'])
})

test('in a school whose courses are published by themselves a course is published with its first instructor, and an undo of the run bins it', async () => {
  const boss = await far.person('Sam', 'admin')
  const other = testRosters(it, far, boss)
  await far.db.query(`update mirror.orgs set settings = '{"publish_required": false}' where id = $1`, [far.org])
  const made = await other.put('courses', [{ external_id: 'p1', name: 'Reefs' }])
  const status = async () => (await it.call(boss, 'GET', `/api/courses/${made[0]!.id}`)).body.status
  expect(await status()).toBe('draft')
  const taught = await other.put('enrolments', [row('t', far.teacher, 'instructor', made[0]!.id!)])
  expect(await status()).toBe('published')
  expect(await other.undo('enrolments', taught)).toMatchObject([{ outcome: 'kept' }])
  expect(await other.undo('courses', made)).toMatchObject([{ outcome: 'undone' }])
  expect(await status()).toBeUndefined()
})

test('a seat that a roster frees is taken by whoever waits; a person whom it enrols waits no more', async () => {
  await put([row('t', school.teacher, 'instructor'), row('s', school.student)])
  await school.db.query('insert into join_settings (course_id, org_id, seats) values ($1, $2, 1)', [course, school.org])
  for (const { person } of [school.stranger, school.other])
    await school.db.query(
      `insert into join_requests (course_id, person_id, org_id, state, asked_at, version) values ($1, $2, $3, 'waiting', now(), 1)`,
      [course, person, school.org],
    )
  await put([row('o', school.other, 'instructor_assistant'), gone('s')])
  expect(await members()).toEqual(['Arthit instructor_assistant', 'Elena instructor', 'Omar student'])
  // of them alone somebody is notified
  const { rows: joined } = await school.db.query(
    `select value::jsonb->'member'->>'person_id' as person from kit.outbox where key = $1 and type like '%MemberJoined' and quiet is not true`,
    [`course:${course}`],
  )
  expect(joined).toEqual([{ person: school.stranger.person }])
  const { rows } = await school.db.query('select distinct state from join_requests where course_id = $1', [course])
  expect(rows).toEqual([{ state: 'accepted' }])
})

test('five hundred people of fifty courses are enrolled, ended and brought back in one transaction each', async () => {
  const courses = await roster.put(
    'courses',
    Array.from({ length: 50 }, (_, nth) => ({ external_id: `many-${nth}`, name: `Course ${nth}` })),
  )
  const people = Array.from({ length: 10 }, () => newId())
  await school.db.query(
    `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
     select id, $2, 'Somebody', id::text, id::text, '', 'en', false, 1 from unnest($1::uuid[]) id`,
    [people, school.org],
  )
  await school.db.query(
    `insert into mirror.memberships (person_id, org_id, roles, department_name) select id, $2, '{student}', '' from unnest($1::uuid[]) id`,
    [people, school.org],
  )
  const rows = courses.flatMap(({ id }) =>
    people.map((person_id) => ({ external_id: `${id}:${person_id}`, course_id: id, person_id, role: 'student' })),
  )
  const timed = async (name: string, list: object[]) => {
    const began = performance.now()
    const outcomes = new Set(codes(await put(list)))
    if (process.env.TIMES) console.log(name, performance.now() - began)
    return [...outcomes]
  }
  expect(await timed('made', rows)).toEqual(['made'])
  expect(await timed('same', rows)).toEqual(['same'])
  expect(
    await timed(
      'left',
      rows.map(({ external_id }) => ({ external_id, gone: true })),
    ),
  ).toEqual(['left'])
  expect(await timed('back', rows)).toEqual(['back'])
})
