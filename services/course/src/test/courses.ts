// Courses of feature tests.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Env } from '@lyceum/kit/config'
import { type TestService, testService } from '@lyceum/kit/test/test-service'
import { expect } from 'vitest'
import { service } from '../service.ts'
import { testSchool } from './school.ts'

/** The course service and two schools, which have nothing to do with each other. */
export async function testCourses(given: { env?: Env } = {}) {
  const it = await testService(service, given)
  const [school, far] = [await testSchool(it.databaseUrl), await testSchool(it.databaseUrl)]
  const stop = async () => {
    await Promise.all([school.close(), far.close()])
    await it.stop()
  }
  return { it, school, far, stop }
}

/** As its maker reads it. */
export async function makeCourse(it: TestService, maker: Actor, draft: object = {}) {
  const { status, body } = await it.call(maker, 'POST', '/api/course', { name: 'Marine Biology II', ...draft })
  expect(status).toBe(201)
  return body
}
