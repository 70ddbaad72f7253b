// Tests of the mirror of courses and their members.
import { create } from '@bufbuild/protobuf'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { testDatabase } from '@lyceum/kit/test/test-database'
import {
  CourseChangedSchema,
  CourseDeletedSchema,
  GroupChangedSchema,
  GroupSetChangedSchema,
  MemberChangedSchema,
  MemberJoinedSchema,
  MemberLeftSchema,
} from '@lyceum/proto/course'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courseMirror } from './consumers.ts'
import { courseById } from './courses.ts'
import { groupOf, groupPeople, groupsOf } from './groups.ts'
import { courseMembers, coursesOf } from './members.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(await testDatabase('activity'))
  await client.connect()
})
afterAll(async () => await client?.end())

const hear = async (name: string, data: object) =>
  await courseMirror.course![name]!.handle(plain(client) as never, data as never, {} as never)
const [org, person] = [newId(), newId()]

test('only what is newer changes a course; a deleted one stays until it is told otherwise', async () => {
  const id = newId()
  const course = {
    id,
    orgId: org,
    name: 'Marine Biology',
    courseCode: 'MBIO',
    courseType: 1,
    createdAt: '',
    createdBy: person,
    startDate: '2026-09-01',
    departmentId: newId(),
    timeZone: 'Asia/Bangkok',
    learningMode: 'checkpoint',
  }
  await hear('courseChanged', create(CourseChangedSchema, { course: { ...course, published: true, version: 5n } }))
  await hear('courseChanged', create(CourseChangedSchema, { course: { ...course, name: 'older', version: 4n } }))
  await hear('courseChanged', create(CourseChangedSchema, { course: { ...course, name: 'twice', version: 5n } }))
  expect(await courseById(plain(client), id)).toMatchObject({
    id,
    org_id: org,
    name: 'Marine Biology',
    published: true,
    deleted: false,
    course_code: 'MBIO',
    department_id: course.departmentId,
    time_zone: 'Asia/Bangkok',
    learning_mode: 'checkpoint',
  })
  await hear('courseDeleted', create(CourseDeletedSchema, { course: { ...course, deleted: true, version: 9n } }))
  await hear('courseChanged', create(CourseChangedSchema, { course: { ...course, version: 8n } }))
  expect((await courseById(plain(client), id))?.deleted).toBe(true)
  expect(await courseById(plain(client), newId())).toBeUndefined()
})

test('a member whose leaving is heard before their joining is not in the course', async () => {
  const courseId = newId()
  const member = { courseId, orgId: org, personId: person, role: 'student' }
  await hear('memberLeft', create(MemberLeftSchema, { member: { ...member, state: 'left', version: 7n } }))
  await hear('memberJoined', create(MemberJoinedSchema, { member: { ...member, state: 'active', version: 6n } }))
  expect(await courseMembers(plain(client), courseId)).toEqual([])
  await hear('memberChanged', create(MemberChangedSchema, { member: { ...member, role: 'instructor', state: 'active', version: 8n } }))
  expect(await courseMembers(plain(client), courseId, ['instructor'])).toMatchObject([{ person_id: person, role: 'instructor' }])
  expect(await coursesOf(plain(client), person)).toMatchObject([{ course_id: courseId }])
})

test('of many states of members that are heard at once the newest counts, and none that is older than what is known', async () => {
  const courseId = newId()
  const others = Array.from({ length: 20 }, () => newId())
  const member = (personId: string, version: bigint, state = 'active') => ({
    data: create(MemberChangedSchema, { member: { courseId, orgId: org, personId, role: 'student', state, version } }) as never,
    fact: {} as never,
  })
  const hearMany = (...facts: ReturnType<typeof member>[]) =>
    courseMirror.course!.memberChanged!.many!.handle(plain(client) as never, facts)
  await hearMany(member(person, 3n, 'left'), member(person, 2n), ...others.map((one) => member(one, 1n)))
  expect(await courseMembers(plain(client), courseId)).toHaveLength(20)
  await hearMany(member(person, 1n), ...others.slice(5).map((one) => member(one, 2n, 'left')), member(others[0]!, 0n, 'left'))
  expect((await courseMembers(plain(client), courseId)).map(({ person_id }) => person_id)).toEqual(others.slice(0, 5).sort())
})

test('groups as they are, and who was in them when; an older fact changes nothing, what a newer one leaves out goes', async () => {
  const [courseId, setId, group, other] = [newId(), newId(), newId(), newId()]
  const tx = plain(client)
  const set = { id: setId, orgId: org, courseId, name: 'Lab teams', signUp: false }
  const stay = (personId: string, since: string, until?: string) => ({
    personId,
    since: `2026-10-0${since}T08:00:00Z`,
    ...(until && { until: `2026-10-0${until}T08:00:00Z` }),
  })
  const groupOfThat = { id: group, setId, orgId: org, courseId, name: 'Tides' }
  const [aiko, ben] = [newId(), newId()]
  await hear(
    'groupChanged',
    create(GroupChangedSchema, { ...groupOfThat, leaderId: ben, members: [stay(aiko, '1', '3'), stay(ben, '2')], version: 5n }),
  )
  await hear(
    'groupChanged',
    create(GroupChangedSchema, { ...groupOfThat, id: other, name: 'Reefs', members: [stay(aiko, '3')], version: 5n }),
  )
  await hear('groupChanged', create(GroupChangedSchema, { ...groupOfThat, members: [], version: 4n }))
  expect(await groupsOf(tx, setId)).toEqual([])
  await hear('groupSetChanged', create(GroupSetChangedSchema, { ...set, version: 1n }))
  expect((await groupsOf(tx, setId)).map(({ name, leader_id }) => [name, leader_id])).toEqual([
    ['Reefs', null],
    ['Tides', ben],
  ])
  const on = (day: number) => new Date(`2026-10-0${day}T12:00:00Z`)
  expect([await groupPeople(tx, group), await groupPeople(tx, group, on(1)), await groupPeople(tx, group, on(2))]).toEqual([
    [ben],
    [aiko],
    [aiko, ben].sort(),
  ])
  expect([await groupOf(tx, setId, aiko), await groupOf(tx, setId, aiko, on(2)), await groupOf(tx, setId, newId())]).toEqual([
    other,
    group,
    undefined,
  ])
  await hear('groupChanged', create(GroupChangedSchema, { ...groupOfThat, deleted: true, members: [stay(aiko, '1', '3')], version: 6n }))
  expect([await groupPeople(tx, group, on(2)), (await groupsOf(tx, setId)).length]).toEqual([[aiko], 1])
  await hear('groupSetChanged', create(GroupSetChangedSchema, { ...set, deleted: true, version: 2n }))
  expect(await groupsOf(tx, setId)).toEqual([])
})
