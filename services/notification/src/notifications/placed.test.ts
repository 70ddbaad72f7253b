// The people who are notified of the group or the course that somebody put them into, and what is no news.
import { newId } from '@lyceum/kit/ids'
import {
  GroupChangedSchema,
  GroupSetChangedSchema,
  JoinRequestChangedSchema,
  MemberChangedSchema,
  MemberJoinedSchema,
  MemberLeftSchema,
} from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, key, member, nextVersion, org, type TestNotifications, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

type Stay = { person: string; since: number; until?: number }
const begin = Date.now() - 600_000
const at = (minute: number) => new Date(begin + minute * 60_000).toISOString()

/** A set of a course with these students; `put` tells a group with its stays, by the minute. */
async function setWith(students: string[], published = true) {
  const course = await env.courseWith(students, published)
  const set = newId()
  const ofCourse = { orgId: org, courseId: course, deleted: false }
  await env.course.emit(GroupSetChangedSchema, key(course), {
    ...ofCourse,
    id: set,
    name: 'Lab teams',
    signUp: false,
    version: nextVersion(),
  })
  const put = (id: string, name: string, stays: Stay[], placed: string[]) =>
    env.course.emit(GroupChangedSchema, key(course), {
      ...ofCourse,
      id,
      setId: set,
      name,
      members: stays.map(({ person, since, until }) => ({
        personId: person,
        since: at(since),
        ...(until !== undefined && { until: at(until) }),
      })),
      placed,
      version: nextVersion(),
    })
  return { course, set, put }
}

const recorded = (course: string, notices: number) =>
  until(async () => expect((await env.database.query('select from notices where course_id = $1', [course])).rowCount).toBe(notices))
