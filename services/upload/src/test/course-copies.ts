// Copies of a course’s files for tests: a source that is filled, copied and read through the calls and facts.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestProducer } from '@lyceum/kit/test/test-producer'
import { scaled, until } from '@lyceum/kit/test/wait'
import { CourseCreatedSchema } from '@lyceum/proto/course'
import { expect } from 'vitest'
import type { TestUploads } from './uploads.ts'

/** The present environment, teacher and source: each test has its own. */
type Present = { env: TestUploads; courses: TestProducer; teacher: Actor; source: string }

export function courseCopies(present: () => Present) {
  const query = async (sql: string, values: unknown[] = []) => (await present().env.school.db.query(sql, values)).rows
  const join = (course: string, who: Actor, role: string) =>
    query(`insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 1)`, [
      course,
      who.person,
      present().env.school.org,
      role,
    ])
  const inCourse = (name: string, parent_id = present().source) => ({
    name,
    parent_type: parent_id === present().source ? 'course' : 'folder',
    parent_id,
  })
  const begin = async (who: Actor, { from = present().source, files = true } = {}): Promise<string> => {
    const { env, courses } = present()
    const course = newId()
    await courses.emit(
      CourseCreatedSchema,
      { key: `course:${course}`, org: env.school.org },
      {
        course: { id: course, orgId: env.school.org, name: 'Again', published: true, publicScope: 'members', version: 1n },
        copy: { fromId: from, all: true, shiftDays: 0, timeZone: 'UTC', personId: who.person, files },
      },
    )
    await join(course, who, 'instructor')
    return course
  }
  const whole = (course: string) =>
    until(
      async () => (await query('select from file_copies where course_id = $1 and finished_at is not null', [course])).length === 1,
      scaled(40_000),
    )
  const list = async (who: Actor, course: string, parent?: string): Promise<any> => {
    const path = `/api/courses/${course}/resources?page_size=100${parent ? `&parent_id=${parent}` : ''}`
    return (await present().env.call(who, 'GET', path)).body
  }
  return {
    query,
    /** A source course with its teacher. */
    newSource: async (): Promise<{ teacher: Actor; source: string }> => {
      const { env } = present()
      const [teacher, source] = [await env.school.person('Ada Birk', 'instructor'), newId()]
      await query(
        `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Tides', 'T', 1, true, false, 1)`,
        [source, env.school.org],
      )
      await join(source, teacher, 'instructor')
      return { teacher, source }
    },
    join,
    inCourse,
    folder: async (name: string, parent?: string): Promise<string> =>
      (await present().env.declareUpload(present().teacher, { ...inCourse(name, parent), is_folder: true })).id,
    begin,
    whole,
    copied: async (who: Actor, options = {}): Promise<string> => {
      const course = await begin(who, options)
      await whole(course)
      return course
    },
    list,
    names: async (who: Actor, course: string, parent?: string) => (await list(who, course, parent)).items.map((item: any) => item.name),
    idOf: async (who: Actor, course: string, name: string, parent?: string): Promise<string> =>
      (await list(who, course, parent)).items.find((item: any) => item.name === name).id,
    remove: async (who: Actor, id: string) =>
      expect((await present().env.call(who, 'DELETE', `/api/uploads/${id}?force=true`)).status).toBe(204),
  }
}
