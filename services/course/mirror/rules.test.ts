// Permissions in a course: by the role there, by roles in its organisation, in a department and below it, and what the organisation changes.
import { openPool } from '@lyceum/kit/database/connections'
import { plain, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { TestService } from '@lyceum/kit/test/test-service'
import { asText, namesIn, permissions, permissionsIn, permissionsOf, setOf } from '@lyceum/identity/mirror/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCourses } from '../src/test/courses.ts'
import type { School } from '../src/test/school.ts'
import { openSql, readCourseAccess, stillViews, taughtAmong } from './rules.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let pool: ReturnType<typeof openPool>
let assistant: Actor
let faculty: Actor
let course: string
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  pool = openPool(it.databaseUrl, { max: 2 })
  assistant = await school.person('Siti Aminah', 'instructor_assistant')
  faculty = await school.person('Hana Kovář', 'faculty')
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology' })).body.id
  await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, {
    person_ids: [assistant.person],
    role: 'instructor_assistant',
  })
})
afterAll(async () => {
  await pool?.end()
  await stop?.()
})
beforeEach(async () => {
  await school.db.query(`update mirror.orgs set role_permissions = '{}'`)
  await school.db.query('update courses set department_id = null')
})

const changed = (role: string, { given = [], taken = [] }: { given?: number[]; taken?: number[] }) =>
  school.db.query('update mirror.orgs set role_permissions = $2 where id = $1', [school.org, JSON.stringify({ [role]: { given, taken } })])
const change = (actor: Actor) => it.call(actor, 'PUT', `/api/courses/${course}`, { subject_code: 'MB' })
const { number } = permissions['course.change']

