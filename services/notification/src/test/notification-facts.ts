// A fixture of feature tests: notification beside producers of the facts that it handles.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Env } from '@lyceum/kit/config'
import { newId } from '@lyceum/kit/ids'
import { type Hint, subscribeToHints } from '@lyceum/kit/kv/hints'
import type { Mailer } from '@lyceum/kit/messages/mail'
import { actorOf } from '@lyceum/kit/test/actors'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { testService, testWorld } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import { ActivityOpenedSchema, ScoreReleasedSchema } from '@lyceum/proto/activity'
import { CourseCreatedSchema, MemberJoinedSchema } from '@lyceum/proto/course'
import { OrgChangedSchema, PersonChangedSchema } from '@lyceum/proto/identity'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { service as definition } from '../service.ts'

export const org = newId()
export const teacher = newId()
let version = 1n
export const nextVersion = () => version++
export const courseRow = (id: string, published = false) => ({
  course: {
    id,
    orgId: org,
    name: 'Marine Biology II',
    courseCode: 'MBIO 214',
    courseType: 1,
    published,
    createdBy: teacher,
    version: nextVersion(),
  },
})
export const member = (courseId: string, personId: string, role = 'student', state = 'active') => ({
  member: { courseId, orgId: org, personId, role, state, version: nextVersion() },
})
export const activityRow = (courseId: string, id = newId(), type = 'online_video') => ({
  activity: {
    id,
    orgId: org,
    courseId,
    type,
    title: 'Why deep water sinks',
    published: true,
    uploadIds: [],
    sort: 1,
    createdBy: teacher,
    version: nextVersion(),
  },
})
export const key = (id: string) => ({ key: `course:${id}`, org, actor: teacher })
export const as = (person: string): Actor => actorOf({ person, org })
export const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: scaled(30_000), interval: 20 })

export type TestNotifications = Awaited<ReturnType<typeof testNotifications>>

export async function testNotifications({ env = {}, mail }: { env?: Env; mail?: Mailer } = {}) {
  const world = { ...(await testWorld({ env })), ...(mail && { mail }) }
  const hints: Hint[] = []
  await subscribeToHints(world.kv, (hint) => hints.push(hint))
  const service = await testService(definition, { world })
  const [course, activity, calendar, identity, upload] = await Promise.all([
    testProducer(world, 'course'),
    testProducer(world, 'activity'),
    testProducer(world, 'calendar'),
    testProducer(world, 'identity'),
    testProducer(world, 'upload'),
  ])
  const database = new pg.Pool({ connectionString: service.databaseUrl, max: 2 })
  const list = async (person: string, query = '') => (await service.call(as(person), 'GET', `/api/notifications${query}`)).body
  /** The notifications of a person, newest first: types, with the number of each. */
  const notificationsOf = async (person: string, query = ''): Promise<[string, number][]> =>
    (await list(person, query)).items.map(({ type, count }: { type: string; count: number }) => [type, count])
  /** So many activities of a course open, one after the other; returns their ids. */
  async function opens(course: string, many = 1): Promise<string[]> {
    const rows = Array.from({ length: many }, () => activityRow(course))
    for (const row of rows) await activity.emit(ActivityOpenedSchema, key(course), row)
    return rows.map((row) => row.activity.id)
  }
  const score = (course: string, person: string, title = 'Lab report 1') =>
    activity.emit(ScoreReleasedSchema, key(course), {
      courseId: course,
      orgId: org,
      itemId: newId(),
      personId: person,
      title,
      max: '20',
      state: '',
      version: nextVersion(),
    })
  /** Resolves when no notice waits for its delivery. */
  const settled = () =>
    until(async () => expect((await database.query(`select 1 from kit.jobs where kind = 'deliverNotices'`)).rowCount).toBe(0))
  /** A course with these students and its teacher. */
  async function courseWith(students: string[], published = false): Promise<string> {
    const id = newId()
    await course.emit(CourseCreatedSchema, key(id), courseRow(id, published))
    await course.emit(MemberJoinedSchema, key(id), member(id, teacher, 'instructor'))
    // by nobody, who tells nobody
    for (const student of students) await course.emit(MemberJoinedSchema, { ...key(id), actor: '' }, member(id, student))
    await until(async () =>
      expect((await database.query('select 1 from mirror.members where course_id = $1', [id])).rowCount).toBe(students.length + 1),
    )
    return id
  }
  /** A person with an address, known here by now. */
  async function person(
    fields: { name?: string; email?: string; locale?: string; roles?: string[]; department?: string; of?: string } = {},
  ): Promise<string> {
    const id = newId()
    const { name = 'Mei Tanaka', email = `${id}@school.example`, locale = '', roles = ['student'], department, of = org } = fields
    await identity.emit(
      PersonChangedSchema,
      { key: `person:${id}`, org: of },
      {
        id,
        orgId: of,
        name,
        userNo: id.slice(-6),
        email,
        locale,
        memberships: [{ orgId: of, roles, ...(department && { departmentId: department }) }],
        version: nextVersion(),
      },
    )
    await until(async () => expect((await database.query('select 1 from mirror.persons where id = $1', [id])).rowCount).toBe(1))
    return id
  }
  /** The organisation, in Bangkok, known here by now. */
  async function organisation(): Promise<void> {
    await identity.emit(
      OrgChangedSchema,
      { key: `org:${org}`, org },
      {
        id: org,
        orgId: org,
        name: 'Straits University',
        locale: 'en',
        settings: { timeZone: 'Asia/Bangkok', accent: { hue: 300, vividness: 60 } },
        version: nextVersion(),
      },
    )
    await until(async () => expect((await database.query('select 1 from mirror.orgs where id = $1', [org])).rowCount).toBe(1))
  }
  /** `served`: by another process of a test by now, which is stopped already. */
  async function stop({ served = true } = {}) {
    await database.end()
    await Promise.all([course, activity, calendar, identity, upload].map((one) => one.stop()))
    if (served) await service.stop()
  }
  return {
    world,
    person,
    organisation,
    service,
    course,
    activity,
    calendar,
    identity,
    upload,
    database,
    hints,
    list,
    notificationsOf,
    opens,
    score,
    settled,
    courseWith,
    stop,
  }
}
