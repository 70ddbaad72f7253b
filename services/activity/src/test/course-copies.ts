// Copies of a course for tests: a source that is filled, copied and read through the calls.
import { scaled, until } from '@lyceum/kit/test/wait'
import { expect } from 'vitest'
import type { CourseContent } from '../content/activities/api.ts'
import type { TestCourse } from './course.ts'

/** The environment and the source are read by each call: they are there only when the test has begun. */
export function courseCopies(env: () => TestCourse, source: () => string) {
  const add = (path: string, body: object) => env().ok(env().teacher, 'POST', `/api/courses/${source()}/${path}`, body)
  const begin = async (draft: object = {}): Promise<string> => {
    const request = { name: 'Tides again', ...draft }
    const { status, body } = await env().inCourse(env().teacher, 'POST', `/api/courses/${source()}/copy`, request)
    expect(status).toBe(201)
    expect(body.course_attributes.data.course_importer_status).toBe(0)
    return body.id
  }
  const ended = (course: string) =>
    until(async () => {
      const { body } = await env().courses.call(env().teacher, 'GET', `/api/courses/${course}`)
      return body.course_attributes.data.course_importer_status || undefined
    }, scaled(30_000))
  const content = (course: string): Promise<CourseContent> => env().ok(env().teacher, 'GET', `/api/courses/${course}/content`)
  return {
    add,
    activity: (draft: object) => add('activities', { type: 'page', title: 'Notes', ...draft }),
    begin,
    ended,
    copied: async (draft: object = {}): Promise<string> => {
      const course = await begin(draft)
      expect(await ended(course)).toBe(1)
      return course
    },
    content,
    read: (id: string) => env().ok(env().teacher, 'GET', `/api/activities/${id}`),
    titles: async (course: string) => (await content(course)).activities.map(({ title }) => title),
  }
}
