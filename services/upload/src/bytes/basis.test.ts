// Grants end within 10 s of the loss of their basis, and not because facts arrive later here than at the service that signed.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type CourseBasis, type Grant, grantKeys, grantLifetime, signGrant } from '../../mirror/grant.ts'
import { newId } from '@lyceum/kit/ids'
import { testProducer, type TestProducer } from '@lyceum/kit/test/test-producer'
import { reached, until } from '@lyceum/kit/test/wait'
import { ActivityChangedSchema, PersonalTimesChangedSchema } from '@lyceum/proto/activity'
import { CourseUnpublishedSchema, MemberLeftSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, student: Actor, pdf: string
let [course, activity]: string[] = []
let produce: Record<'course' | 'activity' | 'identity', TestProducer>

beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, student } = env.school)
  produce = {
    course: await testProducer(env.world, 'course'),
    activity: await testProducer(env.world, 'activity'),
    identity: await testProducer(env.world, 'identity'),
  }
  pdf = (await env.send(teacher, somePdf(500), { name: 'a.pdf' })).id
})
afterAll(async () => {
  await Promise.all(Object.values(produce).map((one) => one.stop()))
  await env?.stop()
})

let last: Promise<unknown> = Promise.resolve()
/** Runs queries one at a time: the school has one connection. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const answer = last.then(work)
  last = answer.catch(() => {})
  return answer
}
const query = (sql: string, ...values: unknown[]) => inTurn(() => env.school.db.query(sql, values))
const person = (...roles: string[]) => inTurn(() => env.school.person('Maya Tan', ...roles))
const courseRow = ({ id = course!, published = true, deleted = false, version = 5 } = {}) =>
  query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Tides', 'T', 1, $3, $4, $5)
     on conflict (id) do update set published = excluded.published, deleted = excluded.deleted, version = excluded.version`,
    id,
    env.school.org,
    published,
    deleted,
    version,
  )
const memberRow = (who: Actor, { role = 'student', state = 'active', version = 5 } = {}) =>
  query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, $5, $6)
     on conflict (course_id, person_id) do update set role = excluded.role, state = excluded.state, version = excluded.version`,
    course,
    who.person,
    env.school.org,
    role,
    state,
    version,
  )
async function begin() {
  ;[course, activity] = [newId(), newId()]
  await courseRow()
}
type More = Partial<Grant> & { course?: Partial<CourseBasis>; versions?: Partial<CourseBasis['versions']> }
const granted = (who: Actor, { course: of, versions, ...more }: More = {}) =>
  signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    upload: pdf,
    person: who.person,
    session: who.session,
    activity: activity!,
    expires: Math.floor(Date.now() / 1000) + grantLifetime,
    file: false,
    basis: {
      org: who.org,
      course: { id: course!, teaching: false, versions: { course: 5, member: 5, activity: 5, times: 5, ...versions }, ...of },
    },
    ...more,
  })
const status = async (grant: string, range = 'bytes=0-9') => (await env.bytes(`/bytes/${grant}/file`, { headers: { range } })).status
/** A course of its own with a member, and a grant for an activity in it. */
async function membership(options: { role?: string } = {}, more: More = {}) {
  const [of, id, who] = [newId(), newId(), await person('student')]
  await courseRow({ id: of })
  await query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 5)`,
    of,
    who.person,
    env.school.org,
    options.role ?? 'student',
  )
  const grant = granted(who, { activity: id, ...more, course: { ...more.course, id: of } })
  return { of, id, who, grant }
}
/** Expects that the grant opens now, and within 10 s of the loss no longer. */
async function ends(grant: string, loss: () => Promise<unknown>) {
  expect(await status(grant)).toBe(206)
  await loss()
  expect(await reached(() => status(grant), 403, 10_000)).toBe(403)
}

describe.concurrent('a grant for an activity ends when', () => {
  const org = () => env.school.org
  test('the person is taken out of the course', async () => {
    const { of, who, grant } = await membership()
    const member = { courseId: of, orgId: org(), personId: who.person, role: 'student', state: 'left', version: 9n }
    await ends(grant, () => produce.course.emit(MemberLeftSchema, { key: `course:${of}`, org: org() }, { member }))
  })
  test('the course is hidden', async () => {
    const { of, grant } = await membership()
    const state = { id: of, orgId: org(), name: 'Tides', courseCode: 'T', courseType: 1, published: false, version: 9n }
    await ends(grant, () => produce.course.emit(CourseUnpublishedSchema, { key: `course:${of}`, org: org() }, { course: state }))
  })
  test('the course is deleted, also for its teachers', async () => {
    const { of, grant } = await membership({ role: 'instructor' }, { course: { teaching: true } })
    await ends(grant, () => courseRow({ id: of, deleted: true, version: 9 }))
  })
  test('a teacher becomes a student, and the activity is a draft', async () => {
    const { of, who, grant } = await membership({ role: 'instructor' }, { course: { teaching: true } })
    await ends(grant, () =>
      query(`update mirror.members set role = 'student', version = 9 where course_id = $1 and person_id = $2`, of, who.person),
    )
  })
  test('the activity is hidden, closed earlier or deleted: by its version', async () => {
    const { of, id, grant } = await membership()
    const state = { id, orgId: org(), courseId: of, type: 'material', title: 'Tides', version: 9n, uploadIds: [pdf] }
    const emitUpload = (grantsSince: bigint) =>
      produce.activity.emit(ActivityChangedSchema, { key: `course:${of}`, org: org() }, { activity: { ...state, grantsSince } })
    await emitUpload(5n)
    expect(await reached(async () => (await query('select 1 from grant_revocations where activity_id = $1', id)).rowCount, 1, 10_000)).toBe(
      1,
    )
    await ends(grant, () => emitUpload(9n))
  })
  test('the activity closes earlier for the person alone', async () => {
    const { of, id, who, grant } = await membership()
    const emitTimes = (version: bigint, personId = who.person) =>
      produce.activity.emit(
        PersonalTimesChangedSchema,
        { key: `course:${of}`, org: org() },
        { orgId: org(), courseId: of, personId, activityIds: [id], narrowedIds: [id], version },
      )
    await emitTimes(5n)
    await emitTimes(9n, newId())
    await ends(grant, () => emitTimes(9n))
    expect(await status(granted(who, { activity: id, course: { id: of }, versions: { times: 9 } }))).toBe(206)
  })
  test('the person leaves the organisation', async () => {
    const { who, grant } = await membership()
    await ends(grant, () => query('delete from mirror.memberships where person_id = $1', who.person))
  })
  test('the person is erased', async () => {
    const { who, grant } = await membership()
    await ends(grant, () => produce.identity.emit(PersonErasedSchema, { key: `person:${who.person}`, org: org() }, null))
  })
  test('its time for this person is over', async () => {
    const { grant } = await membership({}, { expires: Math.floor(Date.now() / 1000) + 2 })
    await ends(grant, async () => {})
  })
  test('an upload in it is taken back for downloading: in pieces it is still there', async () => {
    const own = (await env.send(teacher, somePdf(500), { name: 'b.pdf' })).id
    await env.call(teacher, 'PUT', `/api/uploads/${own}`, { allow_download: true })
    const { grant } = await membership({}, { upload: own, file: true })
    const download = async () => (await env.bytes(`/bytes/${grant}/file?download=true`)).status
    expect(await download()).toBe(200)
    await env.call(teacher, 'PUT', `/api/uploads/${own}`, { allow_download: false })
    expect(await reached(download, 403, 10_000)).toBe(403)
    expect(await status(grant)).toBe(206)
  })
  test('a manager is one no more', async () => {
    const { of } = await membership()
    const who = await person('educational_admin')
    const grant = granted(who, { course: { id: of, teaching: true }, versions: { member: 0 }, file: true })
    await ends(grant, () => query(`update mirror.memberships set roles = '{student}' where person_id = $1`, who.person))
  })
})

describe('facts that have not arrived end no grant', () => {
  test('a course, a membership or a person that came after', async () => {
    ;[course, activity] = [newId(), newId()]
    const grant = (more: More = {}) => status(granted(student, more))
    expect(await grant()).toBe(206)
    await courseRow({ published: false, version: 3 })
    expect(await grant({ activity: newId() })).toBe(206)
    await memberRow(student, { state: 'left', version: 3 })
    expect(await grant({ activity: newId() })).toBe(206)
    expect(await status(granted({ ...student, person: newId() }))).toBe(206)
  })
  test('but rows as new as the grant, or newer, do', async () => {
    await begin()
    expect(await status(granted(student, { versions: { member: 0 } }))).toBe(403)
    await memberRow(student, { state: 'left', version: 5 })
    expect(await status(granted(student, { activity: newId() }))).toBe(403)
    await memberRow(student, { version: 6 })
    await courseRow({ published: false, version: 6 })
    expect(await status(granted(student, { activity: newId(), versions: { member: 6 } }))).toBe(403)
  })
  test('a grant of the previous release holds for its time', async () => {
    expect(await status(granted(student, { basis: undefined }))).toBe(206)
  })
})

describe.concurrent('a view of one’s own right ends when', () => {
  const view = async (who: Actor, id: string) => {
    const { status, body } = await env.call(who, 'GET', `/api/uploads/${id}/view`)
    expect(status).toBe(200)
    return body.grant as string
  }
  test('the file is deleted', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'c.pdf' })
    const grant = await view(teacher, id)
    expect(await status(grant)).toBe(206)
    await env.call(teacher, 'DELETE', `/api/uploads/${id}`)
    expect(await reached(() => status(grant), 404, 10_000)).toBe(404)
  })
  test('it is no longer shared, or one has left the group, or the group is gone', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'd.pdf' })
    const losses = [
      (group: string, _: Actor) => env.call(teacher, 'DELETE', `/api/resource-groups/${group}/files/${id}`),
      (group: string, who: Actor) => env.call(teacher, 'DELETE', `/api/resource-groups/${group}/members/${who.person}`),
      (group: string, _: Actor) => env.call(teacher, 'DELETE', `/api/resource-groups/${group}`),
    ]
    await Promise.all(
      losses.map(async (lose) => {
        const who = await person('instructor')
        const group = newId()
        await query(
          `insert into resource_groups (id, org_id, name, created_by) values ($1, $2, 'Tides', $3)`,
          group,
          env.school.org,
          teacher.person,
        )
        for (const [one, role] of [
          [teacher.person, 'owner'],
          [who.person, 'member'],
        ])
          await query(`insert into resource_group_members (group_id, person_id, role) values ($1, $2, $3)`, group, one, role)
        await query(
          `insert into shared_resources (id, group_id, upload_id, shared_by, shared_at) values ($1, $2, $3, $4, now())`,
          newId(),
          group,
          id,
          teacher.person,
        )
        await ends(await view(who, id), async () => expect((await lose(group, who)).status).toBeLessThan(300))
      }),
    )
  })
  test('it leaves its course', async () => {
    const { id } = await env.send(teacher, somePdf(500), { name: 'e.pdf' })
    const [of, who] = [newId(), await person('student')]
    await courseRow({ id: of })
    await query(
      `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'student', 'active', 5)`,
      of,
      who.person,
      env.school.org,
    )
    await query('update uploads set course_id = $2 where id = $1', id, of)
    await ends(await view(who, id), () => query('update uploads set course_id = null where id = $1', id))
  })
  test('one is taken out of the organisation, also of one’s own file', async () => {
    const who = await person('instructor')
    const { id } = await env.send(who, somePdf(500), { name: 'f.pdf' })
    await ends(await view(who, id), () => query('delete from mirror.memberships where person_id = $1', who.person))
  })
  test('a view by the grant of an activity ends with it', async () => {
    const { of, who, grant } = await membership()
    const view = async () => (await env.call(who, 'GET', `/api/uploads/${pdf}/view?grant=${grant}`)).status
    expect(await view()).toBe(200)
    await query(`update mirror.members set state = 'left', version = 9 where course_id = $1`, of)
    expect(await reached(view, 403, 10_000)).toBe(403)
  })

  test('a reply under way is cut', async () => {
    const { of, who } = await membership()
    const { id } = await env.send(teacher, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(60 * 1024 * 1024)]), {
      name: 'large.png',
      storage_type: 'chunked',
    })
    const answer = await env.bytes(`/bytes/${granted(who, { upload: id, course: { id: of } })}/file`)
    expect(answer.status).toBe(200)
    const reader = answer.body!.getReader()
    await reader.read()
    await query(`update mirror.members set state = 'left', version = 9 where course_id = $1`, of)
    // so slowly that most of it is still to come
    const isCut = () =>
      reader.read().then(
        ({ done }) => {
          expect(done).toBe(false)
          return false
        },
        () => true,
      )
    await until(isCut, 30_000, 100)
  })
})