/** The time that deliveries wait is over, after so many notices of a course; resolves when they are done. */
async function delivered(course: string, notices: number) {
  await recorded(course, notices)
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'deliverNotices'`)
  await env.settled()
}
const notificationsOf = async (person: string) =>
  (await env.list(person)).items.map(({ payload }: { payload: { subject: { title: string } } }) => payload.subject.title)

test('each is told of their own group, once, with a link to the set; not before the time of undoing is over', async () => {
  const [ann, bo, cy] = [newId(), newId(), newId()]
  const { course, set, put } = await setWith([ann, bo, cy])
  const [tides, reefs] = [newId(), newId()]
  await put(
    tides,
    'Tides',
    [
      { person: ann, since: 1 },
      { person: cy, since: 1 },
    ],
    [ann],
  )
  await put(reefs, 'Reefs', [{ person: bo, since: 1 }], [bo])
  await recorded(course, 2)
  expect([await notificationsOf(ann), await notificationsOf(bo)]).toEqual([[], []])
  await delivered(course, 2)
  // cy came by themselves
  expect([await notificationsOf(ann), await notificationsOf(bo), await notificationsOf(cy)]).toEqual([['Tides'], ['Reefs'], []])
  expect((await env.list(ann)).items).toMatchObject([
    {
      type: 'group_placed',
      count: 1,
      payload: {
        params: { set, set_name: 'Lab teams' },
        course: { id: course, name: 'Marine Biology II' },
        subject: { type: 'group', id: tides, title: 'Tides' },
        subjects: [],
      },
    },
  ])
  await until(async () => expect(env.hints.some(({ people }) => people?.includes(bo))).toBe(true))
})

test('a student who is moved on is notified of their group; an unread notification is written again, a read one is followed by another', async () => {
  const ann = newId()
  const { course, put } = await setWith([ann])
  const [tides, reefs, dunes] = [newId(), newId(), newId()]
  await put(tides, 'Tides', [{ person: ann, since: 1 }], [ann])
  await put(tides, 'Tides', [{ person: ann, since: 1, until: 2 }], [])
  await put(reefs, 'Reefs', [{ person: ann, since: 2 }], [ann])
  await delivered(course, 2)
  expect(await notificationsOf(ann)).toEqual(['Reefs'])
  await put(reefs, 'Reefs', [{ person: ann, since: 2, until: 5 }], [])
  await put(dunes, 'Dunes', [{ person: ann, since: 5 }], [ann])
  await delivered(course, 3)
  expect(await notificationsOf(ann)).toEqual(['Dunes'])
  await env.service.call(as(ann), 'PUT', '/api/notifications/read', { all: true })
  await put(dunes, 'Dunes', [{ person: ann, since: 5, until: 8 }], [])
  await put(
    tides,
    'Tides',
    [
      { person: ann, since: 1, until: 2 },
      { person: ann, since: 8 },
    ],
    [ann],
  )
  await delivered(course, 4)
  expect(await notificationsOf(ann)).toEqual(['Tides', 'Dunes'])
})

test('nothing for moves that were undone meanwhile, who left the course, a hidden course, or an erased person', async () => {
  const [ann, bo, cy, di] = [newId(), newId(), newId(), newId()]
  const { course, put } = await setWith([ann, bo, cy, di])
  const [tides, reefs] = [newId(), newId()]
  // ann is taken out again; bo goes from Reefs to Tides and back
  await put(
    tides,
    'Tides',
    [
      { person: ann, since: 3, until: 4 },
      { person: bo, since: 3, until: 4 },
      { person: cy, since: 3 },
    ],
    [ann, bo, cy, di],
  )
  await put(
    reefs,
    'Reefs',
    [
      { person: bo, since: 0, until: 3 },
      { person: bo, since: 4 },
    ],
    [bo],
  )
  await env.course.emit(MemberLeftSchema, { ...key(course), actor: '' }, member(course, cy, 'student', 'left'))
  const hidden = await setWith([ann], false)
  await hidden.put(newId(), 'Kelp', [{ person: ann, since: 1 }], [ann])
  await until(async () =>
    expect((await env.database.query(`select from mirror.members where person_id = $1 and state = 'left'`, [cy])).rowCount).toBe(1),
  )
  await env.identity.emit(PersonErasedSchema, { key: `person:${di}`, org }, null)
  await until(async () =>
    expect((await env.database.query('select from notices where recipients @> array[$1::uuid]', [di])).rowCount).toBe(0),
  )
  await recorded(hidden.course, 1)
  await delivered(course, 2)
  for (const person of [ann, bo, cy, di]) expect(await notificationsOf(person)).toEqual([])
})

test('a person whom somebody else makes a member, gives another role or takes out is notified, all of a course at once; not one who was let in, left again, or did it', async () => {
  const course = await env.courseWith([], true)
  const draft = await env.courseWith([])
  const [ann, bo, cy, di, own, colleague] = [newId(), newId(), newId(), newId(), newId(), newId()]
  const join = (of: string, person: string, role = 'student', who = key(of)) =>
    env.course.emit(MemberJoinedSchema, who, member(of, person, role))
  for (const person of [ann, bo, cy, di]) await join(course, person)
  await env.course.emit(JoinRequestChangedSchema, key(course), {
    courseId: course,
    orgId: org,
    personId: cy,
    state: 'accepted',
    version: nextVersion(),
  })
  await env.course.emit(MemberLeftSchema, key(course), member(course, di, 'student', 'left'))
  await join(course, own, 'instructor_assistant', { ...key(course), actor: own })
  await join(draft, ann)
  await join(draft, colleague, 'instructor')
  await env.course.emit(MemberChangedSchema, key(course), member(course, bo, 'instructor_assistant'))
  await env.course.emit(MemberChangedSchema, { ...key(course), actor: '' }, member(course, ann))
  await recorded(draft, 2)
  // four who were enrolled, one who was let in, one who left, one with another role
  await delivered(course, 7)
  const types = async (person: string) => (await env.notificationsOf(person)).map(([type]) => type).toSorted()
  expect(await types(ann)).toEqual(['member_enrolled'])
  expect(await types(bo)).toEqual(['member_enrolled', 'role_changed'])
  expect(await types(cy)).toEqual(['join_accepted'])
  expect(await types(di)).toEqual(['member_removed'])
  expect(await types(own)).toEqual([])
  expect((await env.list(colleague)).items).toMatchObject([
    { type: 'teaching_given', count: 1, payload: { course: { id: draft, name: 'Marine Biology II' } } },
  ])
})
