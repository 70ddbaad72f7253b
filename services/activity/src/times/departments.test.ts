// Managers who are bound to a department: allowances of its people, kept questionnaires in its courses, and nothing for the whole organisation.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../test/course.ts'

let env: TestCourse
const [reefs, arts] = [newId(), newId()]
const of = (department: string): Actor => ({ ...env.manager, department })
beforeAll(async () => {
  env = await testCourse()
  for (const id of [reefs, arts])
    await env.db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', array[$1]::uuid[], '', false, 1)`,
      [id, env.org],
    )
  for (const [{ person }, department] of [
    [env.student, reefs],
    [env.stranger, arts],
  ] as const)
    await env.db.query(
      `insert into mirror.memberships (person_id, org_id, roles, department_id, department_name) values ($1, $2, '{student}', $3, '')
       on conflict (person_id, org_id) do update set department_id = excluded.department_id`,
      [person, env.org, department],
    )
})
afterAll(() => env?.stop())

test('403 for an allowance of somebody beyond the department; the list leaves it out', async () => {
  const call = (actor: Actor, method: string, path = '', body?: object) => env.call(actor, method, `/api/org/allowances${path}`, body)
  const [own, other] = [env.student.person, env.stranger.person]
  for (const person_ids of [[other], [own, other]])
    expect((await call(of(reefs), 'POST', '', { person_ids, extra_minutes: 9 })).body.code).toBe('department.only')
  const made = (await call(of(reefs), 'POST', '', { person_ids: [own], extra_minutes: 9 })).body
  const both = (await call(env.manager, 'POST', '', { person_ids: [own, other], extra_minutes: 5 })).body
  const listed = async (actor: Actor) => (await call(actor, 'GET')).body.items.map(({ id }: { id: string }) => id).sort()
  expect([await listed(of(reefs)), await listed(of(arts)), await listed(env.manager)]).toEqual([[made.id], [], [made.id, both.id].sort()])
  const refused = async (actor: Actor, id: string) => [
    (await call(actor, 'PUT', `/${id}`, { extra_minutes: 1 })).body.code,
    (await call(actor, 'DELETE', `/${id}`)).body.code,
  ]
  expect([await refused(of(arts), made.id), await refused(of(reefs), both.id)].flat()).toEqual(Array(4).fill('department.only'))
  expect((await call(of(reefs), 'PUT', `/${made.id}`, { person_ids: [own, other] })).body.code).toBe('department.only')
  expect((await call(of(reefs), 'DELETE', `/${made.id}`)).status).toBe(204)
})

test('a kept questionnaire goes into courses of the department, and is changed by managers of the organisation alone', async () => {
  const template = await env.ok(env.manager, 'POST', '/api/questionnaire-templates', { title: 'End of term', sections: [] })
  expect((await env.call(of(reefs), 'POST', '/api/questionnaire-templates', { title: 'X', sections: [] })).body.code).toBe(
    'department.only',
  )
  expect((await env.call(of(reefs), 'DELETE', `/api/questionnaire-templates/${template.id}`)).body.code).toBe('department.only')
  await env.db.query('update mirror.courses set department_id = $2 where id = $1', [env.course, arts])
  const use = (actor: Actor, more: object) =>
    env.call(actor, 'POST', `/api/questionnaire-templates/${template.id}/use`, {
      start_time: null,
      end_time: null,
      anonymous: true,
      ...more,
    })
  expect((await use(of(reefs), { course_ids: [env.course] })).body.code).toBe('department.only')
  expect((await use(of(reefs), { conditions: '{}' })).body.courses).toBe(0)
  expect((await use(of(arts), { course_ids: [env.course] })).body.courses).toBe(1)
})
