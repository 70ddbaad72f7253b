// What who teaches or manages does to a course as a whole. Not loaded for students.
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../client.ts'
import { sayIfKnown } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { courseReads } from './queries.ts'

/** Looks at everything and changes nothing, until it is ended; then back to this page. */
export async function inspectCourse(id: string) {
  await call('PUT /api/courses/:id/inspect', { params: { id }, body: { refer: window.location.pathname } })
  await outdate(...courseReads)
}
/** The page to go back to. */
export async function leaveInspection(id: string): Promise<string | null> {
  const { refer } = await call('DELETE /api/courses/:id/inspect', { params: { id } })
  await outdate(...courseReads)
  return refer
}

export async function reviewCourse(id: string, type: 'reviewed' | 'unreviewed') {
  await call('PUT /api/course/:id/manager/review', { params: { id }, body: { type } })
  await outdate('GET /api/courses/:id', 'POST /api/courses')
}

export async function switchLite(id: string, lite: boolean) {
  await call(lite ? 'PUT /api/courses/:id/switch-lite' : 'PUT /api/courses/:id/switch-normal', { params: { id } })
  await outdate('GET /api/courses/:id', 'GET /api/courses/:id/nav-setting')
}

/** Why the course cannot be lite; undefined while it can, or while nobody has come near. */
export function useLiteObstacle(course: Answer<'GET /api/courses/:id'>, near: boolean): string | undefined {
  const { data, error } = useQuery({
    ...query('GET /api/courses/:id/validate-lite-course-condition', { params: { id: course.id } }),
    enabled: near && course.can.teach && !course.lite,
  })
  if (error) return problemText(error)
  const [first] = data?.obstacles ?? []
  return first && (sayIfKnown('errors', first.code) ?? first.message)
}

export async function publishCourse(id: string, published: boolean) {
  const course = await call('PUT /api/courses/:id/publish', { params: { id }, body: { published } })
  await outdate('GET /api/courses/:id', 'GET /api/my-courses', 'POST /api/courses')
  return course
}
