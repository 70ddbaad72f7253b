// A fixture of feature tests: a published course with its teacher and a student, created by the real course service, and uploads by upload's facts.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { type Answer, testService, testWorld } from '@lyceum/kit/test/test-service'
import { type School, testSchool } from '@lyceum/course/test/school'
import { service as courseService } from '@lyceum/course/service'
import { UploadReadySchema } from '@lyceum/proto/upload'
import { service } from '../service.ts'

export type TestCourse = Awaited<ReturnType<typeof testCourse>>

export async function testCourse(env: Record<string, string> = {}) {
  const world = await testWorld({ env: { SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`, ...env } })
  const [courses, activities, uploads] = [
    await testService(courseService, { world }),
    await testService(service, { world }),
    await testProducer(world, 'upload'),
  ]
  const school: School = await testSchool(courses.databaseUrl)
  const db = (await testSchool(activities.databaseUrl, school.org)).db // the same organisation in activity's mirror
  const people = (await school.db.query('select * from mirror.persons')).rows
  for (const { id, org_id, name, user_no } of people) {
    await db.query(
      `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version) values ($1, $2, $3, $4, '', '', 'en', false, 1)`,
      [id, org_id, name, user_no],
    )
  }
  let marks = ''
  /** A write to course. Later calls of activity wait for its facts, as behind the BFF. */
  const inCourse = async (actor: Actor, method: string, url: string, body?: unknown): Promise<Answer> => {
    const answer = await courses.call(actor, method, url, body)
    const facts = answer.headers['lyceum-facts']
    if (facts) marks = String(facts)
    return answer
  }
  const call = (actor: Actor | undefined, method: string, url: string, body?: unknown) =>
    activities.call(actor, method, url, body, marks ? { 'lyceum-after': marks } : {})
  const ok = async (actor: Actor, method: string, url: string, body?: unknown) => {
    const answer = await call(actor, method, url, body)
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  /** A ready video of a hundred seconds, or with other fields. */
  const upload = async (owner: Actor, fields: { id?: string; [field: string]: unknown } = {}): Promise<string> => {
    const { id = newId() } = fields
    const data = {
      id,
      orgId: school.org,
      personId: owner.person,
      name: 'ocean.mp4',
      type: 'video',
      size: 5_000_000n,
      status: 'ready',
      playable: true,
      allowDownload: false,
      duration: 100,
      videos: [{ label: 'HD', width: 1280, height: 720, bitrate: 2_000_000, complete: true }],
      version: 1n,
      ...fields,
    }
    await uploads.emit(UploadReadySchema, { key: `upload:${id}`, org: school.org }, { upload: data })
    for (let tries = 0; (await db.query('select 1 from uploads where id = $1', [id])).rowCount === 0; tries++) {
      if (tries > 200) throw new Error('activity has not applied the fact of the upload')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return id
  }
  /** Records seconds of a recording as served to a person, by default all of it. */
  const serve = (to: Actor, upload: string, seconds: [number, number][] = [[0, 100_000]]) =>
    activities.world.kv.set(`served:${to.person}:${upload}`, JSON.stringify(seconds), 3600)
  const course: string = (await inCourse(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
  await inCourse(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  await inCourse(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [school.student.person], role: 'student' })
  return {
    ...school,
    activities,
    courses,
    db,
    course,
    inCourse,
    call,
    ok,
    upload,
    /** Emits the facts of upload. */
    uploads,
    serve,
    facts: async (type: string): Promise<any[]> =>
      (
        await db.query('select value::jsonb as value from kit.outbox where type = $1 order by seq', [`lyceum.activity.v1.${type}`])
      ).rows.map(({ value }) => value),
    async stop() {
      await Promise.all([school.close(), db.end()])
      await uploads.stop()
      await activities.stop()
      await courses.stop()
    },
  }
}

/** One more student of the course, whom activity alone knows. */
export async function newStudent({ db, org, course }: Pick<TestCourse, 'db' | 'org' | 'course'>, name: string): Promise<Actor> {
  const id = newId()
  await db.query(
    `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version) values ($1, $2, $3, $4, $5, '', 'en', false, 1)`,
    [id, org, name, `S${id.slice(-8)}`, `${id}@example.org`],
  )
  await db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'student', 'active', 1)`,
    [course, id, org],
  )
  return { kind: 'person', person: id, org, roles: ['student'], session: newId() }
}
