// Curricula of feature tests: a program with classes in the mirror, people who change their class as identity's facts have it, and a curriculum.
import { personKey } from '@lyceum/identity/mirror/person-key'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import type { TestService } from '@lyceum/kit/test/test-service'
import { PersonChangedSchema } from '@lyceum/proto/identity'
import { expect } from 'vitest'
import type { School } from './school.ts'

export type TestProgram = Awaited<ReturnType<typeof testProgram>>

export async function testProgram(it: TestService, school: School) {
  const identity = await testProducer(it.world, 'identity')
  const unit = async (
    kind: string,
    name: string,
    { program = null, department = null }: { program?: string | null; department?: string | null } = {},
  ) => {
    const id = newId()
    await school.db.query(
      `insert into mirror.study_units (id, org_id, kind, name, deleted, version, program_id, department_id) values ($1, $2, $3, $4, false, 1, $5, $6)`,
      [id, school.org, kind, name, program, department],
    )
    return id
  }
  const person = (one: Actor, klass: string | null, more: object = {}) => {
    return {
      id: one.person,
      orgId: school.org,
      name: one.person,
      userNo: one.person,
      locale: 'en',
      deleted: false,
      version: BigInt(Date.now()),
      memberships: [{ orgId: school.org, roles: one.roles, ...(klass && { klassId: klass }) }],
      suspendedIn: [] as string[],
      ...more,
    }
  }
  return {
    unit,
    /** People of a class as they are before anything is kept in step. */
    async students(klass: string, count: number): Promise<Actor[]> {
      const made: Actor[] = []
      for (let n = 0; n < count; n++) {
        const one = await school.person(`Student ${n}`, 'student')
        await school.db.query('update mirror.memberships set klass_id = $2 where person_id = $1', [one.person, klass])
        made.push(one)
      }
      return made
    },
    /** As identity has it from now on; null: in no class. */
    move: (one: Actor, klass: string | null) =>
      identity.emit(PersonChangedSchema, { key: personKey(one.person), org: school.org }, person(one, klass)),
    suspend: (one: Actor) =>
      identity.emit(
        PersonChangedSchema,
        { key: personKey(one.person), org: school.org },
        person(one, null, { memberships: [], suspendedIn: [school.org] }),
      ),
    /** The ids of people who are members of a course now. */
    members: async (course: string): Promise<string[]> =>
      (
        await school.db.query(
          `select person_id from enrolments where course_id = $1 and state = 'active' and role = 'student' order by 1`,
          [course],
        )
      ).rows.map(({ person_id }) => person_id),
    async curriculum(program: string, rows: object[], actor: Actor = school.manager) {
      const { status, body } = await it.call(actor, 'POST', '/api/curricula', {
        program_id: program,
        name: 'Marine Biology',
        terms: 4,
        rows,
      })
      expect([status, body.details]).toEqual([201, undefined])
      return body as { id: string; version: number; rows: object[] }
    },
    /** The result of a task once it has ended. */
    async task(id: string, actor: Actor = school.manager) {
      for (;;) {
        const { body } = await it.call(actor, 'GET', `/internal-api/tasks/${id}`)
        if (body.state !== 'running') return body as { state: string; result: object; report: { item: string; code: string }[] }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    stop: () => identity.stop(),
  }
}
