// A permission that an organisation takes from its assistants ends in the middle of their sessions, in every service.
import { CallFailed } from '@lyceum/kit/calls/client'
import { expect, test } from 'vitest'
import { newSchool } from './product.ts'

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )

test('a permission taken from assistants is refused to one who is signed in, and comes back when it is granted again', async () => {
  const school = await newSchool()
  const [admin, teacher, assistant] = await Promise.all([school.signIn('admin'), school.signIn('teacher'), school.signIn('assistant')])
  const { id } = await teacher.call('POST /api/course', { body: { name: 'Estuaries' } })
  const body = { person_ids: [assistant.id], role: 'instructor_assistant' as const }
  await teacher.call('POST /api/courses/:id/enrollments', { params: { id }, body })
  const change = () => outcome(assistant.call('PUT /api/courses/:id', { params: { id }, body: { subject_code: 'MB' } }))
  const add = () => outcome(assistant.call('POST /api/courses/:id/modules', { params: { id }, body: { name: 'Currents' } }))
  await expect.poll(async () => [await change(), await add()]).toEqual(['ok', 'ok'])

  const { roles } = await admin.call('GET /api/org/permissions')
  const { permissions = [], changeable } = roles.find(({ role }) => role === 'instructor_assistant') ?? {}
  expect([changeable, permissions.includes('course.change'), permissions.includes('content.change')]).toEqual([true, true, true])
  const allow = (names: string[]) =>
    admin.call('PUT /api/org/permissions', { body: { roles: [{ role: 'instructor_assistant', permissions: names }] } })
  await allow(permissions.filter((name) => !/^(course|content)\.change$/.test(name)))
  await expect.poll(async () => [await change(), await add()]).toEqual(['403 forbidden', '403 forbidden'])
  expect(await outcome(teacher.call('PUT /api/courses/:id', { params: { id }, body: { subject_code: 'MB' } }))).toBe('ok')
  await allow(permissions)
  await expect.poll(async () => [await change(), await add()]).toEqual(['ok', 'ok'])
})