describe('in a course', () => {
  test('a permission that the organisation takes from assistants is taken from all of them; instructors keep it', async () => {
    expect((await change(assistant)).status).toBe(200)
    await changed('instructor_assistant', { taken: [number] })
    expect((await change(assistant)).status).toBe(403)
    expect((await change(school.teacher)).status).toBe(200)
    expect((await it.call(assistant, 'GET', `/api/courses/${course}`)).body.can.teach).toBe(true)
  })

  test('a person whom its organisation has suspended comes in by none of their others', async () => {
    const elsewhere = { ...assistant, org: newId(), can: '0' }
    const lists = () => taughtAmong(plain(pool), elsewhere, [course])
    expect([(await change(elsewhere)).status, await lists()]).toEqual([200, [course]])
    const suspended = (orgs: string[]) =>
      school.db.query('update mirror.persons set suspended_in = $2 where id = $1', [assistant.person, orgs])
    await suspended([school.org])
    expect([(await change(elsewhere)).status, await lists()]).toEqual([403, []])
    await suspended([newId()])
    expect([(await change(elsewhere)).status, await lists()]).toEqual([200, [course]])
    await suspended([])
  })

  test('a course of a suspended organisation is closed to team teachers of others too, and to guests', async () => {
    const elsewhere = { ...assistant, org: newId(), can: '0' }
    const lists = () => taughtAmong(plain(pool), elsewhere, [course])
    const followed = async () => (await it.call(elsewhere, 'GET', `/api/courses/${course}`)).status
    const state = (value: string) => school.db.query('update mirror.orgs set state = $2 where id = $1', [school.org, value])
    expect([(await change(elsewhere)).status, await followed(), await lists()]).toEqual([200, 200, [course]])
    await state('suspended')
    expect([(await change(elsewhere)).status, await followed(), await lists()]).toEqual([403, 403, []])
    const open = `select ${openSql} as open from (select 'public' as public_scope, true as published, false as deleted) c,
      (select false as deleted, '{"guest_preview": true}'::jsonb as settings, $1::text as state) o`
    expect((await school.db.query(open, ['suspended'])).rows).toEqual([{ open: false }])
    expect((await school.db.query(open, ['active'])).rows).toEqual([{ open: true }])
    await state('active')
    expect((await change(elsewhere)).status).toBe(200)
  })

  test('lists follow the permission of drafts', async () => {
    const lists = (actor: Actor) => taughtAmong(plain(pool), actor, [course])
    expect(await lists(assistant)).toEqual([course])
    await changed('instructor_assistant', { taken: [permissions['content.drafts'].number] })
    expect(await lists(assistant)).toEqual([])
    expect(await lists(school.teacher)).toEqual([course])
    expect(await lists(school.manager)).toEqual([course])
  })

  test('a person with a permission by a role in the organisation has it in every course there, and only that one', async () => {
    expect((await change(faculty)).status).toBe(403)
    const given = { ...faculty, can: asText(setOf(['course.change'])) }
    expect((await change(given)).status).toBe(200)
    expect((await it.call(given, 'PUT', `/api/courses/${course}/publish`, { published: true })).status).toBe(403)
    expect((await it.call(given, 'GET', `/api/courses/${course}`)).status).toBe(403)
    expect((await change({ ...given, org: newId() })).status).toBe(403)
  })

  test('a manager of a department manages its courses, those below it and those without one', async () => {
    const [faculties, biology, law] = [newId(), newId(), newId()]
    for (const [id, path] of [
      [biology, [faculties, biology]],
      [law, [law]],
    ] as const)
      await school.db.query(
        `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, '', $3, '', false, 1)`,
        [id, school.org, path],
      )
    const of = (department: string) => ({ ...school.manager, department })
    const found = async (actor: Actor) =>
      (await it.call(actor, 'POST', '/api/courses', {})).body.items.some(({ id }: { id: string }) => id === course)
    expect((await change(of(law))).status).toBe(200)
    await school.db.query('update courses set department_id = $2 where id = $1', [course, biology])
    for (const [actor, may] of [
      [of(biology), true],
      [of(faculties), true],
      [of(law), false],
      [school.manager, true],
    ] as const) {
      expect([(await change(actor)).status, await found(actor)]).toEqual([may ? 200 : 403, may])
      expect(await taughtAmong(plain(pool), actor, [course])).toEqual(may ? [course] : [])
    }
  })

  test('is read by one statement', async () => {
    let statements = 0
    const tx = plain(pool)
    const counting = new Proxy(tx, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        return typeof value === 'function'
          ? (...args: unknown[]) => {
              statements++
              return value.apply(target, args)
            }
          : value
      },
    }) as Tx
    await readCourseAccess(counting, { ...school.manager, department: newId() }, course)
    expect(statements).toBe(1)
  })
})

describe('a right that another service decided', () => {
  const decided = { course: 1, member: 1 }
  const row = { published: true, deleted: false, version: 1 }
  const assists = { role: 'instructor_assistant' as const, active: true, version: 1, difference: null }
  test('ends with the permission behind it', () => {
    const drafts = [permissions['content.drafts'].number]
    expect(stillViews({ course: row, member: assists, can: 0n }, decided)).toBe('as teacher')
    expect(stillViews({ course: row, member: { ...assists, difference: { given: [], taken: drafts } }, can: 0n }, decided)).toBe(
      'as student',
    )
    expect(stillViews({ course: row, member: undefined, can: permissionsIn(['educational_admin']) }, { course: 1, member: 0 })).toBe(
      'as inspector',
    )
    expect(stillViews({ course: row, member: undefined, can: permissionsIn(['admin']) }, { course: 1, member: 0 })).toBe('as teacher')
    expect(stillViews({ course: row, member: undefined, can: setOf(['course.read']) }, { course: 1, member: 0 })).toBe('as student')
    expect(stillViews({ course: row, member: undefined, can: 0n }, { course: 1, member: 0 })).toBe('no')
  })
})

test('a role of courses gives nothing in the organisation that is asked in courses', () => {
  expect(namesIn(permissionsIn(['instructor', 'student']))).toEqual(['people.search', 'course.create', 'groups.create'])
  expect(namesIn(permissionsOf('student'))).toEqual([])
})
