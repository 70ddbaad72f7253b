// Courses of feature tests.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { TestService } from '@lyceum/kit/test/test-service'
import { expect } from 'vitest'

/** As its maker reads it. */
export async function makeCourse(it: TestService, maker: Actor, draft: object = {}) {
  const { status, body } = await it.call(maker, 'POST', '/api/course', { name: 'Marine Biology II', ...draft })
  expect(status).toBe(201)
  return body
}
