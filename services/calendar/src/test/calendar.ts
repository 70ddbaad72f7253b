// Fixture of calendar's tests: a school with two courses in the service's mirror, and its people.
import { testSchool } from '@lyceum/course/test/school'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testService, type TestService } from '@lyceum/kit/test/test-service'
import { service } from '../service.ts'

export type Calendar = Awaited<ReturnType<typeof openCalendar>>
type Role = 'student' | 'instructor' | 'instructor_assistant'

/** School times are those of `zone`; timetables are on. */
export async function openCalendar({ zone = 'Asia/Bangkok', env = {} }: { zone?: string; env?: Record<string, string> } = {}) {
  const it: TestService = await testService(service, { env })
  const school = await testSchool(it.databaseUrl)
  await school.db.query(`update mirror.orgs set settings = $2 where id = $1`, [
    school.org,
    JSON.stringify({ toggles: ['timetables', 'cloud_classrooms'], time_zone: zone }),
  ])
  const enrol = (course: string, { person }: Actor, role: Role) =>
    school.db.query(
      `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 1)`,
      [course, person, school.org, role],
    )
  const course = async (name: string, { published = true, code = newId().slice(-6) } = {}) => {
    const id = newId()
    await school.db.query(
      `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, $3, $4, 1, $5, false, 1)`,
      [id, school.org, name, code, published],
    )
    await enrol(id, school.teacher, 'instructor')
    await enrol(id, school.student, 'student')
    return id
  }
  const call = async (actor: Actor | undefined, key: string, body?: unknown) => {
    const [method, url] = key.split(' ') as [string, string]
    return await it.call(actor, method, url, body)
  }
  const ok = async (actor: Actor, key: string, body?: unknown) => {
    const answer = await call(actor, key, body)
    if (answer.status >= 300) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    it,
    school,
    course,
    enrol,
    call,
    /** The answer of a call that succeeds. */
    ok,
    /** "400 field code" of a refusal. */
    async fault(actor: Actor | undefined, key: string, body?: unknown) {
      const { status, body: answer } = await call(actor, key, body)
      const fields = Object.entries((answer?.details ?? {}) as Record<string, { code: string }[]>).map(
        ([field, [first]]) => `${field} ${first!.code}`,
      )
      return [status, ...(fields.length > 0 ? fields : [answer?.code ?? ''])].join(' ')
    },
    /** Facts of a type, in their order. */
    async facts(type: string) {
      const { rows } = await school.db.query(`select key, value::jsonb as value, hint from kit.outbox where type = $1 order by seq`, [
        `lyceum.calendar.v1.${type}`,
      ])
      return rows as { key: string; value: any; hint: { people?: string[] } | null }[]
    },
    entries: async (actor: Actor, start: string, end: string) =>
      (await ok(actor, `GET /api/calendar-entries?start=${start}&end=${end}`)).entries as any[],
    async close() {
      await school.close()
      await it.stop()
    },
  }
}
